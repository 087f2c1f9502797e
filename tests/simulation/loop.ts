import { createRandom, type Random } from "../crash/random.ts";

/** Whose memory a callback lives in: a crash takes it away with all its callbacks. */
export interface Owner {
  readonly name: string;
  isDead: boolean;
}

interface Task {
  readonly name: string;
  readonly owner: Owner | null;
  readonly run: () => void;
  readonly dueMs: number;
}

export type Ending = "done" | "stuck" | "endless";

/**
 * The only source of order in a simulated world: every callback waits here, and a seeded choice
 * says which runs next. Time stands still until all that is ready has run.
 */
export interface Loop {
  now(): Date;
  monotonicMs(): number;
  /** Runs once its turn comes, in any order with whatever else is ready. */
  soon(name: string, owner: Owner | null, run: () => void): void;
  /** **Units** ms of simulated time. */
  after(delayMs: number, task: { name: string; owner: Owner | null; run: () => void }): void;
  moveClock(durationMs: number): void;
  /** Runs callbacks until the condition holds, until nothing is left, or too many have run. */
  run(until: () => boolean): Promise<Ending>;
  /** Adds to the trace; the text is made only when somebody reads it. */
  note(name: string, detail?: () => string): void;
  /** A digest of all that happened so far, in order. */
  hash(): string;
  readonly steps: () => number;
}

const STEPS_MAX = 60_000;
/** FNV-1a, 32 bits. */
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

export function createLoop(options: {
  seed: number;
  start: Date;
  /** First come, first served: the one order that a sequence has on every stage. */
  isInOrder?: boolean;
  onTrace?: ((line: string) => void) | undefined;
}): Loop {
  const random: Random = createRandom(options.seed);
  const ready: Task[] = [];
  let timers: Task[] = [];
  let nowMs = options.start.getTime();
  const startMs = nowMs;
  let steps = 0;

  const times = { timeMs: () => nowMs, startMs, steps: () => steps };
  const { mix, note, digest } = createTrace({ ...times, onTrace: options.onTrace });
  const wake = () => {
    if (timers.length === 0) return;
    const due = timers.filter((task) => task.dueMs <= nowMs);
    if (due.length === 0) return;
    timers = timers.filter((task) => task.dueMs > nowMs);
    ready.push(...due);
  };
  /** Nothing is ready: time passes until the next timer. */
  const jump = (): boolean => {
    timers = timers.filter((task) => task.owner?.isDead !== true);
    if (timers.length === 0) return false;
    nowMs = Math.max(nowMs, Math.min(...timers.map((task) => task.dueMs)));
    wake();
    return true;
  };
  const endingOf = (until: () => boolean): Ending | undefined => {
    if (until()) return "done";
    if (ready.length === 0 && !jump()) return "stuck";
    return steps > STEPS_MAX ? "endless" : undefined;
  };
  const turn = async (task: Task | undefined) => {
    if (task === undefined || task.owner?.isDead === true) return;
    steps += 1;
    if (task.owner !== null) mix(task.owner.name);
    note(task.name, () => (task.owner === null ? "" : `of ${task.owner.name}`));
    task.run();
    await settled();
    wake();
  };

  return {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs - startMs,
    soon: (name, owner, run) => void ready.push({ name, owner, run, dueMs: nowMs }),
    after(delayMs, task) {
      timers.push({ ...task, dueMs: nowMs + delayMs });
    },
    moveClock(durationMs) {
      nowMs += durationMs;
      wake();
    },
    async run(until) {
      let ending: Ending | undefined;
      for (ending = endingOf(until); ending === undefined; ending = endingOf(until)) {
        await turn(pick(ready, options.isInOrder === true ? null : random));
      }
      return ending;
    },
    note,
    hash: digest,
    steps: () => steps,
  };
}

/** Takes out the task that runs next: the oldest, or whichever a seeded choice falls on. */
function pick(ready: Task[], random: Random | null): Task | undefined {
  if (random === null) return ready.shift();
  const index = ready.length === 1 ? 0 : random.between(0, ready.length - 1);
  const task = ready[index];
  const last = ready.pop();
  if (index < ready.length && last !== undefined) ready[index] = last;
  return task;
}

/** What happened, as a digest that is always kept and as lines that somebody may want to read. */
function createTrace(world: {
  onTrace: ((line: string) => void) | undefined;
  timeMs(): number;
  startMs: number;
  steps(): number;
}) {
  let hash = HASH_START;
  const mix = (text: string) => {
    hash = Math.imul(hash ^ hashOf(text), HASH_FACTOR) >>> 0;
    hash = Math.imul(hash ^ (world.timeMs() - world.startMs), HASH_FACTOR) >>> 0;
  };
  return {
    mix,
    note(name: string, detail?: () => string) {
      mix(name);
      if (world.onTrace === undefined) return;
      const at = new Date(world.timeMs()).toISOString().slice(5, 23);
      const step = String(world.steps()).padStart(5);
      world.onTrace(`${step} ${at} ${name}${detail ? ` ${detail()}` : ""}`);
    },
    digest: () => hash.toString(16).padStart(8, "0"),
  };
}

/** Most names come again and again, in every world. */
const hashes = new Map<string, number>();
const HASHES_MAX = 5_000;

function hashOf(text: string): number {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  let hash = HASH_START;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), HASH_FACTOR) >>> 0;
  }
  if (hashes.size < HASHES_MAX) hashes.set(text, hash);
  return hash;
}

/** Resolves when every promise that can go on without the loop has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
