import { isStopWord } from "./filler.ts";

/** Beside stop words, what stands behind a name or for one. */
const STOPS = new Set(
  (
    "with for in on of not no now still again speaking item colour color size address email " +
    "phone bike und et y ich je jag"
  ).split(" "),
);

/** Whether neither a name nor a secret in plain words goes on with a word. */
export function isStop(said: string): boolean {
  const word = said.toLowerCase();
  return isStopWord(word) || STOPS.has(word);
}
