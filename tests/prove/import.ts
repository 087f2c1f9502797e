import { spawnSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { systemClock } from "../../server/src/core/clock.ts";
import { type Database, openDatabase } from "../../server/src/core/db.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { copyValue } from "../../server/src/core/pg-copy.ts";
import { checkRow } from "../../server/src/domain/catalog/feed/row.ts";
import { importFeed, openFeedFile } from "../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../server/src/providers/feed/reader.ts";
import { withDatabase } from "../setup/global.ts";
import { execute, startTestPostgres } from "../setup/postgres.ts";
import { type MadeRow, makeRows, WRITERS } from "./import/rows.ts";

/**
 * `npm run prove -- import --data DIR [--rows 117000] [--seed 1]`: a large feed made of real ones,
 * imported the first time, unchanged, changed in part, and after a kill; with a plain copy of the
 * same rows into a table without an index, in the same run, as the measure of the machine.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    rows: { type: "string", default: "117000" },
    seed: { type: "string", default: "1" },
  },
});
if (values.data === undefined) {
  process.stderr.write("npm run prove -- import --data DIR [--rows N] [--seed N]\n");
  process.exit(1);
}
const count = Number(values.rows);
const rows = makeRows(values.data, count, Number(values.seed));
/** **Units** seconds for 117,000 rows; other counts are held to their share. */
const FLOORS = { first: 30, unchanged: 6 } as const;
const share = count / 117_000;
const COPY_LINES = 1_000;

let failures = 0;
const folder = await mkdtemp(join(tmpdir(), "prove-import-"));
const postgres = await startTestPostgres({ isDurable: true });
try {
  line(`${count} rows, seed ${values.seed}`);
  await proveReading();
  await proveImports();
  await proveKill();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
line(failures === 0 ? "passed" : `${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

/** Every format is read to the same products; no database yet. */
async function proveReading(): Promise<void> {
  for (const [format, write] of Object.entries(WRITERS)) {
    const path = await fileOf(format, write(rows));
    const startedMs = performance.now();
    const reading = await readFeed(createReadStream(path), { now: new Date() });
    let products = 0;
    for await (const batch of reading.batches) {
      products += batch.filter(({ row }) => "product" in checkRow(row)).length;
    }
    const seconds = secondsSince(startedMs);
    line(`reading ${format.padEnd(10)} ${seconds.toFixed(1)} s, ${perSecond(seconds)} rows/s`);
    check(
      `${format}: told by its content, all rows read`,
      [reading.format, products],
      [format, count],
    );
  }
}

async function proveImports(): Promise<void> {
  const db = await freshDatabase("proof_one");
  const path = await fileOf("jsonl", WRITERS.jsonl?.(rows) ?? "");
  const copySeconds = await plainCopy(db, rows);
  line(`plain copy        ${copySeconds.toFixed(1)} s, ${perSecond(copySeconds)} rows/s`);
  const first = await timedImport(db, path);
  tell("first time", first.seconds, copySeconds);
  check("first time: every row is new", first.rowsChanged, count);
  floor("first time", first.seconds, FLOORS.first);
  const again = await timedImport(db, path);
  tell("unchanged", again.seconds, copySeconds);
  check("unchanged: no row is written", [again.rowsChanged, again.rowsRetired], [0, 0]);
  floor("unchanged", again.seconds, FLOORS.unchanged);
  const changed = rows.slice(1).map((row, index) => {
    return index % 100 === 0 ? { ...row, price: row.price + 1 } : row;
  });
  const part = await timedImport(db, await fileOf("changed", WRITERS.jsonl?.(changed) ?? ""));
  tell("1 % changed", part.seconds, copySeconds);
  const expected = changed.filter((_row, index) => index % 100 === 0).length;
  check("1 % changed: those and the one gone", [part.rowsChanged, part.rowsRetired], [expected, 1]);
  await db.close();
}

/** An import killed half way leaves nothing; the next one starts from the beginning. */
async function proveKill(): Promise<void> {
  const db = await freshDatabase("proof_two");
  const path = await fileOf("jsonl", WRITERS.jsonl?.(rows) ?? "");
  const script = fileURLToPath(new URL("import/killed.ts", import.meta.url));
  const url = withDatabase(postgres.adminUrl, "proof_two");
  const startedMs = performance.now();
  const child = spawnSync(process.execPath, [script, url, path, String(Math.floor(count / 2))]);
  const lostSeconds = secondsSince(startedMs);
  check("the import was killed", child.signal, "SIGKILL");
  const [left] = await db.query<{ count: number }>({
    name: "",
    text: "select count(*)::integer as count from product",
  });
  check("a killed import has changed nothing", left?.count, 0);
  const rerun = await timedImport(db, path);
  line(`killed half way after ${lostSeconds.toFixed(1)} s, rerun ${rerun.seconds.toFixed(1)} s`);
  check("the rerun completes", rerun.products, count);
  floor("rerun", rerun.seconds, FLOORS.first);
  await db.close();
}

async function freshDatabase(name: string): Promise<Database> {
  await execute(postgres.adminUrl, `create database ${name}`);
  const databaseUrl = withDatabase(postgres.adminUrl, name);
  await migrate({ databaseUrl });
  await execute(databaseUrl, "create table plain (line text not null)");
  await execute(databaseUrl, "grant insert on plain to placard_app");
  return openDatabase({
    connectionString: databaseUrl,
    connections: 2,
    logger: silentLogger,
    role: "placard_app",
  });
}

async function plainCopy(db: Database, all: readonly MadeRow[]): Promise<number> {
  const startedMs = performance.now();
  await db.tx(async (tx) => {
    for (let from = 0; from < all.length; from += COPY_LINES) {
      const lines = all.slice(from, from + COPY_LINES);
      const text = lines.map((row) => `${copyValue(JSON.stringify(row))}\n`).join("");
      const statement = { name: "", text: "copy plain (line) from stdin", isCopy: true } as const;
      await tx.query(statement, [Buffer.from(text)]);
    }
  });
  return secondsSince(startedMs);
}

async function timedImport(db: Database, path: string) {
  const { source } = await openFeedFile(path);
  const startedMs = performance.now();
  const result = await importFeed({
    reader: readFeed,
    db,
    clock: systemClock,
    feed: "proof",
    source,
    format: "auto",
  });
  return { ...result, seconds: secondsSince(startedMs) };
}

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

function tell(what: string, seconds: number, copySeconds: number): void {
  const ratio = (seconds / copySeconds).toFixed(1);
  line(
    `${what.padEnd(17)} ${seconds.toFixed(1)} s, ${perSecond(seconds)} rows/s, ` +
      `${ratio} times the plain copy`,
  );
}

function floor(what: string, seconds: number, mostSeconds: number): void {
  const most = mostSeconds * share;
  report(`${what}: within ${most.toFixed(1)} s`, seconds <= most, seconds.toFixed(1));
}

function check(what: string, found: unknown, expected: unknown): void {
  const isSame = JSON.stringify(found) === JSON.stringify(expected);
  report(what, isSame, `${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

function report(what: string, holds: boolean, problem: string): void {
  if (!holds) failures += 1;
  line(holds ? `ok   ${what}` : `FAIL ${what}: ${problem}`);
}

function perSecond(seconds: number): number {
  return Math.round(count / seconds);
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000;
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
