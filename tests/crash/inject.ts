import { setTimeout as sleep } from "node:timers/promises";
import { FAULTS, type FaultKind, type Scene } from "./faults.ts";
import type { Random } from "./random.ts";

const PAUSE_MIN_MS = 500;
/** A fault that met nothing has another chance, this often in a round. */
const CHANCES = 3;

/** How often each kind happened. */
export type FaultCounts = ReadonlyMap<FaultKind, number>;

export interface ToldFault {
  readonly kind: FaultKind;
  /** Since the start of the load. */
  readonly atMs: number;
  readonly tookMs: number;
  /** Else it met something that an earlier fault still kept away, and is not counted. */
  readonly isDone: boolean;
}

/**
 * Hurts the scene until the time is over, and at least once in every way: all kinds in random
 * order, then again.
 */
export async function injectFaults(options: {
  scene: Scene;
  kinds: readonly FaultKind[];
  random: Random;
  seconds: number;
  /** The longest rest between two faults, in which the load catches up. */
  pauseMaxMs: number;
  /** Those that take long come in the first round and then in every so many. */
  rare: { readonly kinds: readonly FaultKind[]; readonly everyRounds: number };
  tell(fault: ToldFault): void;
}): Promise<FaultCounts> {
  const { scene, random, rare } = options;
  const startedMs = performance.now();
  const untilMs = startedMs + options.seconds * 1_000;
  const counts = new Map<FaultKind, number>();
  for (let round = 0; ; round += 1) {
    const isRareRound = round % rare.everyRounds === 0;
    const kinds = options.kinds.filter((kind) => isRareRound || !rare.kinds.includes(kind));
    const queue = random.shuffled(kinds).map((kind) => ({ kind, chances: CHANCES }));
    for (const { kind, chances } of queue) {
      await sleep(random.between(PAUSE_MIN_MS, options.pauseMaxMs));
      const beganMs = performance.now();
      if (beganMs > untilMs && round > 0) return counts;
      // A fault may meet a database that an earlier one still keeps away.
      const isDone = await FAULTS[kind](scene).catch((error: unknown) => {
        if (rare.kinds.includes(kind)) throw error;
        return false;
      });
      if (isDone) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      else if (chances > 1) queue.push({ kind, chances: chances - 1 });
      const tookMs = performance.now() - beganMs;
      options.tell({ kind, atMs: beganMs - startedMs, tookMs, isDone });
    }
  }
}
