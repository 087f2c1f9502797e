import { parseArgs } from "node:util";
import { freePort } from "../../local/free-port.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { startExchangeProcess, stopExchangeProcess } from "../bench/support/exchange-process.ts";
import { seeded } from "../eval/search/noise.ts";
import { callerOf, importProducts } from "../kit/runtimes/durable-exchange.ts";
import { type FaultyLine, startFaultyLine } from "../kit/soak/faulty-line.ts";
import { judgeSoak } from "../kit/soak/judge.ts";
import { measureTurns, percentile, TROUBLES } from "../kit/soak/latency.ts";
import { openMarket } from "../kit/soak/market.ts";
import { soak } from "../kit/soak/soak.ts";
import { startTestPostgres } from "../setup/postgres.ts";

/**
 * `npm run prove -- kit [--turns 10000] [--hides 200] [--seed N]`: readers at two processes of a
 * chat, before an exchange in a process of its own on PostgreSQL with synchronous commit, over a
 * line that harms one call in five; then how long a chat waits for an exchange in trouble.
 */
const { values } = parseArgs({
  options: {
    turns: { type: "string", default: "10000" },
    hides: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    waits: { type: "string", default: "200" },
  },
});
const FAULT_SHARE = 0.2;
const ADDED_MAX_MS = 810;
const seed = Number(values.seed);
let failures = 0;

line(`seed ${seed}`);
await proveOnce();
await proveWaits();
line(failures === 0 ? "proved" : `${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

async function proveOnce(): Promise<void> {
  const postgres = await startTestPostgres({ isDurable: true });
  const faulty = await startFaultyLine(seeded(seed));
  try {
    await migrate({ databaseUrl: postgres.adminUrl });
    await importProducts(postgres.adminUrl);
    const exchange = await startExchangeProcess({
      databaseUrl: postgres.adminUrl,
      port: await freePort(),
      env: { PUBLIC_BASE_URL: faulty.baseUrl },
    });
    faulty.pointTo(exchange.baseUrl);
    await runSoak(faulty, postgres.adminUrl).finally(() => stopExchangeProcess(exchange));
  } finally {
    await faulty.close();
    await postgres.stop();
  }
}

async function runSoak(faulty: FaultyLine, databaseUrl: string): Promise<void> {
  const market = await openMarket(callerOf(faulty.baseUrl));
  const startedAt = performance.now();
  const result = await soak({
    line: faulty,
    market,
    turns: Number(values.turns),
    hides: Number(values.hides),
    faultShare: FAULT_SHARE,
    random: seeded(seed + 1),
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const { events, chargedMicros, faults } = await judgeSoak(databaseUrl, market, result);
  const harmed = Object.values(faulty.harmed).reduce((sum, count) => sum + count, 0);
  line(`${values.turns} turns by the routes and as many by the model, ${seconds} s`);
  line(`${result.filled} showed cards, ${result.hidden} pages were hidden and came back`);
  line(`turns without cards: ${JSON.stringify(result.noFill)}`);
  line(`${harmed} of ${faulty.calls()} calls were harmed: ${JSON.stringify(faulty.harmed)}`);
  line(`${result.accepted.size} events accepted, ${result.retried} sent again`);
  line(`${events} events at the exchange, ${Number(chargedMicros) / 1e6} credits charged`);
  check("every accepted event is at the exchange once, and nothing else", faults);
}

async function proveWaits(): Promise<void> {
  for (const trouble of TROUBLES) {
    const taken = await measureTurns(trouble, Number(values.waits));
    const [medianMs, p99Ms] = [percentile(taken, 0.5), percentile(taken, 0.99)];
    line(`${trouble}: added ${medianMs.toFixed(1)} ms median, ${p99Ms.toFixed(1)} ms p99`);
    const over = p99Ms <= ADDED_MAX_MS ? [] : [`p99 ${p99Ms.toFixed(1)} ms`];
    check(`an exchange that is ${trouble} adds at most ${ADDED_MAX_MS} ms at p99`, over);
  }
}

function check(what: string, faults: readonly string[]): void {
  if (faults.length > 0) failures += 1;
  line(`${faults.length === 0 ? "ok  " : "FAIL"} ${what}${faults.map((f) => `; ${f}`).join("")}`);
}

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
