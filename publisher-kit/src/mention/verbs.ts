/** Words and phrases of which the patterns of `cues.ts` are made. */

export const any = (...words: string[]): string => `(?:${words.join("|")})`;

export const ADVERB =
  "(?:(?:[a-z]+ly|just|always|still|also|then|rather|instead|even|perhaps|maybe|at least|go ahead" +
  " and|without hesitation|any day|happily|first|again|all|by far|quite|very|so|much|pretty|more" +
  " than|well|both|too|always|now|here|there|in fact|indeed|of course|for me|for you|for that" +
  "|overall|hands down|no doubt|almost|a bit|a little) ){0,4}";
/** Words between a verb and the name that keep the name its object. */
export const GAP =
  "(?:(?!(?:than|over|not|no|instead|rather|without|against|except|unlike|but|if" +
  "|that|which|because" +
  "|beats?|for|with|on|to|in|at|about|before|after|near|under|and|or|out|rid|off|between|both" +
  "|your|alternatives?|replacements?|cases?|covers?|manual|parts?|back|until" +
  "|when|while|is|are)\\b)" +
  "[\\w'&-]+ ){0,4}?(?:\"|')?";
export const DET = '(?:(?:the|a|an|some|two|this|that|your|one of the|those|these|our|its) )?"?';

/** Verbs that tell the reader to have it. */
export const TAKE = any(
  "get",
  "buy",
  "take(?! (?:back|apart|off|care))",
  "pick(?: up| out)?(?! (?:from|between))",
  "choose(?! (?:from|between))",
  "go (?:straight |right )?(?:with|for)",
  "opt for",
  "try(?: out)?",
  "consider",
  "order",
  "grab",
  "snap up",
  "check(?: \\w+)? out",
  "(?:have|take) a (?:\\w+ )?look at",
  "look (?:at|into|towards?)",
  "start (?:out |off )?with",
  "begin with",
  "settle (?:on|for)",
  "stick (?:with|to)",
  "switch to",
  "upgrade to",
  "move to",
  "invest in",
  "spring for",
  "splurge on",
  "plump for",
  "reach for",
  "head for",
  "bet on",
  "bring",
  "pack",
  "add",
  "put",
  "slip",
  "throw in",
  "wrap up in",
  "snag",
  "give",
  "gift",
  "treat \\w+(?: \\w+)? to",
  "let",
  "book",
  "make it",
  "side with",
  "hop on",
  "wrap \\w+(?: \\w+)? (?:up )?in",
  "go(?= §?$)",
);
/** Further verbs that say so of the speaker: "I'd say", "I'd use". */
export const WOULD = any(
  TAKE,
  "recommend(?: (?:you )?(?:getting|trying|buying|taking|choosing|starting with" +
    "|going (?:for|with)))?",
  "suggest(?: (?:you )?(?:get|try|buy|take|choose|start with|go (?:for|with)" +
    "|\\w+ing(?: (?:for|with))?))?",
  "advise",
  "say",
  "vote for",
  "lean (?:toward|towards|to)",
  "tend (?:toward|towards)",
  "(?:point|steer|send|nudge|direct) (?:you|her|him|them) (?:to|toward|towards|at)",
  "point (?:to|at)",
  "use",
  "wear",
  "carry",
  "wrap",
  "subscribe to",
  "sign (?:\\w+ )?up (?:for|with|to)",
  "download",
  "put (?:my|the|your) money on",
  "spend (?:it|(?:my|the|your) money) on",
  "favou?r",
  "back",
  "trust",
  "prefer",
  "love",
  "be happy with",
  "name",
  "crown",
  "rank",
  "rate",
  "hand (?:him|her|them|you)",
  "come down on the side of",
  "tell you to (?:get|buy|take)",
);
export const I_WOULD =
  "\\b(?:i|we)(?:'d| would|'ll| will| should| can|'m going to|'d have to| have to| must| do)? ";
