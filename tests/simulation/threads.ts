import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { addTallies, NO_SEEDS, type Tally } from "./search.ts";
import type { Range } from "./worker.ts";

const RANGE = 100;
/** Enough to say what is wrong; the rest would say it again. */
const FAILURES_MAX = 3;

/** Shares a range of seeds among threads. */
export async function searchInThreads(
  seeds: { first: number; count: number; threads: number },
  onProgress: (done: number) => void = () => undefined,
): Promise<Tally> {
  const end = seeds.first + seeds.count;
  let next = seeds.first;
  let tally = NO_SEEDS;
  const work = async () => {
    const worker = new Worker(new URL("worker.ts", import.meta.url));
    while (next < end && tally.failures.length < FAILURES_MAX) {
      const range: Range = { first: next, count: Math.min(RANGE, end - next) };
      next += range.count;
      worker.postMessage(range);
      const [answer]: Tally[] = await once(worker, "message");
      if (answer !== undefined) tally = addTallies(tally, answer);
      onProgress(tally.seeds);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: seeds.threads }, work));
  return tally;
}
