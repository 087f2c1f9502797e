import type { Names } from "../../../publisher-kit/src/mention/net.ts";
import { BUCKETS } from "../../../publisher-kit/src/mention/places.ts";
import type { Candidate } from "./data.ts";

/** A word of fewer examples gets no numbers of its own. */
const WORD_COUNT_MIN = 4;

/** What the net will know by name: frequent words by place, all classes and zones. */
export function namesOf(rows: readonly Candidate[]): { names: Names; wordCount: number } {
  const counts = new Uint32Array(BUCKETS);
  const classes = new Set<string>();
  const zones = new Set<string>();
  for (const { view } of rows) {
    const { sequence } = view;
    for (const place of new Set(sequence.words)) counts[place] = (counts[place] ?? 0) + 1;
    for (const name of sequence.classes) if (name !== "") classes.add(name);
    for (const zone of sequence.zones) zones.add(zone);
  }
  const words = new Uint16Array(BUCKETS);
  let wordCount = 0;
  for (let place = 1; place < BUCKETS; place += 1) {
    if ((counts[place] ?? 0) < WORD_COUNT_MIN) continue;
    wordCount += 1;
    words[place] = wordCount;
  }
  const names = { words, classes: [...classes].sort(), zones: [...zones].sort() };
  return { names, wordCount };
}
