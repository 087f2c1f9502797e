import type { ChatTurn } from "../../types.ts";
import { hasFlag, productStrength } from "../lexicon.ts";
import { CHATTER } from "../word-flags.ts";
import { readAttributes } from "./attributes.ts";
import { PEOPLE, stripAsking } from "./filler.ts";
import { BELONGS, hostOf, isForIt, thingForHost, withGoal, withHost } from "./host.ts";
import { asksSomething, namedItem } from "./reply.ts";
import { areSlots, plainDegree, slotOf } from "./slots.ts";
import { bareWord, isConnective, isProductWord, singular, tellingWords, wordsOf } from "./words.ts";

/** What a turn does to the words of an open need. */
export interface Change {
  /** It names another thing. */
  readonly isNew: boolean;
  readonly wishes: readonly string[];
  /** Words that hold no longer. */
  readonly removed: readonly string[];
  /** One of the things that were named to choose from. */
  readonly chosen?: readonly string[] | undefined;
  /** The other thing is wanted, too. */
  readonly adds?: boolean;
  /** It says what the receiver of a gift likes. */
  readonly isGift?: boolean;
  readonly namesThing: boolean;
  /** Something else of the same kind than what was shown. */
  readonly isOther: boolean;
}

interface Talk {
  readonly rest: string;
  readonly words: readonly string[];
  /** What was wanted before other things were added to it. */
  readonly main?: readonly string[] | undefined;
  readonly last: ChatTurn | undefined;
  /** What the assistant named last, and what the reader put up for choice. */
  readonly offered: readonly string[][][];
  readonly alternatives: readonly string[][];
  /** It rules something out: "steel, not rubber" says of what the thing is to be. */
  readonly contrasts?: boolean;
}

const CLAUSE_END = new RegExp(
  "(?<=[.!?;])(?<!\\bincl\\.)\\s+|[,\\n]\\s*|\\s[-–—]\\s|\\s(?=(?:but|so|because|cuz|cos|coz" +
    "|since|if|as(?! well)|though|and an?|and the) )",
  "i",
);
/** A person or thing of which something is told; only its colours and sizes matter. */
const TELLS = new RegExp(
  "^(?:(?:because|cuz|cos|coz) of |(?:(?:and|but|so|nah|no|because|cuz|cos|coz|since|as|though" +
    "|if) )?(?:had|tried|used" +
    "|owned|(?:i|we|he|she|it|they|that" +
    "|this|there|you|someone)(?:'(?:s|re|m|ve|ll|d))?|im|its|hes|shes|thats|(?:my|our" +
    "|his|her|their) \\w+) )" +
    `|^(?:(?:and|but|so) )?(?:(?:my|our|the) )?(?:${PEOPLE}|landlord|bride|groom|doc(?:tor)?` +
    "|vet|in[ -]laws|flatmate|roommate|guest|host|couple)s?(?:'s|')?(?: \\w+)? (?:is|are|was|were" +
    "|has|had|will|would|can(?:'?t|not)?|says?|said|thinks?|complains?|speaks?|never|always" +
    "|does(?:n'?t)?|do(?:n'?t)?|gets?|keeps?|gave|told|made|hates?|orders?)\\b" +
    "|^\\S+ (?:had|has|have|is|are) .*\\b(?:problem|issue|trouble)s?\\b",
  "i",
);
const WISHES = new RegExp(
  "\\b(?:need|needs|want|wants|like|love|prefer|rather|take|go (?:with|for)|looking" +
    "|after|mean|meant|get|buy|have to be|must be|should be|has to be|sounds?|pick" +
    "|choose|thinking)\\b",
  "i",
);
/** "I need to ask my husband" wants nothing of a shop. */
const MUST_DO = new RegExp(
  "\\b(?:need|needs|want|have|going|got|like) to (?:ask|think|measure|check|talk|go" +
    "|leave|run|call|sleep|wait|see)\\b",
  "i",
);
/** "It has to be for a corner sofa", "if it's waterproof". */
const MUST_BE = new RegExp(
  "^(?:(?:and|but|so) )?(?:(?:(?:it|they|this|that|these) (?:really )?)?(?:has to|have to" +
    "|must|should|needs? to) (?:(?:be|have|fit|go|work|do|come(?: in| with)?) )?|(?:if|as" +
    " long as) (?:its|(?:it" +
    "|they)(?:'s|'re| is" +
    "| are)) )",
  "i",
);
/** "A lid is a must". */
const A_MUST = /,? (?:is |are )?(?:an absolute |a )must(?:[- ]have)?\b/i;
/** A question about the thing itself adds nothing to what is wanted. */
const ASKS = new RegExp(
  "^(?:(?:and|but|so|ok(?:ay)?|hm+|well|oh|wait|great|yes|no)[ ,]+)?(?:does|do|did|is" +
    "|isn't|are|was|were|will|would|can|could|should|has|what|what's|whats|how|why|who" +
    "|when|where|which)\\b",
  "i",
);
const ASKS_FOR = new RegExp(
  "\\b(?:(?:do|would|can|could|have) (?:you|u|they) (?:have|got|sell|rate|prefer|pick|use" +
    "|recommend|show" +
    "|find|carry|do)|show me|(?:is|are) there|what about|how about|any\\w*" +
    "|which [\\w-]+(?: [\\w-]+)? (?:is|are|then|for|with|under)\\b|which ones?" +
    "|got|something|recommend|suggest|best|good|worth (?:it|buying|getting)" +
    "|where (?:do|can|could|to|should|would)(?: (?:i|we|you))?(?: to)? (?:get|buy|find|order)" +
    "|(?:do|would|will) (?:i|we) need" +
    "|(?:what|which) [\\w-]+(?: [\\w-]+)? (?:would|should|can|could|do|does) (?:go|fit|i|we|you)" +
    "|(?:should|could|shall|can|would) (?:i|we|you) (?:buy|get|order|choose|pick|go for))\\b" +
    "|\\b(?:(?:come|comes|available|have|has|get|got|want|like)(?: it| them| that| this)?|ones?)" +
    " (?:also )?(?=(?:in|with|for|without)\\b)",
  "i",
);
const MODIFIES = new RegExp(
  "^(?:(?:and|but|or|maybe|preferably|ideally|ok(?:ay)?|yes|yeah|also|then|just|only" +
    "|no|something|anything|one|ones) )*(?:with|in|for|from|by|made|to|on|at|as|like" +
    "|under)\\b",
  "i",
);
const PLACES = /\s(?:with|in|for|from|by|made|to|on|that|which|without|of)\s/i;
const REFERS = new RegExp(
  "\\b(?:for|with|on|in|under|over|inside|behind|to|match|hang|carry|store|clean|cover" +
    "|protect) (?:it|them|that" +
    "|this|those|these)\\b",
  "i",
);
/** "What about an ink tank printer instead" drops what was said of the laser printer. */
const ANOTHER_KIND =
  /\b(?:what|how) about an? .{3,40} instead\b|\bactually,? (?:what|how) about an? \w+ \w/i;
const INSTEAD = /\b(?:instead|rather than that)\b/i;
/** What was named is too dear, too big: another of the kind is wanted. */
const OTHER = new RegExp(
  "\\b(?:cheap\\w*|bigger|smaller|lighter|larger|shorter|longer|narrower|wider|quieter|taller" +
    "|thinner|thicker|softer|firmer|brighter|stronger|simpler|warmer|less expensive" +
    "|too (?:big|small|heavy|expensive|dear|pricey|much))\\b",
  "i",
);
const ELSE = /\b(?:something|anything|one) (?:else|less|more|different)\b/i;
const OTHER_COLOR = /\b(?:another|other|different|any other) colou?rs?\b/i;
/** "What about oled?": one word in the singular is a kind of the thing. */
const WHAT_ABOUT_ONE = /^(?:and |or )?(?:what|how) about [\w-]*[^\Ws][\s?.!]*$/i;
/** "Hm no, actually mustard" corrects what was said before. */
const CORRECTS = /^(?:(?:hm+|oh|no|nah|wait|sorry)[ ,]+)*(?:actually|no[ ,]+wait|i meant)\b/i;
/** "16 GB RAM", "two batteries included", "decaf actually": what the thing is to have. */
const IS_FEATURE =
  /^(?:with |w\/ ?)?(?:\d[\w.]*|two|three|four) ?\w+|\bincl(?:uded|uding)?\b|\bactually[\s.!]*$/i;
/** "Get me that, paperback": the words behind it describe what is pointed to. */
const POINTS = /\b(?:that|it|this|them|those|ones?)[\s,.!]*$/i;
/** "Something less bulky" is not bulky. */
const LESS_OF = /\b(?:less|not (?:so|too|as|that)) (?!than\b)[\w-]+/gi;
/** "Chargers that work with it". */
const WORKS = /\b(?:that|which) works? (?=with\b)/i;
/** Words before the name of a thing rather than of a feature. */
const INTRODUCES =
  /\b(?:an?|the|some|need|want|looking|new|another|pair of|recommend|suggest|buy|find|get|any)\b/i;
/** "Too fiddly" says why, not what. */
const TOO_MUCH = /^(?:(?:a bit|way|far|much|just) )?too \w+$/i;
/** "A bigger screen" is of the same thing. */
const DEGREE_OF =
  /\b(?:bigger|larger|smaller|longer|shorter|wider|thicker|brighter) ([a-z]{4,})\b/i;
/** "Fragrance free", "dishwasher safe": what stands before these is no thing that is wanted. */
const DESCRIBING = new RegExp(
  "^(?:free|safe|proof|friendly|resistant|ready|compatible|shaped|style|colou?red|sized" +
    "|scented|look)$",
  "i",
);
/** "A chair to go with it" is a chair. */
const BESIDES = new RegExp(
  "\\b(?:to|that|which) (?:(?:would )?goe?s?(?: well)? with|match(?:es)?)" +
    "(?: (?:it|them|this|that)\\b|$)",
  "i",
);
const ANYTHING_WITH = /\b(?:any|some)thing(?: else)? (?:to go|that goes) with(?= (?:it|them)\b)/i;
/** Another thing besides: "and a lock", "knee pads too", "do I need a pump as well". */
const ADDS = new RegExp(
  "^(?!.*\\b(?:good|better|great|more|less|long\\w*|bigger|with|in|from)\\b)(?:(?:and|also|plus)" +
    "(?: (?:also|then))?(?: i (?:also )?(?:need|want))?" +
    " (?:(?:an?|some|the)\\b|(?:[\\w-]+ )?\\w+s$)" +
    "|(?:do|will|would|should) (?:i|we) (?:also )?need\\b" +
    "|.*\\b(?:too|as well|also)(?: (?:please|pls|plz|thanks|thx))?$)",
  "i",
);
/** Another thing whatever it is called: "a collar as well". */
const ADDS_ONE =
  /^(?:(?:and|also|plus|oh|ok|maybe) )*(?:an?|some) (?:[a-z-]+ ){1,2}(?:too|as well|also)\b/i;
export const isChatter = (word: string): boolean => hasFlag(bareWord(word), CHATTER);

/** "Forget the jack", "Dyson is too dear": what is named holds no longer. */
const GIVEN_UP = new RegExp(
  "^(?:(?:and|but|so|ok(?:ay)?|then|nah|no|actually|hm+|please|wait) )*(?:forget|drop|skip" +
    "|scrap|lose|leave out" +
    "|never ?mind|no need for) (?:about )?(?:the )?(.{2,40})$|^(?:(?:and|but|so" +
    "|ok(?:ay)?|hm+|nah) )?(?:the )?(.{2,30}?) (?:(?:is|are|looks?|seems?) (?:a bit " +
    "|way |far |much )?(?:too \\w+(?: for (?:me|us|him|her|it|that|this))?|boring|overkill" +
    "|useless|ugly|no good|not for me|not an option)" +
    "|(?:makes?|gives?|hurts?) me\\b.*|(?:do|does|did|wo|will|would|ca)(?:n't|nt" +
    "| not) (?:work|fit" +
    "|do|suit|help|last)\\b.*)$|^(?:the )?([\\w'-]{3,20}),? (?:no|nope|nah)$",
  "i",
);
/** What of a gift says for whom, once it is known what it is. */
const GIFT = /^(?:gifts?|presents?|something|ideas?|birthday|christmas|xmas|housewarming)$/i;

/** Reads the clauses of a turn against the need that is open. */
export function changesOf(talk: Talk): Change {
  const { rest, words } = talk;
  const found: Found = { wishes: [], removed: [], fresh: [], names: false, adds: false };
  let isPointed = false;
  for (const clause of rest.replace(ANYTHING_WITH, "accessories for").split(CLAUSE_END)) {
    const told = clause.trim().replace(A_MUST, "");
    const part = told.replace(MUST_BE, "").replace(BESIDES, "");
    const isMust = MUST_BE.test(told) || told !== clause.trim();
    const describes = isPointed ? !INTRODUCES.test(part) : isMust;
    if (describes) found.wishes.push(...wordsOfClause(part));
    else readClause(part, talk, found);
    isPointed = POINTS.test(clause) && WISHES.test(clause);
  }
  if (OTHER_COLOR.test(rest)) {
    found.removed.push(...words.filter((word) => slotOf(word) === "color"));
  }
  const { fresh, wishes, removed, chosen, names, adds } = found;
  return {
    isNew: fresh.length > 0,
    adds,
    wishes: [...wishes, ...fresh],
    removed,
    chosen,
    namesThing: names,
    isOther: (OTHER.test(rest) && !isOfPart(rest, words)) || ELSE.test(rest),
  };
}

/** Whether a degree is of a part of the thing, which then stays the one. */
function isOfPart(rest: string, words: readonly string[]): boolean {
  const part = singular(bareWord(DEGREE_OF.exec(rest)?.[1] ?? ""));
  return isProductWord(part) && !words.some((word) => singular(bareWord(word)) === part);
}

interface Found {
  wishes: string[];
  removed: string[];
  /** The words of another thing. */
  fresh: string[];
  chosen?: readonly string[];
  names: boolean;
  adds: boolean;
}

function readClause(clause: string, talk: Talk, found: Found): void {
  const given = GIVEN_UP.exec(clause.replace(/[\s.!?]+$/, ""));
  if (given !== null) {
    found.removed.push(...tellingWords(given[1] ?? given[2] ?? given[3] ?? ""));
    return;
  }
  const own = wordsOfClause(clause);
  if (own.length === 0 || isChoice(own, clause, talk, found)) return;
  const adds = ADDS.test(clause.replace(/[\s.!?]+$/, ""));
  if (isForIt(clause, own) && !OTHER.test(clause)) {
    found.names = true;
    found.adds = true;
    found.fresh.unshift(...thingForHost(own, talk));
    return;
  }
  // "Do any come in cream" asks for no cream.
  const isLook = /\bcomes? in\b/i.test(clause) && areSlots(own);
  const head = isLook ? undefined : headOf(clause, own, adds);
  if (head !== undefined) found.names = true;
  found.adds ||= adds;
  if (head !== undefined && adds && BELONGS.test(head)) {
    found.fresh.unshift(...sameOf(talk), ...withHost(own, talk, REFERS.test(clause)));
    return;
  }
  const fresh = freshIn(clause, own, { head, adds, talk });
  if (fresh === undefined) found.wishes.push(...own);
  else found.fresh.unshift(...fresh);
}

/** The words of another thing that a clause asks for. */
function freshIn(
  clause: string,
  own: readonly string[],
  { head, adds, talk }: { head: string | undefined; adds: boolean; talk: Talk },
): string[] | undefined {
  if (head === undefined) return ADDS_ONE.test(clause) ? withGoal(own, talk) : undefined;
  const isElse = isAnother(head, clause, talk);
  if (isElse && REFERS.test(clause)) return [...hostOf(talk.words), ...own];
  if (!isFresh(head, own, isElse, talk.rest)) return undefined;
  const isBesides = adds || BESIDES.test(talk.rest);
  return [...sameOf(talk), ...(isBesides ? withGoal(own, talk) : own)];
}

/** Whether a clause asks for another thing, or for another kind of the same. */
function isFresh(head: string, own: readonly string[], isElse: boolean, rest: string): boolean {
  if (own.length > 1 && ANOTHER_KIND.test(rest)) return true;
  // A "litter box" says all that is wanted, a "box" is for the thing.
  const at = own.findLastIndex((word) => singular(bareWord(word)) === head);
  const isWhole = isProductWord(own[at - 1] ?? "");
  return isElse && (!BELONGS.test(head) || isWhole || INSTEAD.test(rest));
}

/** "In the same colour": what of the old thing holds for the new one. */
function sameOf({ words, rest }: Talk): string[] {
  const kind = /\bsame (\w+)/i.exec(rest)?.[1]?.toLowerCase();
  if (kind === undefined && !/\bto match\b/i.test(rest)) return [];
  const colors = words.filter((word) => slotOf(word) === "color");
  if (kind === undefined ? colors.length > 0 : /^colou?rs?$/.test(kind)) return colors;
  if (kind !== undefined && !/^(?:theme|style|kind|design|series|range|motif|pattern)$/.test(kind))
    return [];
  const isTheme = (word: string) =>
    slotOf(word) === undefined &&
    !isProductWord(word) &&
    !isConnective(word) &&
    !/\d|^(?:cm|mm|m|inch|inches|ft)$/i.test(word);
  return words.filter(isTheme).slice(-3);
}

/** Whether a clause picks one of the things that were named to choose from. */
function isChoice(own: readonly string[], clause: string, talk: Talk, found: Found): boolean {
  if (found.chosen !== undefined || tellsOnly(clause)) return false;
  const { alternatives, offered, words } = talk;
  const alternative = namedItem(own, alternatives, clause);
  const item =
    alternative ??
    offered.map((list) => namedItem(own, list, clause)).find((one) => one !== undefined);
  if (item === undefined) return false;
  found.chosen = item;
  found.wishes.push(...own);
  if (alternative !== undefined) found.removed.push(...othersOf(alternatives, alternative));
  found.removed.push(...words.filter((word) => GIFT.test(word)));
  return true;
}

const tellsOnly = (clause: string): boolean =>
  MUST_DO.test(clause) || TOO_MUCH.test(clause) || (TELLS.test(clause) && !WISHES.test(clause));

/** Whether a turn tells of a person or thing: "my mower is dead". */
export const isTold = (text: string): boolean => TELLS.test(text);

/** What a turn says of a thing, without what it tells beside. */
export const wordsSaid = (rest: string): string[] =>
  rest.split(CLAUSE_END).flatMap((clause) => wordsOfClause(clause.trim()));

/** The words that a clause adds. */
function wordsOfClause(clause: string): string[] {
  if (clause === "") return [];
  if (tellsOnly(clause)) return attributeWords(clause);
  if (ASKS.test(clause) && !ASKS_FOR.test(clause)) return [];
  return tellingWords(stripAsking(clause.replace(LESS_OF, " ").replace(WORKS, " ")), true)
    .map(plainDegree)
    .filter((word) => !isChatter(word));
}

function attributeWords(clause: string): string[] {
  const { color, size } = readAttributes(clause);
  const people = /\b\d{1,2}-person\b/.exec(clause)?.[0];
  return [color, size, people].flatMap((found) => (found === undefined ? [] : wordsOf(found)));
}

/** The last word that names a thing, before what only describes it. */
function headOf(clause: string, own: readonly string[], adds: boolean): string | undefined {
  if (
    MODIFIES.test(clause) ||
    WHAT_ABOUT_ONE.test(clause) ||
    /^(?:just|only) the\b/i.test(clause) ||
    /\b(?:one|version)s?\b/i.test(clause)
  )
    return undefined;
  const phrase = stripAsking(clause);
  const from = phrase.indexOf(own[0] ?? "");
  const at = phrase.slice(from).search(PLACES) < 0 ? -1 : from + phrase.slice(from).search(PLACES);
  const front = new Set(wordsOf(at < 0 ? phrase : phrase.slice(0, at)).map(bareWord));
  const isNamed = adds || INTRODUCES.test(clause);
  const head = own.findLast((word, at) => {
    const bare = bareWord(word);
    if (DESCRIBING.test(own[at + 1] ?? "")) return false;
    if (!front.has(bare) || slotOf(word) !== undefined) return false;
    const strength = productStrength(bare);
    return strength === 2 || (strength === 1 && isNamed);
  });
  return head === undefined ? undefined : singular(bareWord(head));
}

function isAnother(head: string, clause: string, talk: Talk): boolean {
  const { words, last, rest } = talk;
  if (words.some((word) => singular(bareWord(word)) === head)) return false;
  // "A bigger display" is of the thing.
  if (wordsOf(clause).some((word) => plainDegree(word) !== word)) return false;
  if ((CORRECTS.test(rest) || IS_FEATURE.test(clause)) && !INTRODUCES.test(clause)) return false;
  const isAsked =
    asksSomething(last) &&
    wordsOf(last?.text.toLowerCase() ?? "")
      .map(bareWord)
      .includes(head);
  if (isAsked && !/\b(?:need|want|instead)\b/i.test(rest)) return false;
  const isShort =
    wordsOf(clause).length <= (ASKS_FOR.test(clause) ? 3 : 6) &&
    !/\b(?:an?|some|need|want)\b/i.test(clause);
  return !(isShort && (asksSomething(last) || talk.contrasts === true) && !INSTEAD.test(rest));
}

/** The words of the things that were not chosen and are not of the chosen one. */
function othersOf(choices: readonly string[][], item: readonly string[]): string[] {
  const own = new Set(item.map((word) => singular(bareWord(word))));
  return choices.flat().filter((word) => !own.has(singular(bareWord(word))));
}
