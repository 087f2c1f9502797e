/** A stretch of time, half-open. **Units** milliseconds since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Run extends Stretch {
  readonly grain: Grain;
}

export const GRAIN = { quarter: 1, hour: 2, day: 3 } as const;
export type Grain = (typeof GRAIN)[keyof typeof GRAIN];

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 4 * QUARTER_MS;
const DAY_MS = 24 * HOUR_MS;
const SIZES: readonly { grain: Grain; ms: number }[] = [
  { grain: GRAIN.day, ms: DAY_MS },
  { grain: GRAIN.hour, ms: HOUR_MS },
  { grain: GRAIN.quarter, ms: QUARTER_MS },
];

export interface Segments {
  /** What the rollups cover, each part in the coarsest grain that fits into its bucket. */
  readonly runs: readonly Run[];
  /** The whole of the runs: beginning and end of a window seldom fall on a quarter of an hour. */
  readonly cover: Stretch;
  /** What is left at both ends, always less than a quarter of an hour. */
  readonly edges: readonly Stretch[];
}

/**
 * Divides the buckets of a window among the grains of the rollups, so that whole days are read as
 * days although local midnights lie elsewhere.
 *
 * **Shape** `bounds` grow: the beginning of each bucket, then the end of the last. All but the
 * first and the last are multiples of a quarter of an hour, as every zone's midnight is.
 */
export function segmentsOf(bounds: readonly number[]): Segments {
  const first = bounds[0] ?? 0;
  const last = bounds.at(-1) ?? first;
  const from = ceil(first, QUARTER_MS);
  const to = Math.max(from, floor(last, QUARTER_MS));
  const inner = bounds.slice(1, -1).filter((bound) => bound > from && bound < to);
  const parts: Run[] = [];
  let start = from;
  for (const end of [...inner, to]) {
    parts.push(...runsOf({ from: start, to: end }, SIZES));
    start = end;
  }
  const edges =
    last < from
      ? [{ from: first, to: last }]
      : [
          { from: first, to: from },
          { from: to, to: last },
        ];
  return {
    runs: joined(parts),
    cover: { from, to },
    edges: edges.filter((edge) => edge.from < edge.to),
  };
}

/** The whole units of the coarsest size in a stretch, and the rest around them in finer ones. */
function runsOf(stretch: Stretch, [size, ...finer]: typeof SIZES): Run[] {
  if (size === undefined || stretch.from >= stretch.to) return [];
  const from = ceil(stretch.from, size.ms);
  const to = floor(stretch.to, size.ms);
  if (from >= to) return runsOf(stretch, finer);
  return [
    ...runsOf({ from: stretch.from, to: from }, finer),
    { grain: size.grain, from, to },
    ...runsOf({ from: to, to: stretch.to }, finer),
  ];
}

/** Neighbours of one grain become one run: the database finds each run once for each campaign. */
function joined(parts: readonly Run[]): Run[] {
  const open = new Map<Grain, Run>();
  const runs: Run[] = [];
  for (const part of parts) {
    const before = open.get(part.grain);
    if (before !== undefined && before.to === part.from) {
      open.set(part.grain, { ...before, to: part.to });
      continue;
    }
    if (before !== undefined) runs.push(before);
    open.set(part.grain, part);
  }
  return [...runs, ...open.values()];
}

const floor = (ms: number, size: number) => Math.floor(ms / size) * size;
const ceil = (ms: number, size: number) => Math.ceil(ms / size) * size;
