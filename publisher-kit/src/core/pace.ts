import { elapsedMs } from "./clock.ts";

/** Reading a turn takes about this long; see `npm run bench -- streams`. */
const SLOT_MS = 2;
/** What other work of the host gets between two steps. */
const REST_MS = 1;
/** A process with more turns than this is full: a longer wait would use up their deadlines. */
const WAIT_MAX_MS = 240;
const TRIES_MAX = 4;

/** When the next free slot begins. Of all kits of the process, which share its event loop. */
let freeAtMs = 0;
let endedAtMs = 0;

/**
 * Runs a step of CPU work in a slot of its own, so that many turns at once do not hold up the
 * answers that the same process streams. Without other turns it runs at once. Each caller waits
 * with a timer of its own: runtimes that tie timers to requests need that.
 */
export async function paced<Result>(step: () => Result | Promise<Result>): Promise<Result> {
  let nowMs = elapsedMs();
  const giveUpAtMs = nowMs + WAIT_MAX_MS;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const isRested = nowMs >= endedAtMs + REST_MS;
    if (isRested && (tries > 0 || nowMs >= freeAtMs)) break;
    const beginsAtMs = Math.max(nowMs, freeAtMs, endedAtMs + REST_MS);
    if (beginsAtMs >= giveUpAtMs) break;
    freeAtMs = beginsAtMs + SLOT_MS + REST_MS;
    // Not the kit's timers, which are unreferenced: the process could end before this resolves.
    await new Promise((resolve) => setTimeout(resolve, Math.ceil(beginsAtMs - nowMs)));
    nowMs = elapsedMs();
  }
  freeAtMs = Math.max(freeAtMs, nowMs + SLOT_MS + REST_MS);
  try {
    return step();
  } finally {
    endedAtMs = elapsedMs();
  }
}
