import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { idFromUuid } from "../../../../server/src/contract/ids.ts";
import type { Statement } from "../../../../server/src/core/db.ts";
import {
  findConversionPaths,
  findUnbilled,
} from "../../../../server/src/domain/reports/attribution-queries.ts";
import { findCells, findEdgeCells } from "../../../../server/src/domain/reports/cell-queries.ts";
import { findAccountMoney } from "../../../../server/src/domain/reports/queries.ts";
import { segmentsOf } from "../../../../server/src/domain/reports/window.ts";
import { createTestDatabase, type TestDatabase } from "../../../setup/database.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query("set role placard_app");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const agentId = idFromUuid("agt", "01980000-0000-7000-8000-000000000001");
const campaignId = idFromUuid("cmp", "01980000-0000-7000-8000-000000000002");
const scope = { agentId, side: "advertiser" as const };
const [from, to] = [new Date("2026-03-01T00:01:00Z"), new Date("2026-04-01T00:01:00Z")];
const of = {
  grouping: "campaign" as const,
  segments: segmentsOf([from.getTime(), to.getTime()]),
  starts: [from],
  to,
};
const LARGE = /Seq Scan on (report_rollup|journal|entry|txn|delivery_\d+|event_\d+|account)\b/;

/** The plan as it is when an index could serve: small tables are read whole whatever there is. */
async function planOf({ text }: Statement, values: readonly unknown[]): Promise<string> {
  await client.query("begin");
  try {
    await client.query("set local enable_seqscan = off");
    const explained = await client.query<{ "QUERY PLAN": string }>(`explain ${text}`, [...values]);
    return explained.rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await client.query("rollback");
  }
}

type Db = Parameters<typeof findCells>[0];

async function plansOf(ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const asked = ask({
    query: async (statement, values = statement.values ?? []) => {
      plans.push(await planOf(statement, values));
      return [];
    },
  });
  // Some want a row, which a plan is not.
  await asked.catch(() => undefined);
  return plans;
}

describe("a report reads no large table whole", () => {
  const asks = {
    findCells: (db: Db) => findCells(db, scope, of),
    findEdgeCells: (db: Db) => findEdgeCells(db, scope, of),
    findAccountMoney: (db: Db) => findAccountMoney(db, agentId, { from, to }),
    findConversionPaths: (db: Db) => findConversionPaths(db, campaignId, { from, to, limit: 10 }),
    findUnbilled: (db: Db) => findUnbilled(db, campaignId, { from, to }),
  };
  test.each(Object.entries(asks))("%s", async (_name, ask) => {
    const plans = await plansOf(ask);
    expect(plans).toHaveLength(1);
    expect(plans[0]).not.toMatch(LARGE);
  });

  test("what is not folded yet is found by the index over transactions", async () => {
    const text = "select * from journal_count where xid >= 1 and xid < 2";
    expect(await planOf({ name: "", text }, [])).toMatch(/journal_\d{8}_xid_idx/);
  });
});

test("history costs a report nothing: it plans the partitions of its days alone", async () => {
  const first = to.getTime() - 300 * 86_400_000;
  for (let day = 10; day <= 310; day += 10) {
    await client.query("select ensure_partitions($1)", [new Date(first + day * 86_400_000)]);
  }
  const partitionsOf = (plans: readonly string[]) =>
    new Set(plans.join().match(/\b(?:event|delivery)_\d{8}/g)).size;
  expect(partitionsOf(await plansOf((db) => findEdgeCells(db, scope, of)))).toBe(2);
  const paths = await plansOf((db) => findConversionPaths(db, campaignId, { from, to, limit: 10 }));
  expect(partitionsOf(paths)).toBeGreaterThan(60);
  expect(partitionsOf(paths)).toBeLessThan(140);
});
