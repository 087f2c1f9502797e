import { productStrength } from "@placard/publisher-kit/query";
import { type Mention, plainWords, type QueryType, typeOfQuery } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import { stem } from "../index/stem.ts";
import { fold, tellingWords, wordsOf } from "../index/tokens.ts";
import { typeTerm } from "../index/type-column.ts";
import { isHired, isOffCatalogue } from "./off-catalogue.ts";
import { type KnownWords, known, repairsOf, slipOf } from "./spelling.ts";

/**
 * Words that a catalogue may not have and that are no slips of the keys, though each is one letter
 * from the name of a thing that begins alike.
 */
const PLAIN_ENGLISH = new Set(
  (
    "birth bits body bored boss bucks cared cares chance cheat choose could couldnt cried " +
    "crying dating debts dream fears feels fight finds force friend funny girls guess guest " +
    "happen hardly hate hated hates honest hope hoping hours hurt hurts knows lately later " +
    "least leave liked likes lives lose loser loses loved luck lucky lying makes maybe " +
    "meant mind money moved must needs never nights paid pains parts paying people place " +
    "please prays quick quid reach really right scared shame sick since smart someone sorry " +
    "stuck stupid takes tells thing think tired today told tough tries trust upset using " +
    "wants where whole whose woke works world worse worst write wrong"
  ).split(" "),
);

interface AskedWord {
  readonly word: string;
  readonly stem: string;
}

/**
 * The type that a query asks for, also where its name is misspelt: "quiet ketle". Where the words
 * name one as they are, none of them is repaired.
 *
 * **Shape** `stems`: of the query's words, as they were read.
 */
export function typeAsked(catalogue: KnownWords, text: string, words: readonly AskedWord[]) {
  const type = meantHere(catalogue, typeOfQuery(sharedVocabulary(), text), text);
  const repaired = new Map<string, string>();
  const plain = { type, text, stems: words.map((word) => word.stem), repaired };
  if (type.type !== null || type.goesWith !== null) return plain;
  for (const { word, stem: key } of words) {
    if (isPlainEnglish(word) || productStrength(word) > 0) continue;
    const exact = known(catalogue, key);
    const repair =
      exact === undefined ? repairsOf(catalogue, word)[0] : slipOf(catalogue, word, exact);
    // The first letter is rarely mistyped: "lose" is no rose.
    if (repair !== undefined && repair.spelling[0] === word[0]) repaired.set(word, repair.spelling);
  }
  if (repaired.size === 0) return plain;
  const spelling = wordsOf(text)
    .map((word) => repaired.get(word) ?? word)
    .join(" ");
  return {
    type: typeOfQuery(sharedVocabulary(), spelling),
    text: spelling,
    stems: words.map(({ word, stem: key }) => stem(repaired.get(word) ?? key)),
    repaired,
  };
}

/** So many times more products of another sense, and a shop means that by a name. */
const SENSE_RATIO = 10;

/** What a name means here: in a shop of computers a "notebook" is no paper. */
function meantHere(catalogue: KnownWords, type: QueryType, text: string): QueryType {
  const { mention } = type;
  if (mention === null || type.goesWith !== null) return type;
  const countOf = (sense: string) => known(catalogue, typeTerm(sense))?.count ?? 0;
  const least = countOf(mention.type) * SENSE_RATIO;
  const senses = sensesIn(text, mention);
  if (!senses.includes(mention.type)) return type;
  const sense = senses.find((other) => countOf(other) > least);
  return sense === undefined
    ? type
    : { type: sense, goesWith: null, mention: { ...mention, type: sense } };
}

const sensesIn = (text: string, { from, to }: Mention): readonly string[] =>
  sharedVocabulary().sensesOf(plainWords(text).slice(from, to));

/** Whether the words that name a type do so only with what it is for: "toys for a puppy". */
export const isJoined = (text: string, { mention }: QueryType): boolean =>
  mention !== null && !mention.isLine && !sensesIn(text, mention).includes(mention.type);

/** Whether a word is one of those, or of services. */
export function isPlainEnglish(word: string): boolean {
  return PLAIN_ENGLISH.has(word) || isOffCatalogue(word) || isHired(word);
}

/**
 * A query as the catalogue spells it, where that names a thing and the words as typed do not:
 * plain English that no product has is no slip of the keys. `null` for none.
 */
export function respellQuery(text: string, catalogue: KnownWords): string | null {
  const words = tellingWords(wordsOf(text)).map((word) => ({ word, stem: stem(word) }));
  const { type, repaired } = typeAsked(catalogue, text, words);
  if (repaired.size === 0 || type.type === null) return null;
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => repaired.get(fold(word)) ?? word);
}
