import { startTimer } from "./clock.ts";
import { detectIntent } from "./intent/index.ts";
import { patterns } from "./mention/patterns.ts";
import { formulateQuery } from "./query/index.ts";

/** What readers and models write: patterns are compiled for the letters they meet. */
const TURN = "Can you recommend a quiet coffee grinder under $80? Mine broke.";
const SENTENCE = "i'd honestly go with the \u00a7, it is a great pick for small flats. ";

/** The engine compiles a pattern in two stages, at its first and at its second use. */
const USES = 3;

let isWarm = false;

/**
 * Makes a process ready for its first reader, in small steps between other work: reading a first
 * turn took 90 ms and a first answer 300 ms longer than later ones (2026-11-22), in which a server
 * answers nobody. Once in a process.
 */
export function warmUp({ hasAnswers }: { hasAnswers: boolean }): void {
  if (isWarm) return;
  isWarm = true;
  const steps: (() => void)[] = [() => detectIntent(TURN), () => formulateQuery(TURN)];
  if (hasAnswers) {
    for (const pattern of patterns()) {
      steps.push(() => {
        for (let use = 0; use < USES; use += 1) pattern.test(SENTENCE);
      });
    }
  }
  const next = () => {
    steps.shift()?.();
    if (steps.length > 0) startTimer(next, 0);
  };
  startTimer(next, 0);
}
