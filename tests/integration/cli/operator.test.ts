import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { runAgentsCommand } from "../../../server/src/cli/agents.ts";
import { runAuditCommand } from "../../../server/src/cli/audit.ts";
import { runCampaignsCommand } from "../../../server/src/cli/campaigns.ts";
import { runLedgerCommand } from "../../../server/src/cli/ledger.ts";
import { runPurchasesCommand } from "../../../server/src/cli/purchases.ts";
import { uuidFromId } from "../../../server/src/contract/ids.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { verifyAll, verifyNew } from "../../../server/src/domain/ledger/index.ts";
import { createSandboxCashout } from "../../../server/src/providers/cashout/sandbox.ts";
import { createSandboxCheckout } from "../../../server/src/providers/checkout/sandbox.ts";
import { fundAgent, registerAgent, type TestAgent } from "../../setup/agents.ts";
import { bookPair, HOUR_MS, setUpMarket } from "../tools/market.ts";

const market = setUpMarket({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
const OPERATOR = "Ada Lovelace";

const COMMANDS = {
  agents: runAgentsCommand,
  audit: runAuditCommand,
  campaigns: runCampaignsCommand,
  ledger: runLedgerCommand,
  purchases: runPurchasesCommand,
};

async function operator(name: keyof typeof COMMANDS, ...words: string[]) {
  market.clock.advance(1);
  const { db, ids, clock, settings, checkout: page } = market.exchange.services;
  let text = "";
  const checkout = createSandboxCheckout(market.baseUrl);
  await COMMANDS[name]([...words, "--json"], {
    ...{ db, ids, clock, actor: OPERATOR },
    stdout: { write: (more: string) => (text += more) },
    campaigns: () => settings,
    checkout: async () => page,
    providers: async () => ({ checkout, cashout: createSandboxCashout(), seasoningDays: 0 }),
  });
  return JSON.parse(text);
}
const why = ["--reason", "The agent asked."];
const balanceOf = async ({ agentId }: TestAgent) =>
  (await operator("agents", "show", agentId)).availableCredits;
const lastAudit = async () => (await operator("audit", "list", "--actor", OPERATOR)).items[0];

afterEach(async () => {
  await market.runPeriodicJobs();
  const deps = { ...market.exchange.services, logger: silentLogger };
  expect((await verifyNew(deps))?.findings).toBe(0);
  expect((await verifyAll(deps)).findings).toBe(0);
  const others = "select action from audit where actor <> $1";
  expect(await market.sql(others, [OPERATOR])).toEqual([]);
});

test("a purchase is found, refunded once, and its rest refunded later", async () => {
  const agent = await registerAgent(market.call, "advertiser");
  await fundAgent(market.call, agent);
  const [order] = (await operator("purchases", "list", "--agent", agent.agentId)).items;
  expect(order).toMatchObject({ status: "paid", priceUsd: 10, reversedCredits: 0 });
  const refund = (...words: string[]) =>
    operator("purchases", "refund", order.orderId, ...why, "--yes", ...words);
  await refund("--usd", "2.5");
  await refund("--usd", "2.5");
  expect(await balanceOf(agent)).toBe(750);
  expect(await refund()).toMatchObject({ status: "reversed", reversedCredits: 1_000 });
  expect(await balanceOf(agent)).toBe(0);
  expect(await lastAudit()).toMatchObject({
    actor: OPERATOR,
    action: "purchases.refund",
    subject: order.orderId,
    detail: { totalCents: "all", reason: "The agent asked." },
  });
});

test("credits are granted with a reason", async () => {
  const agent = await registerAgent(market.call, "advertiser");
  const grant = ["--account", "available", "--credits", "50", ...why, "--yes"];
  await operator("ledger", "adjust", agent.agentId, ...grant);
  expect(await balanceOf(agent)).toBe(50);
  expect(await lastAudit()).toMatchObject({ action: "ledger.adjust", subject: agent.agentId });
});

test("a campaign is paused, then ended, and its budget returns after the drain", async () => {
  const pair = await bookPair(market, "cpc");
  await pair.deliver();
  await pair.report("report_click");
  await operator("campaigns", "pause", pair.campaignId, ...why);
  expect((await pair.read()).status).toBe("paused");
  await operator("campaigns", "end", pair.campaignId, ...why, "--yes");
  await market.travel(25 * HOUR_MS);
  expect(await pair.read()).toMatchObject({ status: "canceled", refundedCredits: 475 });
  expect(await lastAudit()).toMatchObject({ action: "campaigns.end", subject: pair.campaignId });
  const again = operator("campaigns", "end", pair.campaignId, ...why, "--yes");
  await expect(again).rejects.toMatchObject({ code: "invalid_state" });
});

describe("a data-subject request", () => {
  /** A word in every text that the two sides of a campaign can store. */
  async function writeEverywhere(word: string) {
    const { call, sql } = market;
    const url = `http://127.0.0.1:9/${word}`;
    const pair = await bookPair(market, "cpa", {
      placement: { title: `A ${word}`, description: `About ${word}.`, topics: [word] },
      campaign: {
        budgetCredits: 2_000,
        creativeText: `A ${word} that lasts.`,
        creativeUrl: `https://${word}.example.com/`,
        idempotencyKey: word,
      },
    });
    const { campaignId, publisher, advertiser } = pair;
    const { deliveryId } = await pair.deliver();
    const evidence = { page: word, viewable: true };
    const about = { campaignId, deliveryId, turnId: word, evidence };
    await call("report_impression", about, publisher.key);
    const order = { ...about, conversionType: "cpa", orderId: word, valueUsd: 9 };
    const { body } = await call("report_conversion", order, advertiser.key);
    const eventIds = [Object(body).eventId];
    await call("dispute_events", { campaignId, eventIds, reason: word }, advertiser.key);
    for (const { key } of [publisher, advertiser]) {
      await call("send_message", { campaignId, body: `Is ${word} there?` }, key);
      await call("register_postback", { url, description: word }, key);
      await call("report_experience", { rating: 4, whatFailed: word }, key);
      await call("report_bug", { title: word, description: word, severity: "low" }, key);
    }
    const agent = uuidFromId(advertiser.agentId);
    await sql("update agent set provider = $1, display_name = $1 where id = any($2)", [
      word,
      [agent, uuidFromId(publisher.agentId)],
    ]);
    await sql(
      `insert into adcp_creative (agent_id, id, name, text, status, data, created_at, updated_at)
      values ($1, $2, $2, $2, 'active', '{}', now(), now())`,
      [agent, word],
    );
    return pair;
  }

  async function tablesWith(word: string): Promise<string[]> {
    const tables = await market.sql(
      `select c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'pgboss')`,
    );
    const held: string[] = [];
    for (const { name } of tables) {
      const table = `${String(name).startsWith("job") ? "pgboss." : ""}${name}`;
      const holds = `select 1 from ${table} t where to_jsonb(t)::text like $1 limit 1`;
      if ((await market.sql(holds, [`%${word}%`])).length > 0) held.push(String(name));
    }
    return held;
  }

  test("exports what an agent wrote, and leaves none of it after its end", async () => {
    const word = `w${randomUUID().replaceAll("-", "").slice(0, 12)}`;
    const pair = await writeEverywhere(word);
    const before = await tablesWith(word);
    const texts = ["agent", "creative", "dispute", "event", "message", "placement", "ticket"];
    expect(before).toEqual(expect.arrayContaining(texts));
    const data = await operator("agents", "export", pair.advertiser.agentId);
    for (const table of ["agent", "creative", "dispute", "message", "ticket", "adcp_creative"]) {
      expect([table, JSON.stringify(data[table])]).toEqual([table, expect.stringContaining(word)]);
    }
    const { agentId } = pair.advertiser;
    for (const action of ["close", "erase"]) {
      const early = operator("agents", action, agentId, ...why, "--yes");
      await expect(early).rejects.toMatchObject({ code: "invalid_state" });
    }
    const { campaigns } = (await operator("agents", "show", agentId)).open;
    expect(campaigns).toContain(pair.campaignId);
    await operator("campaigns", "end", pair.campaignId, ...why, "--yes");
    await market.travel(25 * HOUR_MS);
    const counted = "select sum(counted) as units, sum(charged) as charged from event";
    const events = await market.sql(counted);
    for (const side of [pair.advertiser, pair.publisher]) {
      await operator("agents", "close", side.agentId, ...why, "--yes");
      const { body } = await market.call("whoami", {}, side.key);
      expect(Object(body).error.code).toBe("revoked_key");
      await operator("agents", "erase", side.agentId, ...why, "--yes");
    }
    expect(await tablesWith(word)).toEqual([]);
    expect(await market.sql(counted)).toEqual(events);
    expect(await operator("agents", "show", agentId)).toMatchObject({
      displayName: "erased",
      status: "closed",
      keys: [],
    });
    expect(await lastAudit()).toMatchObject({ action: "agents.erase", actor: OPERATOR });
  });
});
