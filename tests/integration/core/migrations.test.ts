import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { findMissingParts, MigrationError, migrate } from "../../../server/src/core/migrate.ts";
import { withDatabase } from "../../setup/global.ts";
import { execute } from "../../setup/postgres.ts";

const { adminUrl } = inject("postgres");
const name = `placard_test_${randomBytes(6).toString("hex")}`;
const databaseUrl = withDatabase(adminUrl, name);
beforeAll(() => execute(adminUrl, `create database ${name}`));
afterAll(() => execute(adminUrl, `drop database if exists ${name} with (force)`));

const rowsOf = async (text: string, url = databaseUrl): Promise<object[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};
const missingIn = async (url: string): Promise<string[]> => {
  const db = openDatabase({ connectionString: url, connections: 1, logger: silentLogger });
  return findMissingParts(db).finally(() => db.close());
};
const FUNCTIONS = "migrations/functions";
const files = async () =>
  (await readdir("migrations")).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted();
const functionFiles = async () => (await readdir(FUNCTIONS)).toSorted();

async function runMigrate(url = databaseUrl): Promise<{ exitCode: unknown; output: string }> {
  const child = spawn(process.execPath, ["server/src/migrate.ts"], {
    env: { ...process.env, DATABASE_URL: url, DEMO: "1", LOG_LEVEL: "info" },
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
    expect(await missingIn(databaseUrl)).toEqual(["schema"]);
    const ended = await Promise.all([1, 2, 3, 4, 5].map(() => runMigrate()));
    for (const { exitCode, output } of ended) expect(exitCode, output).toBe(0);
    const applied = await rowsOf("select name from schema_migration order by number");
    expect(applied).toEqual((await files()).map((file) => ({ name: file })));
    const functions = await rowsOf('select name from schema_function order by name collate "C"');
    expect(functions).toEqual((await functionFiles()).map((file) => ({ name: file })));
    expect(await missingIn(databaseUrl)).toEqual([]);
  });

  test("find nothing left to do the second time", async () => {
    const before = await rowsOf("select name, applied_at from schema_migration order by number");
    expect(await migrate({ databaseUrl })).toEqual({ migrations: [], functions: [] });
    expect(await rowsOf("select name, applied_at from schema_migration order by number")).toEqual(
      before,
    );
  });

  test("have numbers without gaps", async () => {
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

describe("functions", () => {
  test("in the database are exactly those of the files", async () => {
    const names = (await functionFiles()).map((file) => ({ name: file.replace(/\.sql$/, "") }));
    const found = await rowsOf(
      `select proname::text as name from pg_proc
      where pronamespace = 'public'::regnamespace
      order by proname::text collate "C"`,
    );
    expect(found).toEqual(names);
  });

  test("pass PostgreSQL's check of their bodies, and may be applied again", async () => {
    for (const file of await functionFiles()) {
      await execute(databaseUrl, await readFile(`${FUNCTIONS}/${file}`, "utf8"));
    }
  });

  test("are applied again when their file has changed", async () => {
    const forget = `update schema_function set sha256 = '' where name = 'uuid_floor.sql'`;
    await execute(databaseUrl, forget);
    await execute(databaseUrl, "drop function uuid_floor cascade");
    expect((await migrate({ databaseUrl })).functions).toEqual(["uuid_floor.sql"]);
    const found = await rowsOf("select uuid_floor(to_timestamp(0))::text as floor");
    expect(found).toEqual([{ floor: "00000000-0000-0000-0000-000000000000" }]);
  });
});

test("a database whose migration had another content is left as it is", async () => {
  const flip =
    "update schema_migration set sha256 = set_byte(sha256, 0, 255 - get_byte(sha256, 0))";
  await execute(databaseUrl, flip);
  await expect(migrate({ databaseUrl })).rejects.toThrow(MigrationError);
  await execute(databaseUrl, flip);
  expect(await migrate({ databaseUrl })).toEqual({ migrations: [], functions: [] });
});

describe("a database of an earlier version", () => {
  const old = `${name}_old`;
  const oldUrl = withDatabase(adminUrl, old);
  afterAll(() => execute(adminUrl, `drop database if exists ${old} with (force)`));

  test("is left as it is, and one line says what to do", async () => {
    await execute(adminUrl, `create database ${old}`);
    await execute(
      oldUrl,
      `create table schema_migration (
        number integer primary key, name text not null, applied_at timestamptz default now()
      );
      insert into schema_migration (number, name)
      values (1, '0001_agents.sql'), (2, '0002_catalog.sql')`,
    );
    await expect(migrate({ databaseUrl: oldUrl })).rejects.toThrow(MigrationError);
    expect(await missingIn(oldUrl)).toContain("schema");
    const { exitCode, output } = await runMigrate(oldUrl);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^The database was created by Placard 0\.1\.0 .+\.\n$/);
    expect(
      await rowsOf(
        "select relname from pg_class where relkind = 'r' and relname !~ '^pg_|^sql_'",
        oldUrl,
      ),
    ).toEqual([{ relname: "schema_migration" }]);
  });
});
