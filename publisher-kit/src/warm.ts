import { startTimer } from "./clock.ts";
import { detectIntent } from "./intent/index.ts";
import { formulateQuery } from "./query/index.ts";

/** What a reader writes, which first makes the tables that reading it needs. */
const TURN = "Can you recommend a quiet coffee grinder under $80? Mine broke.";

let isWarm = false;

/**
 * Makes a process ready for its first reader, in small steps between other work: the first turn
 * takes longer than later ones. Once in a process.
 */
export function warmUp(): void {
  if (isWarm) return;
  isWarm = true;
  const steps: (() => void)[] = [() => detectIntent(TURN), () => formulateQuery(TURN)];
  const next = () => {
    steps.shift()?.();
    if (steps.length > 0) startTimer(next, 0);
  };
  startTimer(next, 0);
}
