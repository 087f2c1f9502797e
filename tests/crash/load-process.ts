import { fork } from "node:child_process";
import type { Target } from "./messages.ts";
import type { Script } from "./script.ts";

export interface LoadOrder {
  readonly script: Script;
  readonly targets: readonly Target[];
  readonly port: number;
  readonly key: string;
  readonly clients: number;
  /** The load goes no faster than this on the whole; after an outage it catches up. */
  readonly eventsPerSecond: number;
  /** One request in so many leaves twice at once, again after its answer, or with other content. */
  readonly oddOneIn: number;
  /** Events of a request, drawn from these; absent: most of the load in large ones. */
  readonly sizes?: readonly number[];
  /** Where the record of all outcomes is written at the end. */
  readonly outcomesPath: string;
}

export type LoadCommand =
  | { readonly kind: "run"; readonly order: LoadOrder }
  | { readonly kind: "cut"; readonly connections: number; readonly isHalf: boolean }
  | { readonly kind: "watch" }
  | { readonly kind: "finish" };

/** What the clients saw since they were last asked. */
export interface Watched {
  /** Requests without a result, by reason. */
  readonly failures: Readonly<Record<string, number>>;
  /** Between two acknowledgements of any client. */
  readonly longestGapMs: number;
  readonly slowestMs: number;
}

/** What the clients saw. Wrongs are counted by what was wrong; there must be none. */
export interface LoadReport {
  readonly sent: number;
  /** Answers for single events, repeated ones included. */
  readonly answered: number;
  readonly duplicates: number;
  readonly contradicted: number;
  /** Requests that were told to try again. */
  readonly refused: number;
  readonly wrongs: Readonly<Record<string, number>>;
  /** A few of the wrongs in full. */
  readonly examples: readonly string[];
}

type LoadReply =
  | { readonly kind: "cut"; readonly connections: number }
  | { readonly kind: "watched"; readonly watched: Watched }
  | { readonly kind: "done"; readonly report: LoadReport }
  | { readonly kind: "failed"; readonly error: string };

export interface LoadProcess {
  /** Lets the clients send nothing new. */
  finish(): void;
  /** Resolves when the last request was answered. */
  readonly done: Promise<LoadReport>;
  /** Breaks client connections under their requests. **Shape** how many were broken. */
  cut(connections: number, isHalf: boolean): Promise<number>;
  watch(): Promise<Watched>;
  stop(): void;
}

/** Starts the clients as a process of their own and lets them load the exchange. */
export function startLoad(order: LoadOrder): LoadProcess {
  // Facts hold money as bigint, which JSON between processes would refuse.
  const child = fork(new URL("load.ts", import.meta.url), { serialization: "advanced" });
  let answerCut: ((connections: number) => void) | null = null;
  let answerWatch: ((watched: Watched) => void) | null = null;
  const done = new Promise<LoadReport>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The load ended by itself: ${code}.`)));
    child.on("message", (reply: LoadReply) => {
      if (reply.kind === "done") resolve(reply.report);
      else if (reply.kind === "failed") reject(new Error(reply.error));
      else if (reply.kind === "watched") answerWatch?.(reply.watched);
      else answerCut?.(reply.connections);
    });
  });
  // Whoever waits for it hears of a failure; until then it must not end this process.
  done.catch(() => undefined);
  const tell = (command: LoadCommand) => void child.send(command);
  tell({ kind: "run", order });
  return {
    done,
    finish: () => tell({ kind: "finish" }),
    cut: (connections, isHalf) =>
      new Promise((resolve) => {
        answerCut = resolve;
        tell({ kind: "cut", connections, isHalf });
      }),
    watch: () =>
      new Promise((resolve) => {
        answerWatch = resolve;
        tell({ kind: "watch" });
      }),
    stop: () => void child.kill("SIGKILL"),
  };
}
