import pg from "pg";
import { freePort } from "../../local/free-port.ts";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import { AD_UNIT_TYPES, AD_UNITS } from "../../server/src/contract/units.ts";
import { systemClock } from "../../server/src/core/clock.ts";
import { openDatabase } from "../../server/src/core/db.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { importFeed } from "../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../server/src/providers/feed/reader.ts";
import { startExchangeProcess, stopExchangeProcess } from "../bench/support/exchange-process.ts";
import { checkBooks } from "../crash/books.ts";
import {
  bookCampaign,
  deliverOnce,
  fundAgent,
  listTestPlacement,
  registerAgent,
  type TestAgent,
} from "../setup/agents.ts";
import type { CallTool } from "../setup/exchange.ts";
import { execute, startTestPostgres, type TestPostgres } from "../setup/postgres.ts";
import { Pools } from "./pools.ts";

/** An exchange in a process of its own, with agents who have done business with each other. */
export interface World {
  readonly baseUrl: string;
  readonly pools: Pools;
  /** Keys that no longer work, and of an agent that may not act. */
  readonly revokedKey: string;
  readonly suspendedKey: string;
  /** What is wrong with the books; nothing when all is well. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** Of 25,000 credits, for each agent that books: enough for a hundred bookings. */
const PACKS = 3;

export async function openWorld(): Promise<World> {
  const postgres = await startTestPostgres();
  try {
    return await openBeside(postgres);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function openBeside(postgres: TestPostgres): Promise<World> {
  const name = `placard_fuzz_${process.pid}`;
  await execute(postgres.adminUrl, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(postgres.adminUrl), { pathname: `/${name}` }).href;
  await migrate({ databaseUrl });
  await importProducts(databaseUrl);
  const port = await freePort();
  // Cashouts wait, so that they can be cancelled; nobody listens at the postbacks' port.
  const env = { CASHOUT_NEW_ADDRESS_HOURS: "24", POSTBACK_ALLOW_HOSTS: "127.0.0.1" };
  const exchange = await startExchangeProcess({ databaseUrl, port, env });
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const pools = new Pools();
  const closed = await openAgents(exchange.baseUrl, pools, owner);
  return {
    baseUrl: exchange.baseUrl,
    pools,
    ...closed,
    async problems() {
      // What was accepted is settled before the process ends.
      await stopExchangeProcess(exchange);
      const findings = await checkBooks(owner);
      return findings.flatMap(({ name: rule, problem }) =>
        problem === null ? [] : [`${rule}: ${problem}`],
      );
    },
    async close() {
      await stopExchangeProcess(exchange);
      await owner.end();
      if (postgres.embedded === null) {
        await execute(postgres.adminUrl, `drop database ${name} with (force)`);
      }
      await postgres.stop();
    },
  };
}

async function importProducts(connectionString: string): Promise<void> {
  const role = "placard_app";
  const db = openDatabase({ connectionString, connections: 2, logger: silentLogger, role });
  const rows = [1, 2, 3].map((number) => ({
    id: `kettle-${number}`,
    title: `Steel kettle ${number}`,
    price: 20 + number,
    currency: "USD",
    availability: "in_stock",
    imageUrl: "https://pictures.test/kettle.jpg",
    link: "https://shop.test/p/kettle",
  }));
  const source = linesOf(rows);
  await importFeed({ reader: readFeed, db, clock: systemClock, feed: "fuzz", source });
  await db.close();
}

async function* linesOf(rows: readonly object[]) {
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}

/** Two of each role; every unit is listed by somebody, booked by somebody and delivered once. */
async function openAgents(baseUrl: string, pools: Pools, owner: pg.Client) {
  const call = callerOf(baseUrl, pools);
  const register = async (role: "publisher" | "advertiser" | "both") => {
    const agent = { ...(await registerAgent(call, role)), role };
    const packs = role === "publisher" ? 0 : PACKS;
    for (let pack = 0; pack < packs; pack += 1) await fundAgent(call, agent, "fleet");
    return agent;
  };
  const publishers = [await register("publisher"), await register("publisher")];
  const advertisers = [await register("advertiser"), await register("advertiser")];
  const both = [await register("both"), await register("both")];
  for (const [index, unit] of AD_UNIT_TYPES.entries()) {
    const [publisher, advertiser] = [publishers[index % 2], advertisers[index % 2]];
    if (publisher === undefined || advertiser === undefined) continue;
    const isContext = AD_UNITS[unit].needsReasoningContext;
    const fields = {
      topics: ["cooking"],
      ...(isContext ? { contextUse: "reasoning_context" } : {}),
    };
    const placement = await listTestPlacement(call, publisher, unit, fields);
    const budgetCredits = 2_000;
    const { campaignId } = await bookCampaign(call, advertiser, placement, { budgetCredits });
    await deliverOnce(call, publisher, campaignId);
    const { reportTool, conversionType } = AD_UNITS[unit];
    await call(reportTool, { campaignId, conversionType }, publisher.key);
  }
  for (const [index, publisher] of publishers.entries()) {
    const advertiser = advertisers[index];
    if (advertiser !== undefined) await earn(call, publisher, advertiser);
  }
  for (const agent of [...publishers, ...advertisers, ...both]) {
    pools.addAgent({ ...agent, others: [] });
  }
  const [suspended, revoked] = [await register("both"), await register("both")];
  const id = uuidFromId(suspended.agentId);
  await owner.query("update agent set status = 'suspended' where id = $1", [id]);
  await call("rotate_key", { graceHours: 0 }, revoked.key);
  return { suspendedKey: suspended.key, revokedKey: revoked.key };
}

/** 1,600 credits, three cashouts' worth. */
async function earn(call: CallTool, publisher: TestAgent, advertiser: TestAgent): Promise<void> {
  const placement = await listTestPlacement(call, publisher, "cpm");
  const booking = { budgetCredits: 2_100 };
  const { campaignId } = await bookCampaign(call, advertiser, placement, booking);
  await deliverOnce(call, publisher, campaignId);
  await call("report_impression", { campaignId, count: 10_000 }, publisher.key);
  await call("confirm_delivery", { campaignId }, advertiser.key);
}

function callerOf(baseUrl: string, pools: Pools): CallTool {
  return async (tool, args, key) => {
    const answer = await fetch(`${baseUrl}/api/agent`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ tool, arguments: args }),
    });
    const text = await answer.text();
    if (answer.ok) pools.learn(text);
    return { isError: !answer.ok, body: JSON.parse(text) };
  };
}
