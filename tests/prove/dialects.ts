import { isDeepStrictEqual, parseArgs } from "node:util";
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
import { followClick } from "../dialects/clicks.ts";
import { measureCosts } from "../dialects/cost.ts";
import { fuzzDoors } from "../dialects/fuzz.ts";
import { visitWithKontext } from "../dialects/kontext-browser.ts";
import { openInventory, PRODUCTS } from "../dialects/market.ts";
import { buyAtRandom } from "../dialects/money.ts";
import {
  runAdcpCli,
  runAdcpFuzz,
  runStoryboards,
  sumOf,
  unlistedSkips,
} from "../dialects/programs.ts";
import { startKilledExchange } from "../dialects/restarts.ts";
import { seeded } from "../eval/search/noise.ts";
import { fundedAdvertiser, registerAgent, resultOf } from "../setup/agents.ts";
import type { CallTool } from "../setup/exchange.ts";
import { startTestPostgres } from "../setup/postgres.ts";

/**
 * `npm run prove -- dialects [--buys 500] [--calls 50000] [--seeds 10] [--turns 50]
 * [--searches 250]`: unmodified buyers, shopping agents, chats and fuzzers against an exchange in a
 * process of its own, which is killed while it books. `--only NAMES` runs some of its parts.
 */
const { values } = parseArgs({
  options: {
    buys: { type: "string", default: "500" },
    calls: { type: "string", default: "50000" },
    seeds: { type: "string", default: "10" },
    turns: { type: "string", default: "50" },
    searches: { type: "string", default: "250" },
    only: { type: "string" },
  },
});
const SEEDS = [42, 7, 1, 2, 3, 4, 5, 6, 8, 9];
/** Without the test controller fewer steps can run at all. */
const WITHOUT_CONTROLLER_MIN = 85;
const COST_MAX = 2;
/** How often the exchange is killed while it books, about. */
const KILL_EVERY_MS = 1_500;
const KEYS = 10;

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
    await part("clicks", () => proveClicks(baseUrl, call));
    await part("ucp", () => proveUcp(baseUrl));
    await part("kontext", () => proveKontext(baseUrl, call));
    await part("contract", () => proveContract(baseUrl, call));
    await part("cost", () => proveCost(baseUrl, call));
  });
  await part("money", proveMoney);
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

async function proveClicks(baseUrl: string, call: CallTool): Promise<void> {
  for (const unit of ["cpc", "cpa", "cpl", "cpi"] as const) {
    const now = () => new Date();
    const { price, shown, native, counted } = await followClick(call, baseUrl, { unit, now });
    const conversions = unit === "cpc" ? 0 : 1;
    const isOnce = shown.clicks === 1 && shown.conversions === conversions && shown.spend === price;
    const isAlike = isDeepStrictEqual(shown, native);
    const isOwn = counted.foreign + counted.missing === 0;
    const what = `a click paid by ${unit}: ${shown.spend} USD once, alike in both reports`;
    const found = JSON.stringify({ price, shown, native, counted });
    check(what, isOnce && isAlike && isOwn, [found]);
  }
}

async function proveMoney(): Promise<void> {
  const runs = Number(values.buys);
  const seed = Date.now() % 1_000_000;
  const random = seeded(seed);
  const settings = { databaseUrl: postgres.adminUrl, port: await freePort() };
  const killed = await startKilledExchange(settings, {
    random: Math.random,
    everyMs: KILL_EVERY_MS,
  });
  const { baseUrl, patiently, counts } = killed;
  const run = await buyAtRandom(callerOf(baseUrl), baseUrl, { random, runs, patiently }).finally(
    killed.stop,
  );
  const { booked, refused, changes, replays } = run;
  const done = `${booked} booked, ${refused} refused, ${changes} changes, ${replays} replays`;
  check(`${runs} buys of seed ${seed}: ${done}`, run.problems.length === 0, run.problems);
  const kills = `${counts.kills} kills -9, ${counts.repeats} calls repeated`;
  check(kills, counts.kills >= Math.min(runs / 25, 20));
  const options = { connectionString: postgres.adminUrl, connections: 2, logger: silentLogger };
  const db = openDatabase(options);
  const checks = await verifyLedger(db);
  await db.close();
  const wrong = checks.filter(({ findings }) => findings.length > 0);
  check(`${checks.length} checks of the ledger`, wrong.length === 0, [JSON.stringify(wrong)]);
}

async function proveKontext(baseUrl: string, call: CallTool): Promise<void> {
  const { key } = await registerAgent(call, "publisher");
  const visit = await visitWithKontext(baseUrl, key);
  const { heights, told, views, clicked, leaked, strays, text } = visit;
  const isShown = heights.frame > 0 && heights.frame >= heights.content;
  check(`Kontext in Chromium: shown, ${heights.frame} pixels high`, isShown, [text]);
  const wanted = ["ad.filled", "ad.viewed", "ad.clicked"];
  check(`Kontext: ${told.join(", ")}`, wanted.every((name) => told.includes(name)) && views === 1);
  check(`Kontext: a click to ${clicked.slice(0, 40)}`, clicked.startsWith(`${baseUrl}/r/`));
  check(
    `Kontext: ${leaked.length} words of the chat leave the server`,
    leaked.length === 0,
    leaked,
  );
  check(`Kontext: ${strays.length} requests elsewhere`, strays.length === 0, strays);
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
  const buyers = await Promise.all(
    Array.from({ length: KEYS }, () => fundedAdvertiser(call, "fleet")),
  );
  const found = await resultOf(call("search_placements", { limit: 5 }), listOf(placementSchema));
  const run = await fuzzDoors(baseUrl, {
    random: seeded(Date.now() % 1_000_000),
    calls: Number(values.calls),
    keys: buyers.map(({ key }) => key),
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
