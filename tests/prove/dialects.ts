import { parseArgs } from "node:util";
import { freePort } from "../../local/free-port.ts";
import { listOf } from "../../server/src/contract/fields.ts";
import { placementSchema } from "../../server/src/contract/resources/placement.ts";
import { systemClock } from "../../server/src/core/clock.ts";
import { openDatabase } from "../../server/src/core/db.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { importFeed } from "../../server/src/domain/catalog/index.ts";
import { verifyLedger } from "../../server/src/domain/ledger/index.ts";
import { readFeed } from "../../server/src/providers/feed/reader.ts";
import {
  type ExchangeProcess,
  startExchangeProcess,
  stopExchangeProcess,
} from "../bench/support/exchange-process.ts";
import { browseCatalogue } from "../dialects/catalogue.ts";
import { measureCosts } from "../dialects/cost.ts";
import { fuzzDoors } from "../dialects/fuzz.ts";
import { openInventory, PRODUCTS } from "../dialects/market.ts";
import { buyAtRandom } from "../dialects/money.ts";
import {
  runAdcpCli,
  runAdcpFuzz,
  runStoryboards,
  sumOf,
  unlistedSkips,
} from "../dialects/programs.ts";
import { seeded } from "../eval/search/noise.ts";
import { fundedAdvertiser, registerAgent, resultOf } from "../setup/agents.ts";
import type { CallTool } from "../setup/exchange.ts";
import { startTestPostgres } from "../setup/postgres.ts";

/**
 * `npm run prove -- dialects [--buys 500] [--calls 50000] [--seeds 3] [--turns 25]
 * [--searches 100]`: unmodified buyers, shopping agents and fuzzers against an exchange in a
 * process of its own. `--only NAMES` runs some of its parts.
 */
const { values } = parseArgs({
  options: {
    buys: { type: "string", default: "500" },
    calls: { type: "string", default: "50000" },
    seeds: { type: "string", default: "3" },
    turns: { type: "string", default: "25" },
    searches: { type: "string", default: "100" },
    only: { type: "string" },
  },
});
const SEEDS = [42, 7, 1, 2, 3, 4, 5, 6, 8, 9];
/** Without the test controller fewer steps can run at all. */
const WITHOUT_CONTROLLER_MIN = 85;
const COST_MAX = 2;

let failures = 0;
const postgres = await startTestPostgres();
try {
  await migrate({ databaseUrl: postgres.adminUrl });
  await loadProducts();
  await withExchange({ ADCP_TEST_CONTROLLER: "1" }, async (baseUrl, call) => {
    await openInventory(call);
    await part("storyboards", () => proveStoryboards(baseUrl));
    await part("cli", () => proveCli(baseUrl, call));
    await part("fuzz", () => proveFuzz(baseUrl, call));
  });
  await withExchange({}, async (baseUrl, call) => {
    await part("plain", () => provePlain(baseUrl));
    await part("money", () => proveMoney(baseUrl, call));
    await part("ucp", () => proveUcp(baseUrl));
    await part("contract", () => proveContract(baseUrl, call));
    await part("cost", () => proveCost(baseUrl, call));
  });
} finally {
  await postgres.stop();
}
process.stdout.write(failures === 0 ? "proved\n" : `${failures} failed\n`);
process.exitCode = failures === 0 ? 0 : 1;

function check(what: string, holds: boolean, more: readonly string[] = []): void {
  if (!holds) failures += 1;
  process.stdout.write(`${holds ? "ok  " : "FAIL"} ${what}\n`);
  for (const line of holds ? [] : more.slice(0, 20)) process.stdout.write(`     ${line}\n`);
}

async function part(name: string, run: () => Promise<void>): Promise<void> {
  if (values.only !== undefined && !values.only.split(",").includes(name)) return;
  const startedMs = performance.now();
  await run();
  process.stdout.write(`     ${name} took ${Math.round(performance.now() - startedMs)} ms\n`);
}

async function withExchange(
  env: Readonly<Record<string, string>>,
  run: (baseUrl: string, call: CallTool) => Promise<void>,
): Promise<void> {
  const settings = { databaseUrl: postgres.adminUrl, port: await freePort(), env };
  const exchange: ExchangeProcess = await startExchangeProcess(settings);
  await run(exchange.baseUrl, callerOf(exchange.baseUrl)).finally(() =>
    stopExchangeProcess(exchange),
  );
}

function callerOf(baseUrl: string): CallTool {
  return async (tool, args, key) => {
    const response = await fetch(`${baseUrl}/api/agent`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ tool, arguments: args }),
    });
    return { isError: !response.ok, body: await response.json() };
  };
}

async function loadProducts(): Promise<void> {
  const options = { connectionString: postgres.adminUrl, connections: 2, logger: silentLogger };
  const db = openDatabase(options);
  async function* lines() {
    for (const row of PRODUCTS) yield Buffer.from(`${JSON.stringify(row)}\n`);
  }
  const source = lines();
  await importFeed({ reader: readFeed, db, clock: systemClock, feed: "shopfeed", source });
  await db.close();
}

async function proveStoryboards(baseUrl: string): Promise<void> {
  const found = await runStoryboards(baseUrl);
  const { passed, failed, skipped } = sumOf(found);
  const lines = found.flatMap(({ id, failures: all }) => all.map((one) => `${id}: ${one}`));
  const counts = `${passed}/${failed}/${skipped}`;
  check(`${found.length} storyboards: ${counts}`, passed >= 171 && failed === 0, lines);
  const unlisted = unlistedSkips(found);
  check(`${unlisted.length} skipped steps without a reason`, unlisted.length === 0, unlisted);
}

async function provePlain(baseUrl: string): Promise<void> {
  await openInventory(callerOf(baseUrl));
  const found = await runStoryboards(baseUrl);
  const { passed, failed, skipped } = sumOf(found);
  const lines = found.flatMap(({ id, failures: all }) => all.map((one) => `${id}: ${one}`));
  const isEnough = passed >= WITHOUT_CONTROLLER_MIN && failed <= 2;
  check(`without the controller: ${passed}/${failed}/${skipped}`, isEnough, lines);
  for (const line of lines) process.stdout.write(`     ${line.slice(0, 160)}\n`);
}

async function proveCli(baseUrl: string, call: CallTool): Promise<void> {
  const { key } = await registerAgent(call, "advertiser");
  const { passed, failed, skipped, text } = await runAdcpCli(baseUrl, key);
  check(`one key: ${passed}/${failed}/${skipped}`, passed === 37 && failed + skipped === 0, [text]);
}

async function proveFuzz(baseUrl: string, call: CallTool): Promise<void> {
  for (const seed of SEEDS.slice(0, Number(values.seeds))) {
    const own = (await registerAgent(call, "advertiser")).key;
    const other = (await registerAgent(call, "advertiser")).key;
    const turns = Number(values.turns);
    const run = await runAdcpFuzz(baseUrl, { own, other }, { seed, turns });
    const isUniform = run.verdicts.every((one) => !one.endsWith("FAIL"));
    const what = `seed ${seed}: ${run.runs} calls, ${run.failures} failures`;
    check(`${what}, ${run.verdicts.join(", ")}`, run.failures === 0 && isUniform, [run.text]);
  }
}

async function proveMoney(baseUrl: string, call: CallTool): Promise<void> {
  const runs = Number(values.buys);
  const seed = Date.now() % 1_000_000;
  const run = await buyAtRandom(call, baseUrl, { random: seeded(seed), runs });
  const { booked, refused, changes, replays } = run;
  const counts = `${booked} booked, ${refused} refused, ${changes} changes, ${replays} replays`;
  check(`${runs} buys of seed ${seed}: ${counts}`, run.problems.length === 0, run.problems);
  const options = { connectionString: postgres.adminUrl, connections: 2, logger: silentLogger };
  const db = openDatabase(options);
  const checks = await verifyLedger(db);
  await db.close();
  const wrong = checks.filter(({ findings }) => findings.length > 0);
  check(`${checks.length} checks of the ledger`, wrong.length === 0, [JSON.stringify(wrong)]);
}

async function proveUcp(baseUrl: string): Promise<void> {
  const searches = Number(values.searches);
  const counts = { searches, lookups: searches / 2, products: searches / 2 };
  for (const release of ["2026-08-25", "2026-04-08"] as const) {
    const { answers, problems, cart } = await browseCatalogue(baseUrl, release, counts);
    check(`UCP ${release}: ${answers} answers`, problems.length === 0, problems);
    check(`UCP ${release}: no cart`, cart === 'business does not expose "create_cart"', [cart]);
  }
}

async function proveContract(baseUrl: string, call: CallTool): Promise<void> {
  const [one, other] = [await fundedAdvertiser(call), await fundedAdvertiser(call)];
  const found = await resultOf(call("search_placements", { limit: 5 }), listOf(placementSchema));
  const run = await fuzzDoors(baseUrl, {
    random: seeded(Date.now() % 1_000_000),
    calls: Number(values.calls),
    keys: [one.key, other.key],
    placements: found.items,
  });
  const what = `${run.calls} broken calls, ${run.accepted} accepted`;
  check(what, run.problems.length === 0, run.problems);
}

async function proveCost(baseUrl: string, call: CallTool): Promise<void> {
  for (const { name, ratio, dialectMs, nativeMs } of await measureCosts(baseUrl, call)) {
    const times = `${dialectMs.toFixed(2)} ms against ${nativeMs.toFixed(2)} ms`;
    check(`${name}: ${ratio.toFixed(2)}x (p50, ${times})`, ratio <= COST_MAX);
  }
}
