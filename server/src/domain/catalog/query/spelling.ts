const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Shorter words have too many neighbours: "cat" is one letter from "car", "mat" and "cut". */
export const REPAIR_LENGTH_MIN = 4;

/** Longer words are part numbers, and their neighbours cost more to try. */
const REPAIR_LENGTH_MAX = 24;

/**
 * Calls back with every word one edit away: a letter dropped, added, replaced, or two swapped.
 * Trying them all against the vocabulary takes some hundred look-ups and needs no index of its own;
 * it happens only for words the catalogue does not know.
 */
export function eachNeighbour(word: string, visit: (neighbour: string) => void): void {
  if (word.length < REPAIR_LENGTH_MIN || word.length > REPAIR_LENGTH_MAX) return;
  for (let at = 0; at <= word.length; at += 1) {
    const head = word.slice(0, at);
    const tail = word.slice(at);
    const rest = tail.slice(1);
    if (tail !== "") visit(head + rest);
    if (tail.length > 1) visit(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
    for (const letter of LETTERS) {
      if (tail !== "") visit(head + letter + rest);
      visit(head + letter + tail);
    }
  }
}
