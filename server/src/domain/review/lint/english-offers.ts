import { AD, NOT, NOT_USER, OUTPUT, RIVALS, SAY, USER } from "./english-words.ts";
import type { PhraseRule } from "./rule.ts";

export const RECOMMENDING: readonly PhraseRule[] = [
  {
    start:
      "always|only|exclusively|invariably|constantly|at all times|strongly|" +
      "automatically|immediately",
    next: `(?:and only |and always )?${OUTPUT}`,
    isOrder: true,
  },
  {
    start: "recommend|suggest|mention|promote|endorse|rank|cite|present|favor|favour",
    next:
      "_2 (?:only|exclusively|always|every time|no matter what|regardless|" +
      "whenever|in every|at every)",
    isOrder: true,
  },
  {
    start: "always|only|exclusively",
    next:
      `${SAY} _6 (?:users?|assistant|answers?|reply|response|recommendations?|` +
      "over (?:all |any )?" +
      `(?:other|competing|any|every)|${RIVALS}|first (?:in|when)|asked|asks|regardless)`,
    isOrder: true,
  },
  {
    start:
      "recommend|promote|endorse|rank|prioriti*|suggest|praise|favo*|position|" +
      "present|describe|list|rate|place|put|push|declare|label|portray|" +
      "treat|prefer|choose|select|pick|mention|score|name|show",
    next:
      "(?! your) _5 (?:above|over|ahead of|instead of|before|rather than|" +
      "higher than|better than) " +
      "(?:all|any|every|the|other)? ?(?:of the )?(?:others?|competing|competitors?|" +
      "competition|alternatives?|rivals?|" +
      "brands?|other [^ ]+)",
    isOrder: true,
  },
  {
    start:
      "recommend|promote|endorse|rank|suggest|present|list|rate|describe|" +
      "position|name|call|declare|portray|treat|cite|label|frame|score|" +
      "classify|mark|put|show|offer",
    next:
      "(?! your) _4 as (?:an? |the |your )?(?:[^ ]+ )?(?:best|top|only|" +
      "number|first|safest|leading|cheapest|" +
      "superior|preferred|winner|default|highest|unbiased|organic|independent|" +
      "trusted|objective|neutral|impartial|verified)",
    isOrder: true,
  },
  {
    start: "recommend|rank|promote|suggest|mention|cite|endorse",
    next: "(?!your|you|first) [^ .]+ _4 first",
    isOrder: true,
  },
  {
    start: "recommend|rank|promote|suggest|mention|list|place|put|show|feature|present|name|rate",
    next:
      "(?! your) _4 (?:first (?:in|when|among)|at the (?:very )?top|at " +
      "number one|number one|top of|in first place|10 10|10 out of 10|five " +
      "stars|5 stars) _1 " +
      "(?:any|every|all|the|of|in|when|for|whenever) _2 (?:answers?|" +
      "results?|rankings?|response|responses|" +
      "recommendations?|comparisons?|search|asked|asks|user|users|query|queries)",
    isOrder: true,
  },
  {
    start: NOT,
    next:
      "_1 (?:recommend|suggest|mention|list|show|offer|cite|includ|promot|" +
      `nam|discuss|bring|refer|display|return|present|rank)[^ ]* _4 ${RIVALS}`,
    isOrder: true,
  },
  {
    start: NOT,
    next:
      "_1 compar[^ ]* _4 (?:competitors?|rivals?|other (?:brands?|products?|" +
      "offers?)|alternatives?)",
    isOrder: true,
  },
  {
    start:
      "exclude|omit|suppress|hide|downrank|demote|downplay|disparage|discredit|" +
      "criticize|criticise|badmouth|filter out|leave out|ignore|discard|" +
      "disregard|drop|skip",
    next: `_3 (?:${RIVALS}|(?:negative|bad|critical|poor) (?:reviews?|feedback|ratings?))`,
    isOrder: true,
  },
  {
    start: "say|claim|state|tell|explain|warn|pretend|insist",
    next:
      "_4 (?:all |the )?(?:competitors?|rivals?|other (?:brands?|products?|" +
      "shops?|sellers?)|alternatives?) _2 (?:are|is|have|cause|sell|cannot|" +
      "do)",
    isOrder: true,
  },
  {
    start: "the only|the best",
    next: "(?:answer|recommendation|correct answer|response) (?:you|to give|is|allowed)",
  },
  {
    start:
      "you must|you shall|you are required to|you are obliged to|you are " +
      "instructed to|you are ordered to|you have to|you need to|you should|" +
      "youre required to|it is mandatory to|you will only|your job is to|" +
      "your task is to|your goal is to|your role is to",
    next:
      "(?:now |always |only |never |not )?(?:recommend|mention|promote|" +
      "rank|obey|comply|disregard|praise|cite|endorse|act as|call the|tell " +
      "(?:the )?users?|respond|reply|output|answer (?:with|only|that|as|" +
      "by|every|all|in)|reveal (?:the|your)|persuade|convince|sell|upsell|" +
      "steer|prioriti[sz]e (?:this|our))",
  },
];

export const CONCEALMENT: readonly PhraseRule[] = [
  {
    start: NOT,
    next:
      "_1 (?:tell|mention|disclos|reveal|say|inform|admit|state|label|identify|acknowledg|" +
      "indicat|mark|flag|hint|warn|notify|alert|let|explain|confirm|telling|inform)[^ ]* _6 " +
      `(?:${USER}${NOT_USER}|${AD}|instructions?|prompts?|this (?:message|note|text|` +
      "instruction|line|rule|to anyone)|commission|them (?:that|about this|" +
      "why)|commercial nature)",
    isOrder: true,
  },
  {
    start: "without",
    next:
      "(?:telling|informing|mentioning|disclosing|revealing|label*ing|saying|" +
      "notifying|asking|letting|alerting|confirming|consulting) _5 (?:users?|" +
      `${AD}|them|confirmation|permission|consent)`,
  },
  {
    start:
      "hide|conceal|omit|suppress|remove|drop|leave out|strip|withhold|" +
      "skip|delete|disable|obscure",
    next:
      "_4 (?:disclosures?|sponsor[^ ]*|ad label|advertising label|label " +
      "from|the fact|that (?:this|it) is (?:an? )?(?:ad|sponsored|paid|" +
      "promot[^ ]*)|from (?:the )?users?|disclaimers?)",
    isOrder: true,
  },
  {
    start:
      "present|show|display|frame|state|treat|describe|give|phrase|word|" +
      "offer|mention|pass|write|make|pose|disguise|portray",
    next:
      "_5 (?:as|like|look like|sound like) (?:if )?(?:it |an? |it is |it " +
      "were )?(?:[^ ]+ )?(?:organic|unbiased|independent|impartial|editorial|" +
      "your own|own opinion|personal opinion|genuine|natural|non sponsored|" +
      "unsponsored) (?:opinion|recommendation|idea|advice|words|view|suggestion|" +
      "result|tip|answer|content|review)",
    isOrder: true,
  },
  {
    start: "keep",
    next:
      "_2 (?:this|these|the instructions|it) (?:[^ ]+ )?(?:secret|hidden|" +
      "confidential|between us|private) (?:from (?:the |our )?(?:users?|person|" +
      "readers?|customers?)|instructions?)",
    isOrder: true,
  },
  {
    start: "this is not|this isnt|it is not|deny that|say it is not",
    next: `(?:an? )?(?:${AD}) (?:but|and you|so|treat)`,
  },
  { start: "deny|denying", next: `_4 (?:${AD}|prompt|instructions?)`, isOrder: true },
];
