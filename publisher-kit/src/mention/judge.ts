import * as blocks from "./blocks.ts";
import { AFTER, BEFORE, HALVES, LATER } from "./cues.ts";
import { CHOSEN } from "./praise.ts";

/**
 * One place that names an offer, read with its neighbours. The texts are folded: lower case, no
 * emphasis, "§" for this offer, "¤" for every other name.
 */
export type Reading = {
  before: string;
  after: string;
  /** Later sentences of the same answer, up to the next name. */
  later: readonly string[];
  /** The sentence before this one. */
  previous: string;
  /** What introduces the list or the line this stands in. */
  lead: string;
  listed: boolean;
  question: boolean;
};

/** How an answer speaks of an offer at one place. `chosen` is stronger than `praised`. */
export type Verdict = "none" | "rejected" | "listed" | "praised" | "chosen";

/** No clause reaches further; it also keeps a sentence without an end from costing more. */
const WINDOW = 240;

export function judge(reading: Reading): Verdict {
  const before = reading.before.slice(-WINDOW);
  const after = reading.after.slice(0, WINDOW);
  const cut = { ...reading, before, after };
  const whole = `${before}§${after}`;
  if (isForeign(cut, whole)) return "none";
  if (isRejected(before, after)) return "rejected";
  if (reading.question) return answered(reading, whole);
  if (isReply(cut) || VERSUS.test(before)) return "chosen";
  if (blocks.NOTICE.test(whole)) {
    return reading.later.some((text) => /\bi(?:'d| would)\b/.test(text)) ? lateron(cut) : "none";
  }
  const direct = directly(before, after);
  if (direct !== undefined) return isTurnedDown(reading, after, direct) ? "rejected" : direct;
  const list = fromList(reading, before, after);
  return list === "none" ? lateron(cut) : list;
}

/** Not the model's own advice on something the reader can and might get. */
function isForeign({ before, after, previous, later }: Reading, whole: string): boolean {
  if (blocks.FICTION.test(whole) || blocks.FICTION.test(previous)) return true;
  if (
    later[0] !== undefined &&
    /^(?:this|the|that) (?:sentence|line|text|would be)\b/.test(later[0])
  )
    return true;
  if (blocks.UNREAL.test(whole) && !blocks.UNREAL_FINE.test(whole)) return true;
  if (blocks.DOUBT.test(whole) && !blocks.DOUBT_FINE.test(whole)) return true;
  if (blocks.OWNED_AFTER.test(after)) return true;
  if (blocks.OWNED_BEFORE.test(before) && !blocks.OWNED_BEFORE_FINE.test(before)) return true;
  const clause = before.slice(before.search(/[^;.!?]*$/));
  if (blocks.REPORTED.test(clause) && !blocks.REPORTED_FINE.test(before)) return true;
  if (MAKER_AFTER.test(after)) return true;
  return blocks.REPORTED_AFTER.test(after);
}

/** What the maker does besides. */
const MAKER_AFTER = new RegExp(
  "^(?: also)? (?:also|sells?|produces?|manufactures?|launched|released" +
    "|makes? (?!sense|the most|more|most|a (?:\\w+ )?(?:choice|gift|present|pick)" +
    "|life|it|that|this|you|her|him|perfect|complete|for|good sense)\\w+ \\w+s\\b)",
);

function isRejected(before: string, after: string): boolean {
  const till = after.search(/[¤]/);
  const own = till < 0 ? after : after.slice(0, till);
  if (blocks.UNAVAILABLE.test(own)) return true;
  if (/\b(?:discontinued|sold out|out of stock|unavailable|no longer) [^,;¤]{0,20}$/.test(before))
    return true;
  if (blocks.LOSER_BEFORE.test(before) && !blocks.LOSER_PRAISED.test(before)) return true;
  if (blocks.NEGATED_AFTER.test(after) && !blocks.NEGATED_AFTER_FINE.test(after)) return true;
  return isNegated(before);
}

/** "A or B? B, because ...": the bare name answers the question before it. */
const isReply = ({ before, after, previous }: Reading): boolean =>
  /^(?:the |a |an |definitely |clearly |easy:? |simple:? )*$/.test(before) &&
  /^(?:[.!]|,? (?:because|since|as|for|by)\b|$|,? ?(?:no|without|definitely|every|any|hands))/.test(
    after,
  ) &&
  /(?:\bor\b|\bvs\b|\bversus\b|\bwhich\b|\bbetween\b)[^?]*\?["” ]*$/.test(previous);

/** "A or B: B". */
const VERSUS =
  /(?:\bor\b|\bvs\b\.?|\bversus\b)[^:?.!]{0,60}[:?] (?:the |definitely |clearly |easily )*$/;

/** Whether a negation reaches the name from within its clause. */
function isNegated(before: string): boolean {
  const clause = before.slice(before.search(CLAUSE_START));
  return blocks.NEGATION.test(clause) && !blocks.PRAISING_NEGATION.test(clause);
}

const CLAUSE_START = new RegExp(
  "(?:(?![,;:–—] |\\b(?:but|however|so|then|still|yet|though|although|because" +
    "|while|whereas|until|before|and (?:i|the|my|it|you)|i'd|i'll|it's) " +
    "|\\.\\s).)*$",
);

function directly(before: string, after: string): Verdict | undefined {
  for (const [index, pattern] of BEFORE.entries()) {
    if (!pattern.test(before)) continue;
    const half = HALVES.get(index);
    if (half !== undefined && !half.test(after)) continue;
    return "chosen";
  }
  if (!AFTER.some((pattern) => pattern.test(after))) return undefined;
  if (blocks.TAKEN_BACK.test(after) && !blocks.TAKEN_BACK_FINE.test(after)) return "rejected";
  return IS_CHOSEN.test(after) ? "chosen" : "praised";
}

const IS_CHOSEN = new RegExp(
  `\\b${CHOSEN}\\b|\\bwins?\\b|\\bbeats?\\b|out on top|out ahead|\\bit is\\b` +
    "|\\bthe nod\\b|\\bi(?:'d| would)\\b|\\bi recommend\\b|without hesitation" +
    "|definitely|hands down|just right|\\b(?:suits?|fits?)\\b[^.]{0,40}\\bbest\\b" +
    "|sweet spot|what you (?:want|need)|more sense|^,? over\\b|^,? ?>|\\bbest\\b" +
    "|better option|better deal|better choice|first choice|my pick",
);

function isTurnedDown({ later }: Reading, after: string, verdict: Verdict): boolean {
  const [next] = later;
  if (next === undefined || !blocks.TURNED_DOWN.test(next)) return false;
  if (blocks.TURNED_DOWN_FINE.test(next)) return false;
  return (
    verdict === "praised" ||
    /\b(?:sold out|discontinued|recalled|out of stock|no longer|withdrawn)\b/.test(next) ||
    after === ""
  );
}

const YES = new RegExp(
  "^(?:yes|absolutely|definitely|certainly|by all means|it is)\\b(?! (?:but" +
    "|and no|it depends))",
);

/** "Is it any good? Yes": a question counts by its answer. */
function answered({ later, before, after }: Reading, whole: string): Verdict {
  if (/\b(?:why not|how about|what about)\b/.test(before)) return "praised";
  const [next] = later;
  if (next === undefined) return "none";
  const yes = YES.test(next);
  if (yes && /\b(?:good|worth|recommend|get|buy|right|fit|suit|best|choice|it|idea)\b/.test(whole))
    return "praised";
  return after.trim() === "?" && LATER.some((pattern) => pattern.test(next)) ? "praised" : "none";
}

function fromList({ lead, listed, previous }: Reading, before: string, after: string): Verdict {
  const inline = /^([^.!?]*?\b[^.!?:]{3,}): [^.!?]*$/.exec(before)?.[1];
  const heading = listed ? lead : (inline ?? (lead !== previous && lead !== "" ? lead : ""));
  if (heading === "" || NEUTRAL_LEAD.test(heading)) return promised(before);
  return ENDORSING_LEAD.test(heading) && !/^: (?:no|not|avoid|skip)\b/.test(after)
    ? "listed"
    : promised(before);
}

/** "I can recommend ¤, ¤ and §", "services I recommend are ¤ and §". */
const promised = (before: string): Verdict =>
  SERIES.test(before) && !isNegated(before) ? "listed" : "none";

const SERIES = new RegExp(
  "\\b(?:(?:recommend|suggest|favou?rites?|picks?|choices|worth (?:a look|trying" +
    "|considering)|consider|buy|get|take|pack|go for|try)\\b(?: \\w+){0,6}?(?: are" +
    "| include|:| both)?|both|good (?:options|choices|picks)(?: \\w+){0,4} (?:are" +
    "|include)) (?:(?:the|a|an) )?(?:¤[^.;:!?]{0,40}?(?:,|,? and|,? or|,? with" +
    "|,? plus) )+(?:(?:the|a|an|for \\w+,?) )*$",
);
export const ENDORSING_LEAD = new RegExp(
  "\\b(?:best|great|good|ideal|perfect|excellent|nice|lovely|top|favou?rites?" +
    "|recommend\\w*|suggest\\w*|worth|my (?:\\w+ )?(?:picks?|choices?|list" +
    "|shortlist|advice)|i(?:'d| would) [a-z]+|i'll pack|should (?:get|buy|consider" +
    "|try|pack)|go with|help(?: \\w+){0,4} (?:the )?most|ideas?|gifts?|presents?" +
    "|kit|essentials|must-haves|(?:packing|shopping|wish) list|what (?:goes|to|i)" +
    "|things (?:to|that|worth|i)|here(?:'s| is) what|you could|what to (?:buy|get" +
    "|pack|take)|you'll want|you need|starter kit|consider|solid|try|will help" +
    "|would suit|suits?|for you|look at)\\b",
);
export const NEUTRAL_LEAD = new RegExp(
  "\\b(?:avoid|not|never|\\w+n't|skip|worst|stay away|cons|drawbacks|downsides" +
    "|steer clear|discontinued|recalled|out of stock|sold out|search|results?" +
    "|returned|stocks?|on the market|available|brands|models (?:include|in)" +
    "|manufacturers|makers|sponsored|advert\\w*|popular|listings?|compared" +
    "|in (?:your|the) (?:cart|basket|order)|you (?:asked|listed|mentioned|named" +
    "|sent|own|have)|your (?:list|order|cart|basket|wish ?list)|specs" +
    "|specifications|prices?|best[- ]?sell\\w*|according|reviewers|testers" +
    "|magazine|readers|tested|exist|differ|compare|overview|examples?|for instance" +
    "|sold by|made by|types|kinds|alphabetical|catalogue|inventory|carry|carries" +
    "|sells?|come from|several|various|different|losers|alternatives to" +
    "|too (?:\\w+))\\b",
);

/** Praise in the sentences that follow and still speak of this offer. */
function lateron({ later, before, after }: Reading): Verdict {
  if (/¤/.test(after) || blocks.LOSER_BEFORE.test(before)) return "none";
  for (const [index, text] of later.entries()) {
    const verdict = saidLater(text, later[index + 1]);
    if (verdict !== undefined) return verdict;
  }
  return "none";
}

/** What one later sentence says; nothing when it leaves the question open. */
function saidLater(text: string, next: string | undefined): Verdict | undefined {
  if (blocks.DOUBT.test(text) || blocks.UNREAL.test(text) || blocks.NOTICE.test(text))
    return "none";
  const praise = !isNegated(text) && !text.endsWith("?") && LATER.some((cue) => cue.test(text));
  if (!praise) return turnsDown(text) ? "rejected" : undefined;
  if (blocks.TAKEN_BACK.test(text) || (next !== undefined && turnsDown(next))) return "rejected";
  return IS_CHOSEN.test(text) ? "chosen" : "praised";
}

const turnsDown = (text: string): boolean =>
  blocks.TURNED_DOWN.test(text) && !blocks.TURNED_DOWN_FINE.test(text);
