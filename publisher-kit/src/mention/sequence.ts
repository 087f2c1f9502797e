import { placeOf } from "./places.ts";
import { type Seen, stemOf } from "./seen.ts";
import type { Look } from "./zones.ts";

/** A longer answer is read around the first name of the offer. */
const STEPS_MAX = 96;
/** Sentences that stand far from the offer are read too where the near ones are this short. */
const NEAR_MAX = 64;
/** Steps farther from a name than this are all as far. */
const FAR = 12;
export const DISTANCES = 2 * FAR + 1;
/** A name of the offer, of another offer, of a rival; first what is no name. */
export const ROLES: readonly (string | undefined)[] = [undefined, "S", "O", "R"];

/**
 * An answer as one offer sees it, step by step; all arrays have one entry for each step.
 *
 * Shape: `words` are places as `placeOf` gives them, 0 for names and where a sentence begins;
 * `classes` and `zones` are names; `roles` are indices of `ROLES`; `distances` count the steps from
 * the nearest name of the offer, 0 to `DISTANCES` - 1.
 */
export type Sequence = {
  readonly words: Uint32Array;
  readonly classes: readonly string[];
  readonly zones: readonly string[];
  readonly roles: Uint8Array;
  readonly distances: Uint8Array;
};

type Step = { word: number; name: string; zone: string; role: number };

/** The steps of an answer that names the offer. */
export function sequenceOf({ phrases, seen, zones }: Look): Sequence {
  const isFar = (at: number): boolean => /^[ef]/.test(zones[at] ?? "");
  const near = seen.reduce((sum, pieces, at) => (isFar(at) ? sum : sum + pieces.length + 1), 0);
  const steps = phrases.flatMap(({ line: { sentence } }, at): Step[] => {
    if (near > NEAR_MAX && isFar(at)) return [];
    const shape = `${sentence.listItem ? "l" : ""}${sentence.heading ? "h" : ""}`;
    const zone = `${zones[at] ?? ""}${shape}`;
    const start = { word: 0, name: "^", zone, role: 0 };
    return [start, ...(seen[at] ?? []).map((one) => stepOf(one, zone))];
  });
  return packed(windowOf(steps));
}

function stepOf({ word, symbol, traits = [] }: Seen, zone: string): Step {
  const role = Math.max(0, ROLES.indexOf(symbol));
  if (role > 0) return { word: 0, name: [symbol, ...traits].join("-"), zone, role };
  const text = symbol === undefined ? stemOf(word) : word;
  return { word: placeOf(`word ${text}`), name: symbol ?? "", zone, role: 0 };
}

function windowOf(steps: readonly Step[]): readonly Step[] {
  if (steps.length <= STEPS_MAX) return steps;
  const own = steps.findIndex(({ role }) => role === 1);
  const from = Math.max(0, own - STEPS_MAX / 2);
  return steps.slice(from, from + STEPS_MAX);
}

function packed(steps: readonly Step[]): Sequence {
  const own = [...steps.keys()].filter((at) => steps[at]?.role === 1);
  const distances = Uint8Array.from(steps, (_, at) => distanceOf(at, own) + FAR);
  return {
    words: Uint32Array.from(steps, ({ word }) => word),
    classes: steps.map(({ name }) => name),
    zones: steps.map(({ zone }) => zone),
    roles: Uint8Array.from(steps, ({ role }) => role),
    distances,
  };
}

function distanceOf(at: number, own: readonly number[]): number {
  let nearest = FAR;
  for (const place of own) {
    if (Math.abs(at - place) < Math.abs(nearest)) nearest = at - place;
  }
  return Math.max(-FAR, Math.min(FAR, nearest));
}
