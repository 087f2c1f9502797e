import { ExchangeError } from "../../contract/errors.ts";
import { type Scheduler, systemScheduler } from "../../core/scheduler.ts";

/** Collects groups of items while the batch before is being committed, and runs them together. */
export interface Batcher<Item, Result> {
  /** Resolves once the batch that holds the group is committed; results in the group's order. */
  submit(group: readonly Item[]): Promise<Result[]>;
  depth(): number;
  /** Resolves when nothing waits and nothing runs. */
  drain(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly group: readonly Item[];
  readonly resolve: (results: Result[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatcherOptions<Item, Result> {
  /** Groups are joined up to this many items; a single larger group still runs, alone. */
  readonly batchMax: number;
  /** Whose group it is, by its first item: groups of different owners take turns. */
  ownerOf(item: Item | undefined): string;
  /** How many items of one owner a batch takes beside its first group. */
  shareOf(owner: string): number;
  /** Beyond this many waiting items, new groups are refused instead of piling up. */
  readonly waitingMax: number;
  readonly scheduler?: Scheduler;
  run(items: readonly Item[]): Promise<Result[]>;
}

/**
 * One batch at a time: the next one is whatever gathered while the last one committed, so that
 * light load keeps its latency and heavy load grows its batches. No timer is involved.
 *
 * **Errors** `unavailable` when too much waits; else whatever `run` throws, for the whole batch.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): Batcher<Item, Result> {
  const scheduler = options.scheduler ?? systemScheduler;
  const turns = createTurns<Item, Result>(options);
  let waitingItems = 0;
  let runningItems = 0;
  let isRunning = false;
  let idle: (() => void)[] = [];

  const take = (): Waiting<Item, Result>[] => {
    const taken = turns.take();
    runningItems = taken.reduce((size, { group }) => size + group.length, 0);
    waitingItems -= runningItems;
    return taken;
  };
  const next = () => (turns.size() > 0 ? commit(take(), options.run) : undefined);
  const loop = async () => {
    let running = next();
    while (running !== undefined) {
      const answer = await running;
      runningItems = 0;
      if (turns.size() === 0) {
        answer();
        running = undefined;
      } else {
        // Writing thousands of answers takes longer than a commit: the database gets its next batch
        // first, and works while we write.
        running = next();
        scheduler.soon(answer);
      }
    }
    isRunning = false;
    for (const done of idle) done();
    idle = [];
  };

  return {
    submit(group) {
      if (group.length === 0) return Promise.resolve([]);
      if (waitingItems + group.length > options.waitingMax && turns.size() > 0) {
        return Promise.reject(tooMany());
      }
      waitingItems += group.length;
      return new Promise((resolve, reject) => {
        turns.add({ group, resolve, reject });
        if (isRunning) return;
        isRunning = true;
        // The end of this turn of the event loop: requests read from the same socket poll join in.
        scheduler.soon(() => void loop());
      });
    },
    depth: () => waitingItems + runningItems,
    drain: () =>
      isRunning ? new Promise((resolve) => idle.push(() => resolve())) : Promise.resolve(),
  };
}

function createTurns<Item, Result>(
  options: Pick<BatcherOptions<Item, Result>, "batchMax" | "ownerOf" | "shareOf">,
) {
  /** The owner whose turn is next comes first. */
  const queues = new Map<string, Waiting<Item, Result>[]>();
  const takesShare = (shares: Map<string, number>, owner: string, size: number): boolean => {
    const share = (shares.get(owner) ?? 0) + size;
    if (shares.has(owner) && share > options.shareOf(owner)) return false;
    shares.set(owner, share);
    return true;
  };
  return {
    size: () => queues.size,
    add(waiting: Waiting<Item, Result>): void {
      const owner = options.ownerOf(waiting.group[0]);
      const queue = queues.get(owner) ?? [];
      queue.push(waiting);
      queues.set(owner, queue);
    },
    /** As many groups as fit into a batch, at least one. */
    take(): Waiting<Item, Result>[] {
      const taken: Waiting<Item, Result>[] = [];
      const shares = new Map<string, number>();
      let size = 0;
      // An owner with more groups goes to the end of the map, which this loop then meets again.
      for (const [owner, queue] of queues) {
        const [next] = queue;
        if (next === undefined) break;
        if (taken.length > 0 && size + next.group.length > options.batchMax) break;
        if (!takesShare(shares, owner, next.group.length)) continue;
        taken.push(next);
        size += next.group.length;
        queue.shift();
        queues.delete(owner);
        if (queue.length > 0) queues.set(owner, queue);
      }
      return taken;
    },
  };
}

function tooMany(): ExchangeError {
  return new ExchangeError("unavailable", {
    message: "Too many reports are waiting to be settled.",
    retryAfterSeconds: 1,
  });
}

/** Runs one batch; what it gives back answers everybody whose items were in it. Never rejects. */
async function commit<Item, Result>(
  taken: readonly Waiting<Item, Result>[],
  run: (items: readonly Item[]) => Promise<Result[]>,
): Promise<() => void> {
  const [only] = taken;
  const items =
    taken.length === 1 && only !== undefined ? only.group : taken.flatMap((next) => next.group);
  try {
    const results = await run(items);
    return () => {
      let start = 0;
      for (const next of taken) {
        next.resolve(results.slice(start, start + next.group.length));
        start += next.group.length;
      }
    };
  } catch (error) {
    return () => {
      for (const next of taken) next.reject(error);
    };
  }
}
