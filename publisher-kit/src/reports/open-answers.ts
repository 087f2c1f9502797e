import type { AnswerWatch } from "../citations/observe.ts";
import { sleep } from "../core/clock.ts";
import type { StartTimer } from "../types.ts";

/** An answer from which nothing has come for so long was given up with its request. */
const IDLE_MAX_MS = 60_000;
const POLL_MS = 50;
/** Answers at once in one process; beyond it the oldest is not waited for. */
const ANSWERS_MAX = 10_000;

type OpenAnswer = { watch: AnswerWatch; readAtMs: number };

/** The answers that are being read, since they report only at their end. */
export type OpenAnswers = {
  add(watch: AnswerWatch): AnswerWatch;
  /** Resolves when those that are open now have ended; runs `send` after each that ends. */
  ended(send: () => Promise<void>): Promise<void>;
};

export function createOpenAnswers(options: {
  now: () => number;
  startTimer: StartTimer;
}): OpenAnswers {
  const { now, startTimer } = options;
  const open = new Set<OpenAnswer>();

  const isOpen = (answer: OpenAnswer): boolean => {
    if (!answer.watch.isOver() && now() - answer.readAtMs < IDLE_MAX_MS) return true;
    open.delete(answer);
    return false;
  };

  return {
    add(watch) {
      const answer = { watch, readAtMs: now() };
      open.add(answer);
      for (const oldest of open) {
        if (open.size <= ANSWERS_MAX) break;
        open.delete(oldest);
      }
      return {
        ...watch,
        part() {
          const part = watch.part();
          answer.readAtMs = now();
          const push = (chunk: string): string => {
            answer.readAtMs = now();
            return part.push(chunk);
          };
          return { ...part, push };
        },
        end() {
          open.delete(answer);
          return watch.end();
        },
      };
    },
    async ended(send) {
      // Polled, for a request of an edge runtime may not wait for the promise of another.
      let left = [...open];
      while (left.length > 0) {
        const still = left.filter(isOpen);
        if (still.length < left.length) await send();
        if (still.length > 0) await sleep(startTimer, POLL_MS);
        left = still;
      }
    },
  };
}
