import { BASE, FIRST, HASH_SHIFT, POSSIBLE, SURE } from "../generated/head-nouns.ts";
import { hashOf } from "./intent/hash.ts";

/** Strengths by hash; made on first use, for importing does no work. */
let strengths: Map<number, 1 | 2> | undefined;

/** How surely a lower-case word names a product: 2 strongly, 1 weakly, 0 not at all. */
export function productStrength(word: string): 0 | 1 | 2 {
  if (strengths === undefined) {
    strengths = new Map();
    addSteps(strengths, POSSIBLE, 1);
    addSteps(strengths, SURE, 2);
  }
  const own = strengthOf(word);
  if (own > 0 || word.length < 4 || !word.endsWith("s")) return own;
  const single = strengthOf(word.slice(0, -1));
  if (single > 0 || !word.endsWith("es")) return single;
  for (const singular of [word.slice(0, -2), `${word.slice(0, -3)}y`, `${word.slice(0, -3)}f`]) {
    const found = strengthOf(singular);
    if (found > 0) return found;
  }
  return word.endsWith("ves") ? strengthOf(`${word.slice(0, -3)}fe`) : 0;
}

const strengthOf = (word: string): 0 | 1 | 2 => strengths?.get(hashOf(word) >>> HASH_SHIFT) ?? 0;

/** Reads what the generator wrote: the last digits of steps between sorted hashes, and the rest. */
function addSteps(into: Map<number, 1 | 2>, text: string, strength: 1 | 2): void {
  const [last = "", rest = ""] = text.split(" ");
  const most = BASE - 1;
  let hash = 0;
  let at = 0;
  for (const char of last) {
    let step = 0;
    while (digitOf(rest, at) === most) {
      step += most;
      at += 1;
    }
    hash += (step + digitOf(rest, at)) * BASE + digitOf(char, 0);
    at += 1;
    into.set(hash, strength);
  }
}

function digitOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code - FIRST - (code > 92 ? 1 : 0);
}
