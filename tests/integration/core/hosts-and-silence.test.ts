import pg from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "../../../server/src/core/db.ts";
import { poolOptionsOf } from "../../../server/src/core/db-session.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { installQueue } from "../../../server/src/jobs/boss.ts";
import { createTestDatabase } from "../../setup/database.ts";
import { startRelay } from "../../setup/relay.ts";
import { setUp } from "../../setup/shared.ts";

const database = setUp(async () => {
  const { databaseUrl, drop } = await createTestDatabase();
  // The first host of the list is down.
  return { url: databaseUrl.replace("@", "@127.0.0.1:1,"), close: drop };
});

const login = () => ({ connectionString: database.url, logger: silentLogger });

test("calls use the host that answers", async () => {
  const db = openDatabase({ ...login(), connections: 2 });
  expect(await db.query({ name: "", text: "select 1 as one" })).toEqual([{ one: 1 }]);
  await db.close();
});

test("the job queue is installed on the host that answers, and connects to it", async () => {
  await installQueue(database.url, silentLogger);
  const pool = new pg.Pool(await poolOptionsOf(database.url));
  pool.on("error", () => undefined);
  const { rows } = await pool.query("select count(*) > 0 as has_queues from pgboss.queue");
  expect(rows).toEqual([{ has_queues: true }]);
  await pool.end();
});

test("the job queue gives up a silent connection, with one host and with several", async () => {
  const silent = { keepAlive: true, query_timeout: 30_500 };
  for (const url of [database.url, database.url.replace("127.0.0.1:1,", "")]) {
    expect(await poolOptionsOf(url)).toMatchObject(silent);
  }
});

test("a database is closed although the other ends of its connections are silent", async () => {
  const { port } = new URL(database.url.replace("127.0.0.1:1,", ""));
  const relay = await startRelay(Number(port));
  const connectionString = database.url.replace(`1,127.0.0.1:${port}`, String(relay.port));
  const db = openDatabase({ connectionString, connections: 1, logger: silentLogger });
  db.listen("silence", () => undefined);
  const direct = openDatabase({ ...login(), connections: 1 });
  const text = "select from pg_stat_activity where query = 'listen \"silence\"' and state = 'idle'";
  await expect.poll(() => direct.query({ name: "", text })).toHaveLength(1);
  await direct.close();
  expect(relay.silence()).toBe(1);
  await db.close();
  relay.close();
}, 10_000);
