export const RANKS = 10;

/** NDCG@10: log2 discount, the ideal from all judged products, unjudged ones count nothing. */
export function ndcgOf(
  ids: readonly string[],
  ratings: Readonly<Record<string, number>>,
  gainOf: (rating: number) => number,
): number {
  const found = ids.slice(0, RANKS).map((id) => gainOf(ratings[id] ?? 0));
  const ideal = Object.values(ratings)
    .map(gainOf)
    .toSorted((left, right) => right - left)
    .slice(0, RANKS);
  const best = discounted(ideal);
  return best === 0 ? 0 : discounted(found) / best;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** **Units** standard error of the mean. */
export function standardErrorOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)) / values.length);
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}
