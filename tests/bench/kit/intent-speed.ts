import { detectIntent } from "@placard/publisher-kit/intent";
import { authoredRows, type Row } from "../../train/intent/data.ts";
import { mean, median, rounded } from "../support/statistics.ts";
import { scanKeywords } from "./keywords.ts";

/** Passes over all turns in one timing; the scan needs more to be timed at all. */
const PASSES = 1;
const SCAN_PASSES = 20;
/** A run is the fastest of so many timings: what other programs take from it is not the kit's. */
const TIMINGS = 3;

/** **Units** microseconds a turn, earlier turns included. */
export interface Speed {
  readonly intentMicros: number;
  readonly scanMicros: number;
  readonly intentVsKeywordScan: number;
}

/** The middle of so many rounds; in each the scan runs before and after the detector. */
export function measureIntent(rounds: number): Speed {
  const turns = authoredRows();
  runIntent(turns);
  const runs = Array.from({ length: rounds }, () => {
    const before = runScan(turns);
    const intent = runIntent(turns);
    const scan = mean([before, runScan(turns)]);
    return { intent, scan, ratio: intent / scan };
  });
  return {
    intentMicros: rounded(median(runs.map(({ intent }) => intent))),
    scanMicros: rounded(median(runs.map(({ scan }) => scan))),
    intentVsKeywordScan: rounded(median(runs.map(({ ratio }) => ratio))),
  };
}

const runScan = (turns: readonly Row[]): number =>
  microsOf(turns, SCAN_PASSES, ({ text }) => scanKeywords(text));

const runIntent = (turns: readonly Row[]): number =>
  microsOf(turns, PASSES, ({ text, prev }) => detectIntent(text, prev).shopping);

function microsOf(turns: readonly Row[], passes: number, judge: (row: Row) => boolean): number {
  const timings = Array.from({ length: TIMINGS }, () => timeOnce(turns, passes, judge));
  return Math.min(...timings);
}

function timeOnce(turns: readonly Row[], passes: number, judge: (row: Row) => boolean): number {
  let yes = 0;
  const start = process.hrtime.bigint();
  for (let pass = 0; pass < passes; pass += 1) {
    for (const turn of turns) if (judge(turn)) yes += 1;
  }
  const nanos = Number(process.hrtime.bigint() - start);
  // The count is used, so that nothing of the work can be left out.
  if (yes === 0) throw new Error("no turn was taken for shopping");
  return nanos / 1000 / (passes * turns.length);
}
