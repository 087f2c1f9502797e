import { setTimeout as sleep } from "node:timers/promises";
import { startApp } from "./hosts.ts";
import { openReader, type Seen } from "./reader.ts";

export type FreezeOptions = {
  /** What `writeApp` wrote. */
  folder: string;
  env: Record<string, string>;
  instances: number;
  /** Turns of the widget and answers of the chat that each instance serves. */
  steps: number;
  /** How long an instance is stopped. Half of them go on once before they are stopped for good. */
  frozenMs: number;
};

/** Instances that serve at the same time; the others wait or are stopped. */
const SERVING_MAX = 3;

/**
 * Instances of an app as a serverless platform runs them: when a request has been answered and what
 * it gave to `waitUntil` has ended, the process is stopped (SIGSTOP), and later it is killed.
 * **Shape** what all readers saw.
 */
export async function freeze(options: FreezeOptions): Promise<Seen> {
  const { instances, frozenMs } = options;
  const total: Seen = { requests: 0, filled: 0, views: 0, answers: 0, labels: 0 };
  const inTurn = createGate(SERVING_MAX);
  const run = async (number: number): Promise<void> => {
    const instance = await inTurn(() => serveAndStop(options, number));
    await sleep(frozenMs);
    if (number % 2 === 1) {
      await inTurn(() => instance.goOn());
      await sleep(frozenMs);
    }
    await instance.end();
    for (const name of ["requests", "filled", "views", "answers", "labels"] as const) {
      total[name] += instance.seen[name];
    }
  };
  await Promise.all(Array.from({ length: instances }, (_, number) => run(number)));
  return total;
}

async function serveAndStop({ folder, env, steps }: FreezeOptions, number: number) {
  const app = await startApp("node", { folder, env });
  const reader = openReader(app.url, number);
  const serve = async (): Promise<void> => {
    for (let step = 0; step < Math.ceil(steps / (1 + (number % 2))); step += 1) {
      await reader.look();
      await reader.chat();
    }
    await app.settled(reader.seen.requests);
    process.kill(app.pid, "SIGSTOP");
  };
  await serve();
  return {
    seen: reader.seen,
    async goOn() {
      process.kill(app.pid, "SIGCONT");
      await serve();
    },
    end: () => app.end("SIGKILL"),
  };
}

/** Lets so many tasks run at once, in their order. */
function createGate(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
