import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../../../../server/src/core/db.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { rollUp } from "../../../../server/src/domain/reports/index.ts";
import { createReportDatabase } from "../../../../server/src/domain/reports/replica.ts";
import { registerAgent } from "../../../setup/agents.ts";
import { createTestDatabase, type TestDatabase } from "../../../setup/database.ts";
import { startExchange } from "../../../setup/exchange.ts";
import { createManualClock } from "../../../setup/manual-clock.ts";

let primary: TestDatabase;
let copy: TestDatabase;
let db: Database;
let replica: Database;
const clock = createManualClock(new Date("2026-03-08T03:15:00.000Z"));
const open = (connectionString: string) =>
  openDatabase({ connectionString, connections: 1, logger: silentLogger, role: "placard_app" });
beforeAll(async () => {
  [primary, copy] = [await createTestDatabase(), await createTestDatabase()];
  [db, replica] = [open(primary.databaseUrl), open(copy.databaseUrl)];
});
afterAll(async () => {
  await Promise.all([db.close(), replica.close()]);
  await Promise.all([primary.drop(), copy.drop()]);
});

const nameOf = (of: Pick<Database, "snapshot">) =>
  of.snapshot(async (snapshot) => {
    const [row] = await snapshot.query<{ name: string }>({
      name: "test.name",
      text: "select current_database() as name",
    });
    return row?.name;
  });
const names = async () => ({ primary: await nameOf(db), replica: await nameOf(replica) });
const database = (second: Database | undefined) =>
  createReportDatabase({ db, replica: second, clock, logger: silentLogger });

test("without a replica reports read the primary", async () => {
  expect(await nameOf(database(undefined))).toBe((await names()).primary);
});

test("a replica that keeps up is read, one that lags is not until it has caught up", async () => {
  const reports = database(replica);
  const known = await names();
  expect(await nameOf(reports)).toBe(known.primary);
  clock.advance(11_000);
  // What streams to a replica: the roller's row among the rest.
  await rollUp(replica, clock.now());
  expect(await nameOf(reports)).toBe(known.replica);
  clock.advance(14_000);
  expect(await nameOf(reports)).toBe(known.replica);
  clock.advance(2_000);
  expect(await nameOf(reports)).toBe(known.primary);
  await rollUp(replica, clock.now());
  // It is left alone for ten seconds.
  expect(await nameOf(reports)).toBe(known.primary);
  clock.advance(10_001);
  expect(await nameOf(reports)).toBe(known.replica);
});

test("an exchange whose replica is not there answers from the primary", async () => {
  const DATABASE_REPLICA_URL = "postgres://nobody@127.0.0.1:1/nowhere";
  const started = await startExchange({ env: { DATABASE_REPLICA_URL } });
  try {
    const { key } = await registerAgent(started.call, "publisher");
    const { status } = await started.call("get_publisher_report", { period: "weekly" }, key);
    expect(status).toBe(200);
  } finally {
    await started.close();
  }
});

test("a replica that is gone, or breaks off in the middle, costs no report", async () => {
  const gone = open("postgres://nobody@127.0.0.1:1/nowhere");
  expect(await nameOf(database(gone))).toBe((await names()).primary);
  await gone.close();
  await rollUp(replica, clock.now());
  const reports = database(replica);
  let looks = 0;
  const found = await reports.snapshot(async (snapshot) => {
    looks += 1;
    if (looks === 1) throw new Error("canceling statement due to conflict with recovery");
    const [row] = await snapshot.query<{ name: string }>({
      name: "test.name",
      text: "select current_database() as name",
    });
    return row?.name;
  });
  expect(found).toBe((await names()).primary);
});
