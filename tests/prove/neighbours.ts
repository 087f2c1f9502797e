import { parseArgs } from "node:util";
import pg from "pg";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import type { CampaignFacts } from "../../server/src/domain/delivery/index.ts";
import type { ExchangeProcess } from "../bench/support/exchange-process.ts";
import { mintDelivery, openMarket } from "../bench/support/market.ts";
import {
  openRawClient,
  type RawAnswer,
  type RawClient,
  requestBytes,
} from "../bench/support/raw-client.ts";
import { standing, startDatabase, startServer } from "../bench/support/rig.ts";
import { quantile } from "../bench/support/statistics.ts";
import { startWorker } from "../bench/support/worker.ts";
import type { AttackOrder, AttackResult } from "./neighbours/attacker.ts";
import { ATTACKS, type Attacker } from "./neighbours/attacks.ts";

/**
 * `npm run prove -- neighbours`: while one agent attacks, another's p99 stays within 3 times its
 * quiet value (goal 2), and none of its events is lost. The attacker has a low priority: an
 * attacker's own work is not done on our cores.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "15" }, only: { type: "string" } },
});
const SECONDS = Number(values.seconds);
const RATIO_MAX = 3;
/** Below this nobody notices a delay, and two quiet runs differ by as much. **Units** ms. */
const QUIET_MIN_MS = 5;
const PER_SECOND = 20;
const VICTIM_CONNECTIONS = 16;
const VICTIM_FROM = "X-Forwarded-For: 203.0.113.9";
const PARTITIONS = "new partitions beside a reader";
const BUDGET = 1_000_000;

interface Victim {
  readonly port: number;
  readonly key: string;
  readonly campaign: CampaignFacts;
}

interface Measured {
  readonly p99Ms: number;
  readonly sent: number;
  readonly refused: number;
}

const results: boolean[] = [];
const rig = await standing(async (later) => {
  const { databaseUrl, client } = await startDatabase(later);
  const exchange = await startServer(later, { databaseUrl, env: { TRUST_PROXY_HOPS: "1" } });
  const { baseUrl } = exchange;
  const byClick = { adUnitType: "cpc", budgetCredits: BUDGET } as const;
  const byAction = { adUnitType: "cpa", budgetCredits: BUDGET } as const;
  const neighbour = await openMarket({ baseUrl, databaseUrl, wanted: [byClick] });
  const stranger = await openMarket({ baseUrl, databaseUrl, wanted: [byClick, byAction] });
  const program = new URL("neighbours/attacker.ts", import.meta.url);
  const worker = startWorker<AttackOrder, AttackResult>(program);
  later(() => worker.stop());
  return { client, databaseUrl, exchange, neighbour, stranger, worker };
});
try {
  const port = portOf(rig.exchange);
  const [campaign] = rig.neighbour.campaigns;
  if (campaign === undefined) throw new Error("The neighbour has no campaign.");
  const victim: Victim = { port, key: rig.neighbour.publisherKey, campaign };
  const attacker: Attacker = { port, ...rig.stranger };
  await measure(victim);
  for (const { name } of ATTACKS) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    await judge(name, victim, async () => {
      await rig.worker.ask({ kind: "start", name, attacker });
      return async () => JSON.stringify(await rig.worker.ask({ kind: "stop" }));
    });
  }
  if (values.only === undefined || PARTITIONS.includes(values.only)) {
    await judge(PARTITIONS, victim, () => makePartitions(rig.databaseUrl));
  }
} finally {
  await rig.close();
}
const failed = results.filter((holds) => !holds).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** The quiet time just before an attack is its baseline. */
async function judge(
  name: string,
  victim: Victim,
  start: () => Promise<() => Promise<string>>,
): Promise<void> {
  const quiet = await measure(victim);
  const before = await recorded(rig.client, victim.campaign);
  const stop = await start();
  const attacked = await measure(victim);
  const statuses = await stop();
  const lost = before + attacked.sent - (await recorded(rig.client, victim.campaign));
  const ratio = attacked.p99Ms / Math.max(QUIET_MIN_MS, quiet.p99Ms);
  const holds = ratio <= RATIO_MAX && lost === 0 && attacked.refused === 0;
  results.push(holds);
  const times = `p99 ${quiet.p99Ms.toFixed(1)} ms quiet, ${attacked.p99Ms.toFixed(1)} ms attacked`;
  const events = `${attacked.refused} refused, ${lost} lost of ${attacked.sent}`;
  const figures = `${times}, ratio ${ratio.toFixed(2)}, ${events} (attacker: ${statuses})`;
  process.stdout.write(`${holds ? "ok  " : "FAIL"} ${name}: ${figures}\n`);
}

/** Clicks of the neighbour at a steady pace; a late answer counts from when its call was due. */
async function measure(victim: Victim): Promise<Measured> {
  const clients = await Promise.all(
    Array.from({ length: VICTIM_CONNECTIONS }, () => openRawClient(victim.port)),
  );
  const latenciesMs: number[] = [];
  let refused = 0;
  let next = 0;
  const startedAt = performance.now();
  const loop = async (client: RawClient) => {
    for (;;) {
      const dueAt = startedAt + (next++ * 1_000) / PER_SECOND;
      if (dueAt - startedAt >= SECONDS * 1_000) return;
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const answer = await client.send(clickOf(victim)).catch(() => broken);
      if (answer.status !== 200) refused += 1;
      latenciesMs.push(performance.now() - dueAt);
    }
  };
  await Promise.all(clients.map(loop));
  for (const client of clients) client.close();
  return { p99Ms: quantile(latenciesMs, 0.99), sent: latenciesMs.length, refused };
}

const broken: RawAnswer = { status: 0, tail: "" };

function clickOf({ port, key, campaign }: Victim): Buffer {
  const deliveryId = mintDelivery(campaign);
  const fields = { campaignId: campaign.campaignId, deliveryId };
  const body = JSON.stringify({ tool: "report_click", arguments: fields });
  return requestBytes({ port, key, headers: [VICTIM_FROM], body });
}

async function recorded(client: pg.Client, campaign: CampaignFacts): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    "select count(*) from event where campaign_id = $1",
    [uuidFromId(campaign.campaignId)],
  );
  return Number(rows[0]?.count);
}

/** A report that reads all day, and the job that makes the partitions of coming days. */
async function makePartitions(databaseUrl: string): Promise<() => Promise<string>> {
  const connection = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return client;
  };
  const [reader, maker] = [await connection(), await connection()];
  await reader.query("begin");
  await reader.query("select count(*) from event; select count(*) from delivery");
  let isOn = true;
  let made = 0;
  const loop = async () => {
    for (let days = 40; isOn; days += 5) {
      const { rows } = await maker.query<{ made: string }>(
        "select ensure_partitions(now(), $1) as made",
        [days],
      );
      made += Number(rows[0]?.made);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  const running = loop();
  return async () => {
    isOn = false;
    await running;
    await Promise.all([reader.end(), maker.end()]);
    if (made === 0) throw new Error("No partition was made, so nothing was proven.");
    return `${made} partitions`;
  };
}

function portOf({ baseUrl }: ExchangeProcess): number {
  return Number(new URL(baseUrl).port);
}
