import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { freePort } from "../../local/free-port.ts";
import { systemClock } from "../../server/src/core/clock.ts";
import { readEnv } from "../../server/src/core/env.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { feedNameOf, importFeed, openFeedFile } from "../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../server/src/providers/feed/reader.ts";
import { createExchange, type Exchange } from "../../server/src/wiring/exchange.ts";
import { startTestPostgres } from "../setup/postgres.ts";

const { values } = parseArgs({ options: { data: { type: "string" } } });
const results: { what: string; holds: boolean }[] = [];

/** `npm run prove -- feeds --data DIR`: real feeds side by side, then real queries over HTTP. */
if (values.data === undefined) {
  process.stderr.write("npm run prove -- feeds --data DIR\n");
  process.exit(1);
}
const data = values.data;
const postgres = await startTestPostgres({ isDurable: true });
const exchange = await startOn(postgres.adminUrl);
try {
  await importAll(exchange);
  await exchange.services.catalog.refresh();
  await askAll();
} finally {
  await exchange.close();
  await postgres.stop();
}
const failed = results.filter(({ holds }) => !holds).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

function check(what: string, holds: boolean): void {
  results.push({ what, holds });
  process.stdout.write(`${holds ? "ok  " : "FAIL"} ${what}\n`);
}

async function startOn(databaseUrl: string): Promise<Exchange> {
  await migrate({ databaseUrl });
  const port = await freePort();
  const env = readEnv({
    DEMO: "1",
    PORT: String(port),
    SIGNING_KEYS: `1:${Buffer.alloc(32, 7).toString("base64url")}`,
  });
  const started = await createExchange({ env, databaseUrl, logger: silentLogger });
  await started.listen();
  await started.services.catalog.whenReady();
  return started;
}

/** Each file becomes a feed of its own; a row is refused only for a price that is not above 0. */
async function importAll({ db }: Exchange): Promise<void> {
  let rowsRead = 0;
  let seconds = 0;
  const reasons: string[] = [];
  for (const file of readdirSync(data).filter((name) => name.startsWith("feed-"))) {
    const { source } = await openFeedFile(join(data, file));
    const result = await importFeed({
      reader: readFeed,
      db,
      clock: systemClock,
      feed: feedNameOf(file),
      source,
      onRejection: ({ reason }) => reasons.push(reason),
    });
    rowsRead += result.rowsRead;
    seconds += result.durationMs / 1000;
  }
  const speed = Math.round(rowsRead / seconds);
  check(`${rowsRead} rows read side by side, ${speed} rows/s`, rowsRead === 33_729);
  const isPrice = reasons.every((reason) => reason === "price must be above 0");
  check(`${reasons.length} rows refused, each with its reason`, reasons.length === 3 && isPrice);
}

async function askAll(): Promise<void> {
  const { baseUrl } = exchange.services.settings;
  const lines = gunzipSync(readFileSync(join(data, "queries-wands.jsonl.gz"))).toString("utf8");
  const queries = lines.trim().split("\n").map(queryOf);
  const timesMs: number[] = [];
  let failures = 0;
  let empty = 0;
  for (const query of queries) {
    const address = `${baseUrl}/api/public/shopfeed-products?q=${encodeURIComponent(query)}`;
    const startedMs = performance.now();
    const response = await fetch(address);
    const text = await response.text();
    timesMs.push(performance.now() - startedMs);
    if (!response.ok) failures += 1;
    if (text.startsWith('{"status":"empty"')) empty += 1;
  }
  timesMs.sort((left, right) => left - right);
  const median = timesMs[Math.floor(timesMs.length / 2)] ?? 0;
  const slowest = timesMs.at(-1) ?? 0;
  const times = `median ${median.toFixed(2)} ms, slowest ${slowest.toFixed(2)} ms`;
  check(`${queries.length} queries over HTTP, ${times}, ${empty} empty`, failures === 0);
}

function queryOf(line: string): string {
  const row: unknown = JSON.parse(line);
  return typeof row === "object" && row !== null && "query" in row ? String(row.query) : "";
}
