import type { Span } from "./view.ts";

/** One character so often in a row that it can only fill space; dots and dashes lead the eye. */
const SAME_CHARACTER = /([^\s])\1{11,}/gu;
const LINES_EMPTY = /(?:\n[ \t]*){5,}|[ \t\u00a0\u3000]{12,}/gu;

const WORD = /[\p{L}\p{N}]+/gu;
/** The same word, or pair of words, so often one after the other. */
const TIMES_MAX = 5;
const PERIODS = [1, 2, 3, 4] as const;
/** In a text of at least this many words no word but a small one is every third. */
const WORDS_MIN = 24;

export function findRepetition(text: string): Span[] {
  return [...plainRuns(text, SAME_CHARACTER), ...plainRuns(text, LINES_EMPTY), ...wordRuns(text)];
}

function plainRuns(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
}

/** The words of a text by number: the same word has the same number. */
interface Numbered {
  readonly numbers: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function wordRuns(text: string): Span[] {
  const numberOf = new Map<string, number>();
  const counts: number[] = [];
  const numbers: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  WORD.lastIndex = 0;
  for (let found = WORD.exec(text); found !== null; found = WORD.exec(text)) {
    const word = found[0].toLowerCase();
    const number = numberOf.get(word) ?? numberOf.size;
    numberOf.set(word, number);
    counts[number] = (counts[number] ?? 0) + 1;
    numbers.push(number);
    starts.push(found.index);
    ends.push(WORD.lastIndex);
  }
  const runs = PERIODS.flatMap((period) => periodicRuns({ numbers, starts, ends }, period));
  const most = counts.reduce((left, right) => Math.max(left, right), 0);
  const [first, last] = [starts[0], ends.at(-1)];
  const isFlood = numbers.length >= WORDS_MIN && most * 3 > numbers.length;
  if (isFlood && first !== undefined && last !== undefined) runs.push({ start: first, end: last });
  return runs;
}

/** Where the same `period` words come more than TIMES_MAX times in a row. */
function periodicRuns({ numbers, starts, ends }: Numbered, period: number): Span[] {
  const runs: Span[] = [];
  let from = 0;
  for (let index = period; index <= numbers.length; index += 1) {
    if (index < numbers.length && numbers[index] === numbers[index - period]) continue;
    const start = starts[from];
    const end = ends[index - 1];
    if (start !== undefined && end !== undefined && index - from > period * TIMES_MAX) {
      runs.push({ start, end });
    }
    from = index - period + 1;
  }
  return runs;
}
