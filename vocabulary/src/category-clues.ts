import type { Clue } from "./clue.ts";
import { type Head, headOf, typeAcross } from "./phrase.ts";
import { goodsIn, type Vocabulary } from "./vocabulary.ts";
import { plainWords } from "./words.ts";

/** How much a name says: whole, a piece, with one above, not by its head, "accessories". */
const WHOLE = 0.9;
const PIECE = 0.9;
const ACROSS = 0.9;
const INNER = 0.35;
const VAGUE = 0.2;
/** Factor of the name above the narrowest telling one. */
const ABOVE = 0.5;

const PIECES = /[,&/]| and /i;
/** A category of many kinds, whose name says little. */
const VAGUE_NAME =
  /\b(?:accessor(?:y|ies)|parts|supplies|replacements?|equipment|products|other)\b/i;
/** A name is read together with so many above it. */
const READ_WITH_MAX = 3;

/**
 * What the narrowest telling name of a category path says, and the one above it. A name that says
 * nothing alone is read together with those above: "Dresses > Casual" are casual dresses.
 */
export function cluesOfCategory(vocabulary: Vocabulary, category: readonly string[]): Clue[] {
  const names = category.toReversed();
  const levels = names.map((name) => name.split(PIECES).map(plainWords));
  const telling = levels.flatMap((pieces, at) => {
    const above = levels.slice(at + 1, at + 1 + READ_WITH_MAX).flat();
    const heads = pieces.flatMap((words) => nameHeads(vocabulary, words, above));
    return heads.length > 0 ? [{ heads, weight: weightOf(names[at] ?? "", pieces.length) }] : [];
  });
  const [narrowest, above] = telling.map(({ heads, weight }) =>
    heads.map(({ head: { type, goesWith }, isEnd, isAcross }): Clue => {
      const most = isAcross ? ACROSS : isEnd ? WHOLE : INNER;
      return { type, goesWith, weight: Math.min(weight, most), source: "category" };
    }),
  );
  if (narrowest === undefined) return [];
  // "Wine & Champagne Glasses > Wine Glasses" holds no champagne glasses.
  const isLeftOut = (type: string | null) =>
    type !== null &&
    narrowest.some((one) => one.type !== type && isWider(vocabulary, one.type, type));
  const wider = (above ?? []).filter(({ type }) => !isLeftOut(type));
  return [...narrowest, ...wider.map((clue) => ({ ...clue, weight: clue.weight * ABOVE }))];
}

const isWider = (vocabulary: Vocabulary, type: string | null, other: string) =>
  type !== null && vocabulary.isKindOf(other, type);

function weightOf(name: string, pieces: number): number {
  if (VAGUE_NAME.test(name)) return VAGUE;
  return pieces > 1 ? PIECE : WHOLE;
}

interface NameHead {
  readonly head: Pick<Head, "type" | "goesWith">;
  /** The name ends with it. */
  readonly isEnd: boolean;
  /** Read together with a name above, though the name alone says something else. */
  readonly isAcross: boolean;
}

/** "Snacks" of cats are cat treats, or snacks; "Casual" ones of dresses casual dresses alone. */
function nameHeads(
  vocabulary: Vocabulary,
  words: readonly string[],
  above: readonly (readonly string[])[],
): NameHead[] {
  if (words.length === 0) return [];
  const head = headOf(vocabulary, words, goodsIn(vocabulary, words));
  const isEnd = head?.to === words.length;
  const own = head === null ? [] : [{ head, isEnd, isAcross: false }];
  if (head !== null && isEnd && head.to - head.from > 1) return own;
  for (const wider of above) {
    const type = typeAcross(vocabulary, words, wider) ?? typeAcross(vocabulary, wider, words);
    if (type === null) continue;
    const isAcross = head?.type != null && !vocabulary.isKindOf(type, head.type);
    const across = { head: { type, goesWith: null }, isEnd: true, isAcross };
    return isAcross ? [...own, across] : [across];
  }
  return own;
}
