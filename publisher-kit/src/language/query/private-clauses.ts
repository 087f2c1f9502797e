import { productStrength } from "../lexicon.ts";
import { isStopWord } from "./filler.ts";
import { isOrdinary, isTitle } from "./private-names.ts";
import { SIZE } from "./private-values.ts";
import { bareWord, isProductWord, wordsOf } from "./words.ts";

/**
 * What a turn says beside its wish: "Seat 23F on LH1184, I want compression socks". No label says
 * what it is, so of its names and numbers only those stay that may say what one has or can pay.
 */

/** Clauses and what parts them, in turns. */
const GAP = new RegExp(
  "((?:[.!?;:,)(]+|\\s[-–—/|]+)\\s+|\\n+|\\s+(?:\\(|(?=so an? |(?:(?:so|and|but|now|then|also" +
    "|anyway|ok|lol) ){0,3}(?:(?:i|we|he|she|they)(?:'m|'d| am| are)? )?(?:(?:just|really|also" +
    "|still|now) )?(?:needs?|wants?|looking for|(?:find|show|get) me) )))",
  "i",
);
const ASK = new RegExp(
  "\\b(?:need(?:s|ed)?|want(?:s|ed)?|looking (?:for|to)|search\\w*|would like|i'd like|love" +
    "|find|show|recommend\\w*|suggest\\w*|buy|get|purchase|any|best|where (?:can|do|to)|which" +
    "|(?:i'?m|am) after|interested|do (?:you|u)|good|better|cheap\\w*)\\b",
  "gi",
);
const POINTS = /\b(?:it|ones?|this|these|those|them|that(?=\W*$))\b/i;
const TELLS = new RegExp(
  "\\b(?:i|im|i've|ive|me|my|mine|our|we|he|she|his|her|they|is|was|are|got|at(?= )|employed" +
    "|deliver|ship|send|hotel|room|diagnosed|says|on(?= )|buzz|since|here|h[ie]y?|if|meds)\\b",
  "i",
);
/** "I have a Canon 80D", "for my Dyson V8", "my WH-1000XM4 broke". */
const OWNS = new RegExp(
  "\\b(?:ha(?:ve|s|d)|got|own|bought|us(?:es?|ing)|my \\w+ (?:is|was) an?|drives?|wears?|prefer" +
    "|heard|brand|author|for (?:my|the|an?)|fits?|broken?|died|stopped|new|old|like)\\b",
  "i",
);
/** "Ninja AF101, need a basket". */
const MODEL = new RegExp(
  "^(?:(?:the|an?|my|our) )?[^\\s\\d]{2,30}(?: [\\w+-]{1,30})? (?=\\S*[a-z]|\\d{1,4}\\b)" +
    "(?!(?:\\D*\\d){6}|\\S{0,20}(?:\\d+[a-z]+){3})\\S{0,20}\\d\\S*(?: [^\\s\\d]+)?$",
  "i",
);
/** "For Hollis & Wren", "from Leiden", "sertraline 50 mg". */
const PLACED = new RegExp(
  "(?<=\\b(?:at|in|for|from|by|with)(?: the)?) [A-Z\\x80-\\uffff][^\\s,.]+(?: (?:of |& )?" +
    "[A-Z\\x80-\\uffff][^\\s,.]+){0,3}|\\b[a-z]{5,} \\d+ ?mc?g\\b",
  "g",
);
const AMOUNT = new RegExp(
  "[$€£]|\\b(?:budget|under|below|max\\w*|spend|less|over|more|most|least|about|around|between" +
    "|price|cost|pay|afford|tops|up to|pounds?|dollars?|euros?|bucks|quid|limit)\\b",
  "i",
);
const MONEY = new RegExp(
  "\\b(?:owe|earn|salary|wages?|rent|debt|savings|mortgage|loan|pension|weigh|balance|a month" +
    "|a year)\\b",
  "i",
);
const LONG_NUMBER = /(?<!\S)(?:\d{5,}|\d+-\d+-\d+)(?!\S)/g;
const DWELLS = new RegExp(
  "\\b(?:address|deliver\\w*|ship\\w*|sen[dt]|located)\\b(?:.*\\d|$)" +
    "|\\b(?:lives?|living|stay\\w*) (?:in|at|near|on)\\b" +
    "|\\b(?:works?|stud(?:y|ies)|employed|goes) (?:at|for|by|to)\\b",
  "i",
);
const CONDITION = new RegExp(
  "(?:ectomy|itis|osis|iasis|emia|plegia|lepsy)$|^(?:parkinson|alzheimer|bipolar|hiv|adhd" +
    "|cancer|diabet|pregnan|autis|asperg|insulin|dement|depress)",
  "i",
);

/** Longer texts are read in parts: clauses of one are compared with each other. */
const PART_LENGTH_MAX = 2_000;

/** `isPrivate`: something private stood in the text before. */
export function removeTold(text: string, isPrivate: boolean): string {
  let rest = "";
  for (let from = 0; from < text.length; ) {
    const end = from + PART_LENGTH_MAX;
    const space = text.slice(from, end).lastIndexOf(" ");
    const to = end >= text.length || space <= 0 ? end : from + space;
    rest += partWithout(text.slice(from, to), isPrivate);
    from = to;
  }
  return rest;
}

function partWithout(text: string, isPrivate: boolean): string {
  const parts = text.split(GAP);
  const clauses = parts.filter((_part, at) => at % 2 === 0);
  if (clauses.length < 2 || isTitle(text)) return text;
  const told = clauses.map((clause) => TELLS.test(clause));
  const asks = clauses.map(asksMore);
  const wishes = wishesOf(clauses, asks, told);
  const first = wishes.indexOf(true);
  const last = wishes.lastIndexOf(true);
  const lastAsk = isPrivate ? clauses.length : asks.lastIndexOf(true);
  const leads = told.slice(0, first).includes(true);
  let dwells = false;
  const beside = (clause: string, at: number): string => {
    // An address goes on after a comma.
    dwells = DWELLS.test(clause) || (dwells && at < first);
    if (dwells) return "";
    // A name behind the wish is mostly a brand.
    if (!isPrivate && at > first) return placeless(clause).replace(LONG_NUMBER, " ");
    if (!isPrivate && told[at] !== true && MODEL.test(clause.trim())) return clause;
    return described(placeless(clause));
  };
  const open = (clause: string, at: number): string => {
    if (first < 0 || asks[at] === true || at === last) return clause;
    if (wishes[at] === true) return placeless(clause);
    const isBeside = at < lastAsk || (at < first ? leads : told[at] === true);
    return isBeside ? beside(clause, at) : clause.replace(LONG_NUMBER, " ");
  };
  return parts.map((part, at) => (at % 2 === 1 ? part : open(part, at / 2))).join("");
}

/** Which clauses name what is wanted: beside something told, the last, whatever its words. */
function wishesOf(
  clauses: readonly string[],
  asks: readonly boolean[],
  told: readonly boolean[],
): boolean[] {
  const strengths = clauses.map(strengthOf);
  const least = asks.includes(true) || strengths.includes(2) ? 2 : 1;
  const wishes = clauses.map((_clause, at) => asks[at] === true || (strengths[at] ?? 0) >= least);
  if (!wishes.includes(true) && told.includes(true)) wishes[wishes.length - 1] = !told.at(-1);
  return wishes;
}

const placeless = (clause: string): string =>
  TELLS.test(clause) && !OWNS.test(clause) ? clause.replace(PLACED, " ") : clause;

function asksMore(clause: string): boolean {
  const rest = clause.replace(ASK, "");
  return (
    rest !== clause &&
    !POINTS.test(clause) &&
    wordsOf(rest).some((word) => !isStopWord(word.toLowerCase()))
  );
}

/** A capital inside a clause may be a name, a word with digits a number. */
const strengthOf = (clause: string): number =>
  Math.max(
    0,
    ...wordsOf(clause).map((word, at) =>
      /\d/.test(word) || (at > 0 && /^[A-Z]/.test(word)) || CONDITION.test(word)
        ? 0
        : productStrength(bareWord(word)),
    ),
  );

/** A clause without the names and numbers that describe no thing. */
function described(clause: string): string {
  const owns = OWNS.test(clause);
  const isMoney = MONEY.test(clause);
  const isKept = AMOUNT.test(clause) || (owns && !/(?:\d\S*){6}/.test(clause));
  let isNamed = false;
  const words = clause.split(" ");
  const isNumber = (word: string, at: number): boolean =>
    isMoney ||
    (!isKept &&
      !SIZE.test(`${word} ${words[at + 1]}`) &&
      !/^(?:19|20)\d\ds?\b/.test(word) &&
      (/(?:\d\D*){3}|\d[.,/]\d/.test(word) || (isNamed && /^\d+\W*$/.test(word))));
  const isLost = (word: string, at: number): boolean => {
    if (/\d/.test(word)) return isNumber(word, at);
    const bare = word.replace(/^\W+|\W+$/g, "");
    const isName = /^[A-Z\x80-\uffff]/.test(bare) && !isOrdinary(bare) && !isProductWord(bare);
    isNamed ||= isName;
    return (isName && !owns) || CONDITION.test(bare);
  };
  return words.filter((word, at) => !isLost(word, at)).join(" ");
}
