import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ERRORS, type ErrorCode, errorBodySchema } from "../../../server/src/contract/errors.ts";
import { uuidFromId } from "../../../server/src/contract/ids.ts";
import { acknowledgementSchema } from "../../../server/src/contract/resources/delivery.ts";
import { makeApiKey } from "../../../server/src/domain/identity/api-key.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { listTestPlacement, registerAgent, resultOf } from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { execute } from "../../setup/postgres.ts";
import { openBrandSession, platformAdvertiser, rowOf } from "../domain/brands/operator.ts";
import { bookPair, type Market, NOBODY, newKey, type Pair, startMarket } from "../tools/market.ts";

let market: Market;
/** An exchange of its own, which limits this machine too, and whose database is taken away. */
let strict: TestExchange;
let pair: Pair;
beforeAll(async () => {
  market = await startMarket();
  const env = { RATE_LIMIT_LOOPBACK: "1", RATE_LIMITS: "register=0.001/1" };
  strict = await startExchange({ env });
  pair = await bookPair(market, "cpc");
});
afterAll(async () => {
  await strict.close().catch(() => undefined);
  await market.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const as = (agent: { key: string }, tool: string, args: object): Promise<Answer> =>
  market.call(tool, args, agent.key);

async function raw(init: RequestInit): Promise<Answer> {
  const headers = { "Content-Type": "application/json", ...Object(init.headers) };
  const response = await fetch(`${market.baseUrl}/api/agent`, { method: "POST", ...init, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const creative = { creativeText: "Pans that last.", creativeUrl: "https://shop.example.com/" };

/** A booking of the pair's placement, with something about it changed. */
const book = (fields: object, by: { key: string } = pair.advertiser): Promise<Answer> => {
  const { placementId, adUnitType } = pair.placement;
  const booking = { placementId, adUnitType, budgetCredits: 300, ...creative, ...fields };
  return as(by, "create_campaign", booking);
};

const listing = { title: "A sidebar", description: "Beside answers.", kind: "general" };
const list = (fields: object, by = pair.publisher) =>
  as(by, "list_placement", { ...listing, adUnitType: "cpc", rateCredits: 25, ...fields });
const cashOut = (amountCredits: number, btcAddress: string) =>
  as(pair.publisher, "request_cashout", { amountCredits, btcAddress });
const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/** Statements that wait for a lock of somebody else. */
const WAITING = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Asks for something that waits for the campaign's row of money, and does something meanwhile. */
async function whileWaiting(args: object, action: (pid: unknown) => Promise<unknown>) {
  let waiting: Promise<Answer> | undefined;
  await market.holdBook(pair.uuid, async () => {
    const change = { campaignId: pair.campaignId, addBudgetCredits: 1, ...args };
    waiting = as(pair.advertiser, "update_campaign", change);
    let [row] = await market.sql(WAITING);
    for (; row === undefined; [row] = await market.sql(WAITING)) await sleep(5);
    await action(row.pid);
  });
  if (waiting === undefined) throw new Error("Nothing was asked.");
  return waiting;
}

/** For every code a call of an agent, or a fault around it, that is answered with it. */
const TRIGGERS: Readonly<Record<Exclude<ErrorCode, "coupon_invalid">, () => Promise<Answer>>> = {
  invalid_json: () => raw({ body: "{" }),
  invalid_request: () => raw({ body: "null" }),
  key_in_arguments: () => list({ title: `Write to ${makeApiKey()}` }),
  missing_key: () => market.call("whoami", {}),
  invalid_key: () => market.call("whoami", {}, makeApiKey()),
  async revoked_key() {
    const agent = await registerAgent(market.call, "both");
    await as(agent, "rotate_key", { graceHours: 0 });
    return as(agent, "whoami", {});
  },
  insufficient_credits: () => book({ budgetCredits: 900_000 }),
  wrong_role: () => list({}, pair.advertiser),
  async key_restricted() {
    const { text } = await as(pair.publisher, "create_key", { scope: "read" });
    return as({ key: JSON.parse(text).apiKey }, "list_placement", {});
  },
  async agent_suspended() {
    const agent = await registerAgent(market.call, "both");
    const id = uuidFromId(agent.agentId);
    await market.sql("update agent set status = 'suspended' where id = $1", [id]);
    return as(agent, "buy_credits", { packId: "starter" });
  },
  async self_dealing() {
    const agent = await registerAgent(market.call, "both");
    const { placementId } = await listTestPlacement(market.call, agent, "cpc");
    return book({ placementId }, agent);
  },
  platform_wallet_only: () => book({ brandId: `brd_${NOBODY}` }),
  unknown_tool: () => market.call("create_placement", {}),
  not_found: () => as(pair.advertiser, "get_campaign", { campaignId: `cmp_${NOBODY}` }),
  method_not_allowed: () => raw({ method: "GET" }),
  payload_too_large: () => raw({ body: " ".repeat(2_000_000) }),
  unsupported_media_type: () => raw({ body: "{}", headers: { "Content-Type": "text/plain" } }),
  async invalid_state() {
    const { campaignId, advertiser } = await bookPair(market, "cpc");
    await as(advertiser, "request_refund", { campaignId });
    await as(advertiser, "request_refund", { campaignId });
    return as(advertiser, "update_campaign", { campaignId, addBudgetCredits: 10 });
  },
  conflict() {
    const { placementId } = pair.placement;
    return as(pair.publisher, "update_placement", { placementId, title: "New", revision: 99 });
  },
  async idempotency_in_flight() {
    const idempotencyKey = newKey();
    const { campaignId, advertiser } = pair;
    let second: Promise<Answer> | undefined;
    await whileWaiting({ idempotencyKey }, async () => {
      const same = { campaignId, addBudgetCredits: 1, idempotencyKey };
      second = as(advertiser, "update_campaign", same);
      await second;
    });
    if (second === undefined) throw new Error("Nothing was asked.");
    return second;
  },
  async event_conflict() {
    await pair.deliver();
    const { eventId } = await pair.report("report_impression");
    const { campaignId } = pair;
    return as(pair.publisher, "report_click", { campaignId, eventId });
  },
  invalid_arguments: () => as(pair.publisher, "wallet", { limit: 0 }),
  rate_below_floor: () => list({ rateCredits: 1 }),
  async rate_above_brand_cap() {
    const session = await openBrandSession(market);
    const wallet = await platformAdvertiser(market);
    await session.load(rowOf());
    const { brandId } = await session.brandOf("pellworth.example");
    await session.close();
    const creativeUrl = "https://pellworth.example/pans";
    return book({ brandId, creativeUrl, rateCredits: 41, budgetCredits: 500 }, wallet);
  },
  budget_too_low: () => book({ budgetCredits: 1 }),
  ad_unit_mismatch: () => book({ adUnitType: "cpm" }),
  async placement_not_bookable() {
    const { placementId } = await listTestPlacement(market.call, pair.publisher, "cpc");
    await as(pair.publisher, "update_placement", { placementId, status: "paused" });
    return book({ placementId });
  },
  creative_rejected: () => book({ creativeText: "See https://elsewhere.test" }),
  cashout_below_minimum: () => cashOut(100, ADDRESS),
  address_invalid: () => cashOut(500, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"),
  destination_invalid: () => book({ creativeUrl: "http://10.0.0.1/" }),
  event_outside_window() {
    const { campaignId, publisher } = pair;
    return as(publisher, "report_click", { campaignId, occurredAt: "2020-01-01T00:00:00Z" });
  },
  postback_url_rejected: () => as(pair.publisher, "register_postback", { url: "http://10.0.0.1/" }),
  async idempotency_key_reused() {
    const idempotencyKey = newKey();
    await as(pair.advertiser, "buy_credits", { packId: "starter", idempotencyKey });
    return as(pair.advertiser, "buy_credits", { packId: "fleet", idempotencyKey });
  },
  async rate_limited() {
    const identity = { provider: "Test House", displayName: "Hasty", role: "both" };
    await strict.call("register", identity);
    return strict.call("register", identity);
  },
  async internal() {
    await market.sql("alter table ticket rename to ticket_away");
    const answer = await as(pair.publisher, "report_experience", { rating: 3 });
    await market.sql("alter table ticket_away rename to ticket");
    return answer;
  },
  async unavailable() {
    const name = new URL(strict.databaseUrl).pathname.slice(1);
    await execute(market.databaseUrl, `drop database ${name} with (force)`);
    return strict.call("search_placements", {});
  },
  deadline_exceeded: () =>
    whileWaiting({}, (pid) => market.sql("select pg_cancel_backend($1)", [pid])),
};

test.each(Object.entries(TRIGGERS))("%s is what a call is answered with", async (code, trigger) => {
  const answer = await trigger();
  const { error, requestId } = errorBodySchema.strict().parse(JSON.parse(answer.text));
  expect(error.code, answer.text).toBe(code);
  const { status, recovery } = { ...Object.entries(ERRORS).find(([name]) => name === code)?.[1] };
  expect([answer.status, error.recovery]).toEqual([status, recovery]);
  expect(requestId).toBe(answer.headers.get("X-Request-Id"));
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.has("WWW-Authenticate")).toBe(status === 401);
  expect(answer.headers.get("Retry-After")).toBe(error.retryAfterSeconds?.toString() ?? null);
  // What went wrong inside is for our log alone.
  expect(answer.text).not.toMatch(/ticket_away|relation|pg_|ECONN|\.ts\b/);
  const docs = new URL(error.docUrl);
  const page = await (await fetch(`${market.baseUrl}${docs.pathname}`)).text();
  expect(page).toContain(`id="${docs.hash.slice(1)}"`);
});

test("a wrong coupon code is no refusal: the event says why it pays nothing", async () => {
  const { campaignId, publisher, ...promoted } = await bookPair(market, "cppromo", {
    placement: { contextUse: "reasoning_context" },
  });
  await promoted.deliver();
  const conversion = { campaignId, conversionType: "coupon_redeemed", couponCode: "NONE" };
  const report = market.call("report_conversion", conversion, publisher.key);
  const { billable, reason } = await resultOf(report, acknowledgementSchema);
  expect({ billable, reason }).toEqual({ billable: false, reason: "coupon_invalid" });
  expect(CATALOGUE.filter(({ errors }) => errors.includes("coupon_invalid"))).toEqual([]);
});
