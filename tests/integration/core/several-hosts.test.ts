import pg from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "../../../server/src/core/db.ts";
import { poolOptionsOf } from "../../../server/src/core/db-session.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { installQueue } from "../../../server/src/jobs/boss.ts";
import { createTestDatabase } from "../../setup/database.ts";
import { setUp } from "../../setup/shared.ts";

const database = setUp(async () => {
  const { databaseUrl, drop } = await createTestDatabase();
  // The first host of the list is down.
  return { url: databaseUrl.replace("@", "@127.0.0.1:1,"), close: drop };
});

test("calls use the host that answers", async () => {
  const login = { connectionString: database.url, connections: 2, logger: silentLogger };
  const db = openDatabase(login);
  expect(await db.query({ name: "", text: "select 1 as one" })).toEqual([{ one: 1 }]);
  await db.close();
});

test("the job queue is installed on the host that answers, and connects to it", async () => {
  await installQueue(database.url, silentLogger);
  const pool = new pg.Pool(await poolOptionsOf(database.url));
  const { rows } = await pool.query("select count(*) > 0 as has_queues from pgboss.queue");
  expect(rows).toEqual([{ has_queues: true }]);
  await pool.end();
});
