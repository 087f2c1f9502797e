import { ExchangeError } from "../../server/src/contract/errors.ts";
import { sqlStateOf } from "../../server/src/core/db.ts";
import type { createSettlement } from "../../server/src/domain/events/index.ts";
import { createRandom } from "../crash/random.ts";
import { type Binding, bindCommand, type Call } from "./actions.ts";
import { COMMANDS, type Command, planCommands } from "./commands.ts";
import { createFaults } from "./faults.ts";
import { finale, opening } from "./finale.ts";
import { createJudge, type Judge } from "./judge.ts";
import { createLoop, type Loop, type Owner } from "./loop.ts";
import { createMarket } from "./market.ts";
import { createLabelled } from "./model/database.ts";
import { openMarket } from "./model/opening.ts";
import { createSchema, type Flaws } from "./model/schema.ts";
import { createServer, type Server } from "./model/server.ts";
import { createStore } from "./model/store.ts";
import { createSeededIds, type Process, startProcess } from "./process.ts";
import { verifyEnd, verifyRows } from "./verify.ts";

export interface WorldOptions {
  readonly seed: number;
  /** How many of the seed's commands run; absent: all. */
  readonly length?: number | undefined;
  readonly flaws?: Flaws | undefined;
  readonly settlement?: typeof createSettlement | undefined;
  readonly onTrace?: ((line: string) => void) | undefined;
}

export interface Outcome {
  readonly problems: readonly string[];
  readonly hash: string;
  readonly steps: number;
  readonly events: number;
  readonly deadlocks: readonly string[];
}

const PROCESSES = 2;
const CLIENTS = 3;
const CONNECTIONS = 3;
const TRIES_MAX = 60;
/** Also a day's last moments, when caps and windows turn over. */
const STARTS = [
  new Date("2026-03-02T11:00:00.000Z"),
  new Date("2026-03-02T23:58:15.000Z"),
  new Date("2026-03-02T23:59:57.500Z"),
];

export function startOf(seed: number): Date {
  return STARTS[seed % STARTS.length] ?? new Date(0);
}

const BARRIER_POLL_MS = 20;

interface Running extends WorldOptions {
  readonly loop: Loop;
  readonly server: Server;
  readonly judge: Judge;
  readonly binding: Binding;
  readonly commands: Command[];
  readonly processes: Live[];
  readonly random: ReturnType<typeof createRandom>;
  busy: number;
}

interface Live {
  readonly owner: Owner;
  readonly process: Process;
  /** Clients that wait for an answer of it, and will hear of a lost connection instead. */
  readonly waiting: Set<() => void>;
}

/** Runs one world from its seed to its end, and says what was wrong with it. */
export async function runWorld(options: WorldOptions): Promise<Outcome> {
  const { seed, onTrace } = options;
  const loop = createLoop({ seed: seed ^ 0x0de7, start: startOf(seed), onTrace });
  const store = createStore();
  const schema = createSchema(store, options.flaws ?? {});
  const faults = createFaults(seed);
  const server = createServer({ loop, store, schema, faults });
  const clock = { now: () => loop.now() };
  const ids = createSeededIds(seed ^ 0x1d5, clock);
  const market = createMarket(ids);
  const planned = planCommands(seed, COMMANDS).slice(0, options.length);
  const commands: Command[] = [];
  const judge = createJudge({
    schema,
    market,
    commands,
    lastBegun: () => store.lastBegun(),
    now: () => loop.now(),
  });
  store.onCommit((tx) => {
    loop.note("committed", () => tx.label);
    judge.committed(tx);
  });
  openMarket(schema, store, { market, ids });
  const world: Running = {
    ...options,
    loop,
    server,
    judge,
    commands,
    binding: { market, clock, ids, openOrder: () => Promise.resolve() },
    processes: [],
    random: createRandom(seed ^ 0xc11e),
    busy: 0,
  };
  for (let slot = 0; slot < PROCESSES; slot += 1) start(world, slot);
  try {
    await play(world, planned, () => faults.calm());
    for (const problem of [...verifyRows(schema), ...verifyEnd(schema)]) judge.note(problem);
  } catch (error) {
    judge.note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return {
    problems: judge.problems,
    hash: loop.hash(),
    steps: loop.steps(),
    events: schema.events.all(null).length,
    deadlocks: store.deadlocks.between,
  };
}

/** Money to begin with, then the seed's commands, then the end without faults. */
async function play(world: Running, planned: readonly Command[], calm: () => void): Promise<void> {
  const { market } = world.binding;
  await phase(world, opening(market), 1);
  await phase(world, planned, CLIENTS);
  calm();
  await phase(world, finale(market), 1);
}

/** Lets clients work through a list of commands, and waits until all have their answers. */
async function phase(world: Running, list: readonly Command[], clients: number): Promise<void> {
  const { loop, judge, commands } = world;
  const from = commands.length;
  commands.push(...list);
  let next = from;
  let working = clients;
  const take = () => {
    const place = next;
    next += 1;
    return place < commands.length ? place : undefined;
  };
  for (let number = 0; number < clients; number += 1) {
    loop.soon("a client starts", null, () => {
      client(world, take)
        .catch((error: unknown) => judge.note(String(error)))
        .finally(() => {
          working -= 1;
        });
    });
  }
  const ending = await loop.run(() => working === 0 || judge.problems.length > 0);
  if (ending !== "done") judge.note(`the world is ${ending}: somebody waits for ever`);
  if (judge.problems.length > 0) throw new Error("The world ends with its first problem.");
}

async function client(world: Running, take: () => number | undefined): Promise<void> {
  const { loop, commands } = world;
  for (let place = take(); place !== undefined; place = take()) {
    const command = commands[place];
    if (command === undefined) return;
    loop.note(`#${place} ${command.do}`, () => JSON.stringify(command));
    if (command.do === "wait") await wait(world, command.ms);
    else if (command.do === "crash") crash(world, command.process % PROCESSES);
    else if (command.do === "restart") world.server.restart();
    else await carryOut(world, command, place);
  }
}

async function carryOut(world: Running, command: Command, place: number): Promise<void> {
  const call = bindCommand(command, place, world.binding);
  const { send } = call;
  if (send === null) return;
  // Every process sweeps by its own clock, so that two of them sweep at the same time.
  const copies = command.do === "report" ? command.copies : command.do === "sweep" ? 2 : 1;
  world.busy += 1;
  const isKeyed = command.do === "report" && command.isKeyed;
  const attempts = Array.from({ length: copies }, () => attempt(world, call, isKeyed));
  await Promise.all(attempts);
  world.busy -= 1;
}

/** Asks until there is an answer; an unknown outcome is asked again with the same ids. */
async function attempt(world: Running, call: Call, isKeyed: boolean): Promise<void> {
  const { loop, judge, random } = world;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    try {
      const answer = await ask(world, call);
      loop.note(`${call.label} answered`, () => answer);
      if (call.events !== undefined) judge.answered(call.label, call.events, answer, isKeyed);
      call.learn?.(answer);
      return;
    } catch (error) {
      if (!isTransient(error)) {
        loop.note(`${call.label} refused`, () => String(error));
        if (!isRefusal(error)) judge.note(`${call.label}: ${String(error)}`);
        return;
      }
      loop.note(`${call.label} tries again`, () => String(error));
    }
    await sleep(world, random.between(50, 1_500));
  }
  judge.note(`${call.label} never got an answer`);
}

const TRANSIENT = new Set(["unavailable", "idempotency_in_flight"]);
const DEADLOCK = "40P01";

function isTransient(error: unknown): boolean {
  if (error instanceof ExchangeError) return TRANSIENT.has(error.code);
  return sqlStateOf(error) === DEADLOCK;
}

const REFUSALS = new Set([
  "invalid_state",
  "insufficient_credits",
  "conflict",
  "not_found",
  "invalid_arguments",
]);

function isRefusal(error: unknown): boolean {
  return error instanceof ExchangeError && REFUSALS.has(error.code);
}

/** Sends a call to one of the processes; its crash is a lost connection for the client. */
function ask({ loop, processes, random }: Running, { send, label }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const live = random.pick(processes);
    loop.note(`${label} to ${live.owner.name}`);
    const lost = () => reject(new ExchangeError("unavailable", { message: "Connection reset." }));
    live.waiting.add(lost);
    const end = () => live.waiting.delete(lost);
    if (send === null) throw new Error("There is nothing to send.");
    send(live.process).then(resolve, reject).finally(end);
  });
}

function sleep({ loop }: Running, ms: number): Promise<void> {
  return new Promise((resolve) => {
    loop.after(ms, { name: "a client wakes", owner: null, run: resolve });
  });
}

/** Long times pass only while nothing is under way: no statement takes four days. */
async function wait(world: Running, ms: number): Promise<void> {
  const { loop, server } = world;
  while (world.busy > 0 || server.isBusy()) await sleep(world, BARRIER_POLL_MS);
  loop.moveClock(ms);
}

function start(world: Running, slot: number): void {
  const { loop, server, processes, seed } = world;
  const generation = loop.steps();
  const owner: Owner = { name: `process ${slot}.${generation}`, isDead: false };
  const database = createLabelled({ server, loop, owner, connections: CONNECTIONS, label: "?" });
  const process = startProcess({
    name: owner.name,
    seed: seed ^ (slot + 1) ^ (generation << 4),
    clock: loop,
    db: (label) => database.labelled(label),
    settlement: world.settlement,
    scheduler: {
      soon: (run) => loop.soon("batcher", owner, run),
      after: (delayMs, run) => loop.after(delayMs, { name: "retry", owner, run }),
    },
  });
  processes[slot] = { owner, process, waiting: new Set() };
}

/** Takes a process away with all its memory, and puts an empty one in its place. */
function crash(world: Running, slot: number): void {
  const { loop, server, processes } = world;
  const live = processes[slot];
  if (live === undefined) return;
  live.owner.isDead = true;
  server.drop(live.owner);
  for (const lost of live.waiting) loop.soon("connection reset", null, lost);
  start(world, slot);
}
