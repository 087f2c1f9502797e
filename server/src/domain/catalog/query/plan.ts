import { ELSEWHERE, plainWords, type QueryType, typeOfQuery } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import { brandTerm, calledTerm } from "../index/fields.ts";
import { stem } from "../index/stem.ts";
import { QUERY_WORDS_MAX, tellingWords, wordsOf } from "../index/tokens.ts";
import { type AskedType, TYPE_WORD, typeTerm } from "../index/type-column.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import { coreOf } from "./core.ts";
import { isHired, isOffCatalogue } from "./off-catalogue.ts";
import type { Plan, Probe, QueryWord, Telling } from "./probe.ts";
import { isJoined, isPlainEnglish, typeAsked } from "./respell.ts";
import {
  isPlainWord,
  type Known,
  known,
  rarityOf,
  repairsOf,
  slipOf,
  splitOf,
} from "./spelling.ts";
import { planChild, planMeasures, planModel, planOpposites } from "./telling.ts";

export interface QueryPlan {
  /** Rarest first, so that the strongest evidence is seen first; the type's before longer ones. */
  readonly probes: readonly Probe[];
  readonly telling: readonly Telling[];
  /** How much of the query each word is: rare words carry more. */
  readonly importance: readonly number[];
  readonly importanceTotal: number;
  /** The word, as a bit, that says what is wanted: the chair of "chair for two"; 0 for none. */
  readonly head: number;
  /** The words, as bits, that each product found must have where it says what it is. */
  readonly required: number;
  /** The words, as bits, that name a type. */
  readonly named: number;
  /** The same and those before them: the compound that they end. */
  readonly compound: number;
  /** The words, as bits, before any that say what it is for: the chair of "chair for two". */
  readonly core: number;
  /** The words, as bits, to which other words say the opposite. */
  readonly opposed: number;
  /** Whether the catalogue has enough of that type to show little else. */
  readonly isTyped: boolean;
  /** Whether a list ends where its products are clearly not what is asked for. */
  readonly isNarrow: boolean;
  /** What a product of that type gains that has not all of those words. */
  readonly typeGain: number;
  /** The shop has the type, and hardly calls one so: its laptops are notebooks. */
  readonly isForeign: boolean;
  /** The same, and it hardly calls anything else so. */
  readonly isUnheard: boolean;
  /** The shop has so few products of the type named that all of them may be typed wrongly. */
  readonly isScarce: boolean;
  /** The words ask for a service or the like, of which a product has no more than the name. */
  readonly isElsewhere: boolean;
  /** The words that name the type do so only with what it is for: "toys for a puppy". */
  readonly isJoined: boolean;
  /** What is asked for, when the words name it or what it goes with. */
  readonly asked: AskedType | null;
}

const REPAIRED_GAIN = 0.8;

/**
 * A word that no product has counts like a fairly rare one: more would let a single unknown word
 * in a sentence hide everything, less would answer nonsense with whatever shares its common words.
 */
const UNKNOWN_IMPORTANCE = 0.5;
const UNKNOWN_ATTRIBUTE = 0.25; // A shop that calls no boots waterproof still has boots.

/**
 * What the asker thinks of it, its price, who gets it, that it is one more and that it fits hardly
 * say which thing it is.
 */
const OPINION_PART = 0.1;
const OPINIONS = new Set(
  (
    "cheap cheaper cheapest affordable inexpensive expensive pricey best good great nice top " +
    "rated popular recommended perfect decent extra real actual proper original genuine " +
    "second another spare replacement go goes fit fits inside " +
    "him her husband wife boyfriend girlfriend"
  ).split(" "),
);

/**
 * How much of the query those words are that say what a thing is for, where the shop has the thing:
 * who wants a printer for a home office wants no other thing for it.
 *
 * **Source** 775 searches in the words of a chat: 6 more have the first result right than with 1,
 * 5 more than with 0.15; 0.3 and 0.5 do as well (8 and 7 more than with 1).
 */
const PURPOSE_PART = 0.4;

interface PlannedWord extends QueryWord {
  /** It is of the name of a type. */
  readonly isName: boolean;
}

interface QueryWords {
  readonly words: QueryWord[];
  /** The place of the word that says what is wanted; -1 for none. */
  readonly head: number;
  /** A word such as "for" follows it. */
  readonly isRelated: boolean;
}

/** Finds the terms behind a query: stems, joined and split compounds, repaired spellings. */
export function planQuery(
  text: string,
  vocabulary: Vocabulary,
  productCount: number,
  isNarrow = false,
): QueryPlan {
  const plan: Plan = { vocabulary, productCount, probes: [], telling: [], importance: [] };
  const asked = queryWords(plan, text);
  const { words, head } = asked;
  const read = typeAsked(plan, text, words);
  const named = namedWords(read);
  words.forEach((word, position) => {
    const isName = read.text === text && (named & (1 << position)) !== 0;
    planWord(plan, { ...word, isName }, position);
  });
  for (let position = 0; position + 1 < words.length; position += 1) {
    planJoined(plan, words, position);
  }
  const typeProbe = typeProbeOf(plan, words, named, read.type);
  planMeasures(plan, words, text);
  const opposed = planOpposites(plan, words, named, read.type.type);
  planModel(plan, text);
  planChild(plan, words, { text, type: read.type.type });
  plan.probes.sort((left, right) => right.gain - left.gain);
  if (typeProbe !== undefined) placeType(plan, typeProbe);
  const core = coreOf(
    text,
    words.map((word) => word.stem),
  );
  const typeCount = typeProbe === undefined ? 0 : vocabulary.documentCount(typeProbe.term);
  const isTyped = typeCount >= TYPED_MIN;
  if (isTyped && read.type.goesWith === null) playDownPurposes(plan, words, core);
  const importanceTotal = plan.importance.reduce((sum, value) => sum + value, 0);
  const lastNamed = 31 - Math.clz32(named);
  const headAt = named === 0 ? head : lastNamed;
  const headBit = headAt < 0 ? 0 : 1 << headAt;
  const { type } = read;
  const isElsewhere = isServiceAsked(words, named, type.type);
  const isAsked = type.type !== null || type.goesWith !== null;
  return {
    probes: plan.probes,
    telling: plan.telling,
    importance: plan.importance,
    importanceTotal,
    head: headBit,
    required: requiredOf(asked, { named, core }),
    named,
    opposed,
    compound: named === 0 ? 0 : (2 << lastNamed) - 1,
    core,
    isTyped,
    isNarrow,
    typeGain: typeProbe?.gain ?? 0,
    isForeign: typeProbe?.isForeign ?? false,
    isUnheard: typeProbe?.isUnheard ?? false,
    isScarce: isElsewhere || (named !== 0 && typeCount < scarceBelow(productCount)),
    isElsewhere,
    isJoined: isJoined(read.text, type),
    asked: isAsked ? type : null,
  };
}

/**
 * What a thing is for is less of it than the thing, but for the brand that it is for. Where it goes
 * with a type of thing, that is as much: a charger for a phone is no charger.
 */
function playDownPurposes(plan: Plan, words: readonly QueryWord[], core: number): void {
  for (const [at, { word }] of words.entries()) {
    const isBrand = known(plan, brandTerm(word)) !== undefined;
    if ((core & (1 << at)) !== 0 || isBrand) continue;
    plan.importance[at] = (plan.importance[at] ?? 0) * PURPOSE_PART;
  }
}

/** Whether words name a service, or ask for a thing to be lent or repaired. */
function isServiceAsked(words: readonly QueryWord[], named: number, type: string | null): boolean {
  if (type !== null && sharedVocabulary().isKindOf(type, ELSEWHERE)) return true;
  return words.some(({ word }, at) => isHired(word) && (named & (1 << at)) === 0);
}

/** Any thing: what it is for says which. */
const ANYTHING = /^(?:(?:some|any)?thing|stuff|gadget|item|product|gift|present)$/;

/**
 * What is asked for must be there itself: who needs a guitar teacher needs no guitar, and an
 * "accountant for a freelancer" is no bird feeder.
 */
function requiredOf(
  { words, head, isRelated }: QueryWords,
  { named, core }: { named: number; core: number },
): number {
  // "Sofa bed delivery": what stands behind a name says what is wanted of it.
  const behind = named === 0 ? head : 32 - Math.clz32(named & core);
  const isTelling = (at: number) =>
    at === 0 || at === head || (at === behind && (core & (1 << at)) !== 0);
  const isService = ({ word }: QueryWord, at: number) =>
    isHired(word) || (isTelling(at) && isOffCatalogue(word));
  const required = words.flatMap((word, at) => (isService(word, at) ? [at] : []));
  const isThing = isRelated && named === 0 && !ANYTHING.test(words[head]?.word ?? "");
  if (isThing && head >= 0) required.push(head);
  return required.reduce((bits, at) => bits | (1 << at), 0) & ~named;
}

/**
 * What another name of a thing is worth, compared with the words of the query.
 *
 * **Source** NDCG on the judged queries of two shops: with half of it the same but two of 40
 * synonyms less, with more 0.020 less in one.
 */
const TYPE_GAIN = 0.2;
/**
 * The same where the shop hardly calls the thing so: it says "projector", not "beamer", and
 * "laptop" of its locks and batteries alone. Of fewer products none may say so by chance.
 *
 * **Source** the names of types (`eval search`): with 20, 98 more of 9,294 find one first than with
 * 50. NDCG on the same queries: with 50 as without what the products themselves are called, with 20
 * 0.006 less in one, with any number 0.013.
 */
const FOREIGN_GAIN = 0.6;
const FOREIGN_RATIO = 0.05;
const FOREIGN_MIN = 20;
const TYPED_MIN = 3;

/**
 * Fewer products of a type may all be typed wrongly, by a word that means something else in their
 * titles: one of so many products, and eight at most.
 *
 * **Source** 500 searches for what four feeds do not have and 1,085 for what they have: with 6,000
 * as many are right, with 9,000 five more of the 500 find something, with 3,500 six of the others
 * find nothing.
 */
const SCARCE_PER = 7_000;
const SCARCE_MAX = 8;

const scarceBelow = (productCount: number): number =>
  Math.max(1, Math.min(SCARCE_MAX, productCount / SCARCE_PER));

/** The words, as bits, that name a type; a product line ("iphone") is searched as a word alone. */
function namedWords({ type, text, stems }: ReturnType<typeof typeAsked>): number {
  const { mention } = type;
  if (mention === null || mention.isLine) return 0;
  const name = plainWords(text).slice(mention.from, mention.to);
  // An "S8 case" is no "S7 case", though both are phone cases.
  const telling = name.filter((word) => !/\d/.test(word));
  const names = (telling.length > 0 ? telling : name).map(stem);
  return stems.reduce((bits, word, at) => (names.includes(word) ? bits | (1 << at) : bits), 0);
}

/** Lists the products of the type that words name, by its other names too. */
function typeProbeOf(
  plan: Plan,
  words: readonly QueryWord[],
  named: number,
  { mention }: QueryType,
): (Probe & Pick<QueryPlan, "isForeign" | "isUnheard">) | undefined {
  if (named === 0 || mention === null) return undefined;
  const type = known(plan, typeTerm(mention.type));
  if (type === undefined) return undefined;
  const worth = plan.importance.reduce(
    (sum, value, at) => ((named & (1 << at)) === 0 ? sum : sum + value),
    0,
  );
  const said = words.flatMap((word, at) => ((named & (1 << at)) === 0 ? [] : [word.stem]));
  const isRare = (terms: readonly string[]) =>
    terms.some((term) => (known(plan, term)?.count ?? 0) < type.count * FOREIGN_RATIO);
  const isUnheard = isRare(said);
  const called = said.map((word) => calledTerm(mention.type, word));
  const isForeign = isUnheard || (type.count >= FOREIGN_MIN && isRare(called));
  return {
    term: type.term,
    words: TYPE_WORD,
    gain: worth * (isForeign ? FOREIGN_GAIN : TYPE_GAIN),
    isForeign,
    isUnheard,
  };
}

/**
 * The products of a type go before the first longer list. While they are unread, any product may
 * still turn out to have all words of the type's name, and no list can be left unread for that.
 */
function placeType({ probes, vocabulary }: Plan, typeProbe: Probe): void {
  const count = vocabulary.documentCount(typeProbe.term);
  const at = probes.findIndex(({ term }) => vocabulary.documentCount(term) > count);
  probes.splice(at < 0 ? probes.length : at, 0, typeProbe);
}

/** The words after these describe, the word before them is what is described. */
const RELATIONS = new Set(
  "for with without in to of on from by under near after before because so when while".split(" "),
);

const queryWord = (word: string): QueryWord => ({
  word,
  stem: stem(word),
  part: OPINIONS.has(word) ? OPINION_PART : 1,
});

function queryWords(plan: Plan, text: string): QueryWords {
  const all = wordsOf(text);
  const telling = new Set(tellingWords(all));
  const words = new Map<string, QueryWord>();
  let head = -1;
  for (const word of all) {
    if (RELATIONS.has(word) && head < 0) head = words.size - 1;
    const parts = telling.has(word) ? partsOfWord(plan, word, text) : [];
    for (const one of parts.map(queryWord)) {
      if (words.size < QUERY_WORDS_MAX && !words.has(one.stem)) words.set(one.stem, one);
    }
  }
  const isRelated = head >= 0;
  return { words: [...words.values()], head: isRelated ? head : words.size - 1, isRelated };
}

function planWord(plan: Plan, asked: PlannedWord, position: number): void {
  const { word, part, isName } = asked;
  const bit = 1 << position;
  const add = ({ term, rarity }: Known, gain: number) =>
    plan.probes.push({ term, words: bit, gain: rarity * gain * part });
  const exact = known(plan, asked.stem);
  if (exact !== undefined) {
    add(exact, 1);
    const slip = slipOf(plan, word, exact);
    if (slip !== undefined) add(slip, REPAIRED_GAIN);
    plan.importance.push((slip?.rarity ?? exact.rarity) * part);
    return;
  }
  const vocabulary = sharedVocabulary();
  const isWish = !isName && vocabulary.isAttribute(word);
  const unknown = rarityOf(plan, 0) * (isWish ? UNKNOWN_ATTRIBUTE : UNKNOWN_IMPORTANCE) * part;
  // A name is no slip of the keys: "whisky" is no whisk, "telly" no "tell", and a horse no hose.
  if (isName || isPlainEnglish(word) || vocabulary.mentionsIn([word]).length > 0) {
    plan.importance.push(unknown);
    return;
  }
  const parts = splitOf(plan, word)?.parts;
  if (parts !== undefined) {
    for (const known of parts) add(known, 1);
    plan.importance.push(Math.max(...parts.map(({ rarity }) => rarity)) * part);
    return;
  }
  const repairs = repairsOf(plan, word);
  for (const repair of repairs) add(repair, REPAIRED_GAIN);
  const best = repairs[0]?.rarity;
  plan.importance.push(best === undefined ? unknown : best * part);
}

function planJoined(plan: Plan, words: readonly QueryWord[], position: number): void {
  const [left, right] = [words[position], words[position + 1]];
  if (left === undefined || right === undefined) return;
  const whole = known(plan, stem(`${left.word}${right.word}`));
  if (whole === undefined) return;
  const gain = whole.rarity * Math.min(left.part, right.part);
  plan.probes.push({ term: whole.term, words: 3 << position, gain });
}

/** An unknown compound is its two words, if the catalogue has both: "usbhub". */
function partsOfWord(plan: Plan, word: string, text: string): readonly string[] {
  if (!isPlainWord(word) || known(plan, stem(word)) !== undefined) return [word];
  if (isOffCatalogue(word) || isHired(word)) return [word];
  if (typeOfQuery(sharedVocabulary(), word).type !== null) return [word];
  const at = splitOf(plan, word)?.at;
  if (at === undefined || isOfName(word, text)) return [word];
  return [word.slice(0, at), word.slice(at)];
}

/** Whether a word is one of the name of the type that a text asks for: a "bedside cabinet". */
function isOfName(word: string, text: string): boolean {
  const { mention } = typeOfQuery(sharedVocabulary(), text);
  if (mention === null) return false;
  return plainWords(text)
    .slice(mention.from, mention.to)
    .some((own) => stem(own) === stem(word));
}
