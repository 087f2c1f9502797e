import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeApp } from "../kit/runtimes/app.ts";
import { openDurableExchange } from "../kit/runtimes/durable-exchange.ts";
import { freeze } from "../kit/runtimes/freeze.ts";
import { eventsOf } from "../kit/runtimes/reader.ts";

/**
 * `npm run prove -- freeze [--instances 24] [--steps 16] [--seconds 60]`: a serverless platform
 * that stops each instance of a chat after its answers and ends it later, before an exchange on
 * PostgreSQL with synchronous commit. Every report of every instance must be at the exchange.
 */
const { values } = parseArgs({
  options: {
    instances: { type: "string", default: "24" },
    steps: { type: "string", default: "16" },
    seconds: { type: "string", default: "60" },
  },
});
const folder = await mkdtemp(join(tmpdir(), "placard-freeze-"));
const exchange = await openDurableExchange();
try {
  await writeApp(folder);
  const { market, databaseUrl } = exchange;
  const seen = await freeze({
    folder,
    env: { PLACARD_URL: exchange.baseUrl, PLACARD_KEY: market.apiKey },
    instances: Number(values.instances),
    steps: Number(values.steps),
    frozenMs: Number(values.seconds) * 1_000,
  });
  const { cpm, cpia, cpr } = await eventsOf(databaseUrl, market);
  const lost = seen.views - cpm + seen.answers - cpia - cpr;
  const isProved = lost === 0 && cpm === seen.views && seen.labels > 0;
  line(`${values.instances} instances, each stopped for ${values.seconds} s and then ended`);
  line(`${seen.requests} requests, ${seen.labels} answers with a label`);
  line(`${seen.views + seen.answers} reports: ${seen.views} views, ${seen.answers} of answers`);
  line(`at the exchange: ${cpm} views, ${cpia + cpr} of answers; ${lost} lost`);
  line(isProved ? "proved" : "failed");
  process.exitCode = isProved ? 0 : 1;
} finally {
  await exchange.close();
  await rm(folder, { recursive: true, force: true });
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
