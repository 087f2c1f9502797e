import { parentPort } from "node:worker_threads";
import { searchSeeds, seedsFrom } from "./search.ts";

/** One of the threads that share the seeds: each message is a range, each answer its tally. */
export interface Range {
  readonly first: number;
  readonly count: number;
}

// Most errors of a world are expected, and a stack costs more than the error itself.
Error.stackTraceLimit = 0;

const port = parentPort;
port?.on("message", ({ first, count }: Range) => {
  void searchSeeds(seedsFrom(first, count)).then((tally) => port.postMessage(tally));
});
