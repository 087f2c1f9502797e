import { cluesOfCategory } from "./category-clues.ts";
import type { Clue, DescribedProduct } from "./clue.ts";
import { cluesOfText, cluesOfTitle } from "./title-clues.ts";
import { ELSEWHERE, type Vocabulary } from "./vocabulary.ts";

/** What a product is; `null` where that is unknown. */
export interface ProductType {
  readonly type: string | null;
  /** The type it is an accessory, a part or a refill for. */
  readonly goesWith: string | null;
}

/** A type with whether a search may rely on it. */
export interface TypedProduct extends ProductType {
  readonly isCertain: boolean;
}

/** Feeds with more paths than these give each product its own. */
const PATHS_MAX = 10_000;

/** Reads the types of products; made once and used for many, which share category paths. */
export function createProductTyper(vocabulary: Vocabulary) {
  const byPath = new Map<string, readonly Clue[]>();
  return (product: DescribedProduct): TypedProduct => {
    const path = product.category.join("\n");
    let named = byPath.get(path);
    if (named === undefined) {
      named = cluesOfCategory(vocabulary, product.category);
      if (byPath.size < PATHS_MAX) byPath.set(path, named);
    }
    const clues = [...cluesOfTitle(vocabulary, product), ...named];
    const found = bestOf(vocabulary, clues);
    if (found.isCertain || !product.description) return found;
    return bestOf(vocabulary, [...clues, ...cluesOfText(vocabulary, product.description)]);
  };
}

/** The least score of a known type and its lead over the next; chosen on 400 labelled products. */
const KNOWN = 0.5;
const KNOWN_LEAD = 0.3;
/** What a title has to say at least for a certain type, and what of a category may not differ. */
const CERTAIN_TITLE = 0.7;
const CERTAIN_CATEGORY = 0.5;
const CERTAIN_LEAD = 0.5;

/** The type that most clues speak for; what the first two have in common if they are close. */
function bestOf(vocabulary: Vocabulary, clues: readonly Clue[]): TypedProduct {
  const goesWith = clues.find((clue) => clue.goesWith !== null)?.goesWith ?? null;
  const scored = scoresOf(vocabulary, clues);
  const [best] = scored;
  if (best === undefined || best.score < KNOWN) return { type: null, goesWith, isCertain: false };
  const { type, score, clue } = best;
  const other = scored.find(
    (one) => !vocabulary.isKindOf(one.type, type) && !vocabulary.isKindOf(type, one.type),
  );
  const lead = score - (other?.score ?? 0);
  if (other !== undefined && lead < KNOWN_LEAD) {
    const common = vocabulary.lineage(type).find((one) => vocabulary.isKindOf(other.type, one));
    return { type: common ?? null, goesWith, isCertain: false };
  }
  const isCertain = lead >= CERTAIN_LEAD && isBacked(vocabulary, type, clues);
  const isTitled = clue.source === "title";
  return { type, goesWith: clue.goesWith ?? (isTitled ? null : goesWith), isCertain };
}

/** The title says it and the category does not contradict. */
function isBacked(vocabulary: Vocabulary, type: string, clues: readonly Clue[]): boolean {
  const telling = clues.filter(
    ({ source, weight }) =>
      (source === "title" && weight >= CERTAIN_TITLE) ||
      (source === "category" && weight >= CERTAIN_CATEGORY),
  );
  const backing = telling.filter((one) => one.type !== null && vocabulary.isKindOf(type, one.type));
  const isTitled = backing.some(({ source }) => source === "title");
  const isFiled = backing.some(({ source }) => source === "category");
  return isTitled && (isFiled || telling.every(({ source }) => source !== "category"));
}

interface Scored {
  readonly type: string;
  readonly clue: Clue;
  readonly score: number;
}

/** Best first; of equals the first clue's. */
function scoresOf(vocabulary: Vocabulary, clues: readonly Clue[]): Scored[] {
  const scored: Scored[] = [];
  for (const clue of clues) {
    const { type } = clue;
    if (type === null || scored.some((one) => one.type === type)) continue;
    if (vocabulary.isKindOf(type, ELSEWHERE)) continue;
    // "Skins for a tracker" are none, though they lie among trackers.
    const isHost = (one: Clue) => one.type === null && one.goesWith === type;
    if (clue.source !== "title" && clues.some(isHost)) continue;
    scored.push({ type, clue, score: scoreOf(vocabulary, type, clues) });
  }
  return scored.sort((left, right) => right.score - left.score);
}

/** What each further clue of a source adds that agrees, up to two. */
const AGAIN = 0.15;
const AGAIN_MAX = 2;
/** Weaker clues repeat nothing. */
const AGAIN_WEIGHT_MIN = 0.3;

/** What each source says for a type, by itself or by a wider one. */
function scoreOf(vocabulary: Vocabulary, type: string, clues: readonly Clue[]): number {
  const best = { title: 0, category: 0, description: 0 };
  const count = { title: -1, category: -1, description: -1 };
  for (const clue of clues) {
    if (clue.type === null || !vocabulary.isKindOf(type, clue.type)) continue;
    best[clue.source] = Math.max(best[clue.source], clue.weight);
    if (clue.weight >= AGAIN_WEIGHT_MIN) count[clue.source] += 1;
  }
  const again = (times: number) => Math.max(0, Math.min(AGAIN_MAX, times)) * AGAIN;
  return (
    best.title +
    best.category +
    best.description +
    again(count.title) +
    again(count.category) +
    again(count.description)
  );
}
