import type { Change } from "./change.ts";
import { frontOf } from "./host.ts";
import { isMeasureAt, withReplaced } from "./slots.ts";
import { bareWord, isConnective, isProductWord, singular, TOKENS_MAX, wordsOf } from "./words.ts";

/** The words of an open need after a turn: the newest wishes first, the thing last. */

const THING_WORDS = 3;

/** What was named: `name` is a name in capitals, `thing` a line of a list or a part of a choice. */
export interface Pinned {
  readonly name?: readonly string[] | undefined;
  readonly thing?: readonly string[] | undefined;
}

export function wordsAfter(
  words: readonly string[],
  { wishes, removed, chosen, isOther }: Change,
  { name, thing }: Pinned,
): string[] {
  const drop = new Set(removed.map((word) => singular(bareWord(word))));
  const kept = words.filter((word) => !drop.has(singular(bareWord(word))));
  const added = measured(wishes, kept);
  const base = isOther ? kept : withThing(kept, { name, thing }, chosen);
  const left = withReplaced(base, added);
  // "A carry-on" is a size and the thing.
  const hasThing = left.some(isProductWord) || !base.some(isProductWord);
  return shortened(unique([...added, ...(hasThing ? left : base)]));
}

/** The newest wishes stand first, the thing last; what is between them and names nothing goes. */
function shortened(words: readonly string[]): string[] {
  const isThing = (at: number) =>
    [words[at], words[at + 1]].some((word = "") => isProductWord(word));
  const isMiddle = (at: number) => at >= TOKENS_MAX / 2 && !isThing(at);
  const places = words.map((_word, at) => at);
  // Connectives go first, then the oldest wishes.
  const spare = [
    ...places.filter((at) => isConnective(words[at])),
    ...places.filter((at) => isMiddle(at) && at < words.length - THING_WORDS).toReversed(),
    ...places.filter(isMiddle).toReversed(),
  ];
  const gone = new Set([...new Set(spare)].slice(0, Math.max(0, words.length - TOKENS_MAX)));
  return words.filter((_word, at) => !gone.has(at));
}

function withThing(
  kept: readonly string[],
  { name, thing }: Pinned,
  chosen: readonly string[] | undefined,
): readonly string[] {
  const whole = thing ?? name;
  // "Fishing vest" says all that is wanted, "Norvane Air" says not what it is.
  const saysAll = whole?.some((word) => isProductWord(word) && word === word.toLowerCase());
  if (whole !== undefined && saysAll === true) return whole;
  if (name !== undefined) return [...name, ...withReplaced(kept, name)];
  if (thing !== undefined) return [...thing, ...frontOf(kept).filter(isProductWord).slice(-1)];
  return chosen === undefined ? kept : [...chosen, ...withReplaced(kept, chosen)];
}

const NUMBER = /^\d+(?:[.,]\d+)?$/;
const MEASURE = /^\d+(?:[.,]\d+)?(in|inch|cm|mm|m|ft|l|ml|kg|g|oz|lbs?|gb|tb|w|")$/i;

/** "What about 24" after "28cm" is in the same unit. */
function measured(wishes: readonly string[], words: readonly string[]): readonly string[] {
  const joined = words.flatMap((word) => MEASURE.exec(word)?.[1] ?? []);
  const apart = words.filter((word, at) => isMeasureAt(words, at) && !NUMBER.test(word));
  const bare = wishes.filter((wish, at) => NUMBER.test(wish) && !isMeasureAt(wishes, at));
  if (bare.length !== 1 || wishes.length > 2 || joined.length + apart.length !== 1) return wishes;
  return wishes.flatMap((wish) =>
    wish !== bare[0] ? wish : [`${wish}${joined[0] ?? ""}`, ...apart],
  );
}

export function withoutExcluded(
  words: readonly string[],
  exclude: readonly string[] = [],
): string[] {
  const stems = words.map((word) => singular(bareWord(word)));
  const out = new Set(exclude.flatMap((phrase) => placesOf(wordsOf(phrase).map(singular), stems)));
  const kept = words.filter((_word, at) => !out.has(at));
  // "Not that tent" leaves the tent.
  return kept.some(isProductWord) || !words.some(isProductWord) ? kept : [...words];
}

/** Where a phrase or words of it stand: "drinking games" rules out no board game. */
function placesOf(phrase: readonly string[], stems: readonly string[]): number[] {
  const isWhole = (from: number) => phrase.every((one, place) => stems[from + place] === one);
  return phrase.flatMap((one, place) =>
    stems.flatMap((stem, at) =>
      stem === one && (!isProductWord(one) || isWhole(at - place)) ? at : [],
    ),
  );
}

export function unique(words: readonly string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const bare = singular(bareWord(word));
    if (bare === "" || seen.has(bare)) return false;
    seen.add(bare);
    return true;
  });
}
