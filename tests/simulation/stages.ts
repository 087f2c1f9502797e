import { uuidFromId } from "../../server/src/contract/ids.ts";
import type { Database } from "../../server/src/core/db.ts";
import type { Binding } from "./actions.ts";
import { createFaults } from "./faults.ts";
import { createLoop, type Owner } from "./loop.ts";
import { createMarket, type Market } from "./market.ts";
import { createModelDatabase } from "./model/database.ts";
import { openMarket } from "./model/opening.ts";
import { createSchema } from "./model/schema.ts";
import { createServer } from "./model/server.ts";
import { createStore } from "./model/store.ts";
import type { Postgres } from "./postgres.ts";
import { createSeededIds, type Process, startProcess } from "./process.ts";
import { type Rows, rowsOfModel } from "./rows.ts";
import { type Answers, runSequence, runTogether, type Stage } from "./sequence.ts";
import { startOf } from "./world.ts";

const PROCESSES = 2;
const CONNECTIONS = 3;

/** What a sequence came to. */
export interface Result {
  readonly answers: Answers;
  readonly rows: Rows;
}

/** A clock that both stages move alike; the ids of a seed are made from it. */
function createStageClock(start: Date) {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs - start.getTime(),
    move(durationMs: number) {
      nowMs += durationMs;
    },
  };
}

/** Runs a seed's commands, one after the other, over the model of the database. */
export async function runOnModel(seed: number): Promise<Result> {
  const loop = createLoop({ seed, start: startOf(seed), isInOrder: true });
  const store = createStore();
  const schema = createSchema(store, {});
  const faults = createFaults(seed);
  faults.calm();
  const server = createServer({ loop, store, schema, faults });
  const owner: Owner = { name: "model", isDead: false };
  const options = { server, loop, owner, connections: CONNECTIONS, label: "model" };
  const database = createModelDatabase(options);
  const scheduler = {
    soon: (run: () => void) => loop.soon("batcher", owner, run),
    after: (delayMs: number, run: () => void) => loop.after(delayMs, { name: "retry", owner, run }),
  };
  const { stage, market, ids } = createStage(seed, { database, scheduler });
  openMarket(schema, store, { market, ids });
  let answers: Answers | undefined;
  let failure: unknown;
  loop.soon("the sequence starts", owner, () => {
    runSequence(seed, stage).then(
      (all) => {
        answers = all;
      },
      (error: unknown) => {
        failure = error;
      },
    );
  });
  const ending = await loop.run(() => answers !== undefined || failure !== undefined);
  if (answers === undefined) throw failure ?? new Error(`The model is ${ending}.`);
  return { answers, rows: rowsOfModel(schema, market) };
}

/** Runs the same commands over PostgreSQL, through the same code of the exchange. */
export async function runOnPostgres(seed: number, postgres: Postgres): Promise<Result> {
  const { stage, market } = createStage(seed, {
    database: postgres.database,
    moveClock: (now) => postgres.prepareFor(now),
    openOrder: (order) => postgres.openOrder(order),
  });
  await postgres.openMarket(market);
  const answers = await runSequence(seed, stage);
  return { answers, rows: await postgres.rowsOf(market) };
}

/**
 * Runs a seed's commands by several clients at once over PostgreSQL.
 *
 * **Shape** what is wrong afterwards, besides the books as a whole; nothing when all is well.
 */
export async function runTogetherOnPostgres(seed: number, postgres: Postgres): Promise<string[]> {
  const { stage, market } = createStage(seed, {
    database: postgres.crowded,
    moveClock: (now) => postgres.prepareFor(now),
    openOrder: (order) => postgres.openOrder(order),
  });
  await postgres.openMarket(market);
  const acknowledged = await runTogether(seed, stage);
  const { campaign_book: books = [], event: events = [] } = await postgres.rowsOf(market);
  const known = new Set(events.map((line) => line.split(" ", 2).join(" ")));
  const lost = acknowledged.filter(
    ({ campaignId, uuid }) => !known.has(`${uuidFromId(campaignId)} ${uuid}`),
  );
  const open = books.filter((line) => !/ (canceled|completed) /.test(line));
  return [
    ...lost.map(({ uuid }) => `event ${uuid} was acknowledged, and is not in the books`),
    ...open.map((line) => `a campaign did not end: ${line}`),
  ];
}

/** The parts of a stage that do not depend on the database behind it. */
export function createStage(
  seed: number,
  over: {
    database: Database;
    scheduler?: Parameters<typeof startProcess>[0]["scheduler"];
    moveClock?: (now: Date) => Promise<void>;
    openOrder?: Binding["openOrder"];
  },
): { stage: Stage; market: Market; ids: { uuid(): string } } {
  const clock = createStageClock(startOf(seed));
  const ids = createSeededIds(seedOf(seed, 0), clock);
  const market = createMarket(ids);
  const openOrder = over.openOrder ?? (() => Promise.resolve());
  const processes = Array.from(
    { length: PROCESSES },
    (_, slot): Process =>
      startProcess({
        name: `process ${slot}`,
        seed: seedOf(seed, slot + 2),
        clock,
        db: () => over.database,
        scheduler: over.scheduler,
      }),
  );
  const stage: Stage = {
    binding: { market, clock, ids: createSeededIds(seedOf(seed, 1), clock), openOrder },
    processes,
    async moveClock(durationMs) {
      clock.move(durationMs);
      await over.moveClock?.(clock.now());
    },
  };
  return { stage, market, ids };
}

/** All sequences share one database: no part of one may draw the ids of a part of another. */
function seedOf(seed: number, part: number): number {
  return seed * (PROCESSES + 2) + part;
}
