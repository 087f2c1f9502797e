import { setPriority } from "node:os";

/**
 * Lets whoever answers requests go first when all want the same cores: a process at 10 gets a tenth
 * of what one at 0 does, and all that is left. On Linux it holds for the calling thread alone.
 *
 * **Units** the steps of `nice`.
 */
export function giveWay(steps: number): void {
  setPriority(steps);
}
