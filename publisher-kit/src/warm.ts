import { startTimer } from "./clock.ts";
import { detectIntent } from "./intent/index.ts";
import { createMentionMatcher } from "./mention/index.ts";
import { formulateQuery } from "./query/index.ts";

/** What a reader and a model write, each of which first makes the tables it needs. */
const TURN = "Can you recommend a quiet coffee grinder under $80? Mine broke.";
const OFFER = { offerId: "warm", title: "Kestrel Grinder", brand: "Kestrel" };
const ANSWERS = [
  "Nothing to name.",
  "I'd honestly go with the Kestrel Grinder, it is a great pick.",
];

let isWarm = false;

/**
 * Makes a process ready for its first reader, in small steps between other work: the first turn and
 * the first answer take tens of milliseconds longer than later ones, in which a server answers
 * nobody. Once in a process.
 */
export function warmUp({ hasAnswers }: { hasAnswers: boolean }): void {
  if (isWarm) return;
  isWarm = true;
  const steps: (() => void)[] = [() => detectIntent(TURN), () => formulateQuery(TURN)];
  if (hasAnswers) {
    for (const answer of ANSWERS) {
      steps.push(() => {
        const matcher = createMentionMatcher([OFFER]);
        matcher.push(answer);
        matcher.end();
      });
    }
  }
  const next = () => {
    steps.shift()?.();
    if (steps.length > 0) startTimer(next, 0);
  };
  startTimer(next, 0);
}
