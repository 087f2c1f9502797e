import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { isMigrated, migrate } from "../../../server/src/core/migrate.ts";
import { withDatabase } from "../../setup/global.ts";
import { execute } from "../../setup/postgres.ts";

const { adminUrl } = inject("postgres");
const name = `placard_test_${randomBytes(6).toString("hex")}`;
const databaseUrl = withDatabase(adminUrl, name);
beforeAll(() => execute(adminUrl, `create database ${name}`));
afterAll(() => execute(adminUrl, `drop database if exists ${name} with (force)`));

const rowsOf = async (text: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
const files = async () =>
  (await readdir("migrations")).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted();

async function runMigrate(): Promise<{ exitCode: unknown; output: string }> {
  const child = spawn(process.execPath, ["server/src/migrate.ts"], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DEMO: "1", LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [exitCode] = await once(child, "close");
  return { exitCode, output };
}

describe("migrations", () => {
  test("raced by five processes are applied once each, and all five end well", async () => {
    expect(await isMigrated(databaseUrl)).toBe(false);
    const ended = await Promise.all([1, 2, 3, 4, 5].map(runMigrate));
    for (const { exitCode, output } of ended) expect(exitCode, output).toBe(0);
    const applied = await rowsOf("select name from schema_migration order by number");
    expect(applied).toEqual((await files()).map((file) => ({ name: file })));
    expect(await isMigrated(databaseUrl)).toBe(true);
  });

  test("find nothing left to do the second time", async () => {
    const before = await rowsOf("select name, applied_at from schema_migration order by number");
    expect(await migrate({ databaseUrl })).toEqual({ applied: [] });
    expect(await rowsOf("select name, applied_at from schema_migration order by number")).toEqual(
      before,
    );
  });

  test("have numbers without gaps and a header that says why", async () => {
    const names = await files();
    expect(names.map((file) => Number(file.slice(0, 4)))).toEqual(names.map((_, n) => n + 1));
  });

  test("leave partitions from nine days back to three days ahead", async () => {
    const rows = await rowsOf(
      `select inhparent::regclass::text as parent, count(*)::int as days
      from pg_inherits
      where inhparent in ('event'::regclass, 'delivery'::regclass)
      group by inhparent
      order by 1`,
    );
    expect(rows).toEqual([
      { parent: "delivery", days: 13 },
      { parent: "event", days: 13 },
    ]);
  });
});
