import { spawn, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

export interface PgbenchResult {
  readonly tps: number;
  readonly averageMs: number;
}

export interface Pgbench {
  readonly version: string;
  readonly clients: number;
  /** Runs single-row inserts for whole seconds, or below one second a few of each client. */
  run(durationMs: number): Promise<PgbenchResult>;
}

const CLIENTS = 64;
const THREADS = 2;
const TRANSACTIONS_QUICK = "5";

/**
 * The plainest durable thing PostgreSQL does: one narrow row with a time-ordered key, one commit.
 * No check, no money, no index besides the key: whatever we do for an event is on top of this.
 */
const TABLE = `create table baseline_event (
  id uuid primary key default uuidv7(),
  campaign_id bigint not null,
  kind smallint not null,
  charged bigint not null
)`;
const SCRIPT = `\\set campaign random(1, 1000)
insert into baseline_event (campaign_id, kind, charged) values (:campaign, 1, 200000);
`;

export async function openPgbench(databaseUrl: string, folder: string): Promise<Pgbench> {
  const found = spawnSync("pgbench", ["--version"], { encoding: "utf8" });
  if (found.status !== 0) {
    throw new Error("pgbench is missing: install PostgreSQL's own tools (Debian: postgresql).");
  }
  const script = join(folder, "insert.sql");
  await writeFile(script, SCRIPT);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(TABLE);
  await client.end();
  return {
    version: found.stdout.trim(),
    clients: CLIENTS,
    async run(durationMs) {
      const seconds = Math.round(durationMs / 1_000);
      const length = seconds === 0 ? ["-t", TRANSACTIONS_QUICK] : ["-T", String(seconds)];
      const output = await pgbench(databaseUrl, [
        ...["-n", "-M", "prepared", "-c", String(CLIENTS), "-j", String(THREADS)],
        ...[...length, "-f", script],
      ]);
      const tps = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
      const averageMs = Number(/latency average = ([\d.]+)/.exec(output)?.[1]);
      if (!(tps > 0 && averageMs > 0)) throw new Error(`pgbench said: ${output}`);
      return { tps, averageMs };
    },
  };
}

function pgbench(databaseUrl: string, args: readonly string[]): Promise<string> {
  const url = new URL(databaseUrl);
  const child = spawn("pgbench", args, {
    env: {
      ...process.env,
      PGHOST: url.hostname,
      PGPORT: url.port,
      PGUSER: decodeURIComponent(url.username),
      PGPASSWORD: decodeURIComponent(url.password),
      PGDATABASE: url.pathname.slice(1),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`pgbench ended with ${code}: ${output}`));
    });
  });
}
