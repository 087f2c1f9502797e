import type pg from "pg";
import type { SearchEngine, SearchFilters } from "../../../server/src/domain/catalog/engine.ts";
import { quantile } from "../support/statistics.ts";
import { type BaselineTimes, PAGE, timeBaseline } from "./postgres.ts";
import { CLIENTS, type Rig } from "./rig.ts";

/** **Units** milliseconds, one value per query. */
export interface Latencies {
  readonly ours: readonly number[];
  readonly filtered: readonly number[];
  /** The mean of before and after. */
  readonly fullPage: readonly number[];
  readonly anyAnswer: readonly number[];
}

/** In stock and reduced by a fifth: what the sidebar asks for when somebody looks for a bargain. */
const FILTERS: SearchFilters = { inStockOnly: true, minDiscountPercent: 20 };

/** Query by query: PostgreSQL, ours with and without filters, PostgreSQL again. */
export async function timeQueries({ engine, baseline, queries }: Rig): Promise<Latencies> {
  const times = { ours: [], filtered: [], fullPage: [], anyAnswer: [] } satisfies Latencies;
  const rows: Record<keyof Latencies, number[]> = times;
  const connection = firstOf(baseline);
  for (const query of queries) {
    const before = await timeBaseline(connection, query);
    rows.ours.push(await timeOurs(engine, query, {}));
    rows.filtered.push(await timeOurs(engine, query, FILTERS));
    const after = await timeBaseline(connection, query);
    const meanOf = (pick: (times: BaselineTimes) => number) => (pick(before) + pick(after)) / 2;
    rows.fullPage.push(meanOf((times) => times.fullPageMs));
    rows.anyAnswer.push(meanOf((times) => times.anyAnswerMs));
  }
  return rows;
}

export async function timeOurs(
  engine: SearchEngine,
  query: string,
  filters: SearchFilters,
): Promise<number> {
  const startedAt = performance.now();
  await engine.search({ text: query, filters, sort: "relevance", offset: 0, count: PAGE });
  return performance.now() - startedAt;
}

export interface Throughput {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** So many callers, each asking again as soon as it is answered. */
export async function runClosedLoop(
  ask: (client: number, query: string) => Promise<unknown>,
  options: { queries: readonly string[]; durationMs: number },
): Promise<Throughput> {
  const { queries, durationMs } = options;
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  let next = 0;
  const loop = async (client: number) => {
    while (performance.now() - startedAt < durationMs) {
      const askedAt = performance.now();
      await ask(client, queries[next++ % queries.length] ?? "");
      latenciesMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => loop(client)));
  const seconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: latenciesMs.length / seconds, p99Ms: quantile(latenciesMs, 0.99) };
}

export function askOurs({ engine }: Rig) {
  return (_client: number, query: string) =>
    engine.search({ text: query, filters: {}, sort: "relevance", offset: 0, count: PAGE });
}

export function askPostgres({ baseline }: Rig) {
  return (client: number, query: string) => timeBaseline(at(baseline, client), query);
}

function firstOf(clients: readonly pg.Client[]): pg.Client {
  return at(clients, 0);
}

function at(clients: readonly pg.Client[], index: number): pg.Client {
  const client = clients[index];
  if (client === undefined) throw new Error("There are too few connections.");
  return client;
}
