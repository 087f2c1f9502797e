import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPublisherKit } from "../../publisher-kit/src/index.ts";
import { createdKeySchema } from "../../server/src/contract/resources/agent.ts";
import { CATALOGUE } from "../../server/src/tools/catalogue.ts";
import {
  bookPair,
  type Market,
  newKey,
  type Pair,
  refused,
  startMarket,
} from "../integration/tools/market.ts";
import { CLIENTS } from "../mcp/clients.ts";
import { registerAgent, resultOf } from "../setup/agents.ts";

let market: Market;
let pair: Pair;
let other: Pair;

beforeAll(async () => {
  market = await startMarket();
  pair = await bookPair(market, "cpm");
  other = await bookPair(market, "cpm");
});
afterAll(() => market.close());

const keyOf = async (owner: { key: string }, args: object) =>
  (await resultOf(market.call("create_key", args, owner.key), createdKeySchema)).apiKey;

/** The tools that need a key and do not answer this one with `key_restricted`. */
async function allowedTo(key: string): Promise<string[]> {
  const needing = CATALOGUE.filter((tool) => tool.access !== "public");
  const answers = await Promise.all(
    needing.map(async ({ name }) => {
      // An unknown field: a tool that may be called refuses the arguments.
      const { body } = await market.call(name, { notAField: 1 }, key);
      const { code } = Object(body).error;
      expect(["key_restricted", "wrong_role", "invalid_arguments"], name).toContain(code);
      return code === "key_restricted" ? undefined : name;
    }),
  );
  return answers.filter((name) => name !== undefined);
}

describe("a key of scope", () => {
  test("read calls reading tools alone", async () => {
    const agent = await registerAgent(market.call, "both");
    const reading = CATALOGUE.filter(({ hints, access }) => hints.readOnly && access !== "public");
    expect(await allowedTo(await keyOf(agent, { scope: "read" }))).toEqual(
      reading.map(({ name }) => name),
    );
  });

  test("report delivers, reports and reads the bookings", async () => {
    const agent = await registerAgent(market.call, "both");
    const allowed = await allowedTo(await keyOf(agent, { scope: "report" }));
    expect(allowed.toSorted()).toEqual([
      "deliver_ad",
      "get_campaign",
      "list_campaigns",
      "report_click",
      "report_conversion",
      "report_events",
      "report_impression",
      "whoami",
    ]);
  });

  test("full calls everything, and whoami says what a key may do", async () => {
    const agent = await registerAgent(market.call, "both");
    const key = await keyOf(agent, { scope: "full" });
    expect(await allowedTo(key)).toHaveLength(
      CATALOGUE.filter((tool) => tool.access !== "public").length,
    );
    const { body } = await market.call("whoami", {}, await keyOf(agent, { scope: "read" }));
    expect(body).toMatchObject({ agentId: agent.agentId, key: { scope: "read" } });
  });

  test("report is all that the publisher kit needs", async () => {
    const apiKey = await keyOf(pair.publisher, { scope: "report" });
    const kit = createPublisherKit({ baseUrl: market.baseUrl, apiKey, mode: "context" });
    const turn = await kit.turn({ text: "Which cast iron pan should I buy under $60?" });
    expect(turn).toMatchObject({ status: "filled", cards: [{ kind: "campaign" }] });
    await kit.close();
  });

  test("is refused with 403 over HTTP and over MCP", async () => {
    const key = await keyOf(pair.advertiser, { scope: "read" });
    const args = { packId: "starter" };
    const answer = await market.call("buy_credits", args, key);
    expect(answer.status).toBe(403);
    const error = await refused(Promise.resolve(answer), "key_restricted");
    expect(error.details).toEqual({ scope: "read" });
    const client = await CLIENTS[0]?.connect(`${market.baseUrl}/mcp`, key);
    const result = await client?.callTool("buy_credits", args);
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain("key_restricted");
    await client?.close();
  });
});

describe("a key for one campaign", () => {
  test("serves this campaign and no other, also within a batch", async () => {
    const { campaignId } = await pair.read();
    const { campaignId: foreign } = await other.read();
    const key = await keyOf(pair.publisher, { scope: "report", campaignId });
    const { deliveryId } = Object((await market.call("deliver_ad", { campaignId }, key)).body);
    const event = { type: "impression", campaignId, deliveryId };
    expect((await market.call("report_events", { events: [event] }, key)).status).toBe(200);
    const mixed = [event, { ...event, campaignId: foreign }];
    await refused(market.call("report_events", { events: mixed }, key), "key_restricted");
    await refused(market.call("deliver_ad", { campaignId: foreign }, key), "key_restricted");
    await refused(market.call("list_campaigns", {}, key), "key_restricted");
    expect((await market.call("whoami", {}, key)).body).toMatchObject({ key: { campaignId } });
    expect((await market.call("search_placements", {}, key)).status).toBe(200);
  });

  test("makes and ends no keys, and is only for an own campaign", async () => {
    const { campaignId } = await pair.read();
    const key = await keyOf(pair.publisher, { scope: "full", campaignId });
    const again = { scope: "full", campaignId };
    await refused(market.call("create_key", again, key), "key_restricted");
    await refused(market.call("rotate_key", {}, key), "key_restricted");
    const { campaignId: foreign } = await other.read();
    const args = { scope: "read", campaignId: foreign };
    await refused(market.call("create_key", args, pair.publisher.key), "not_found");
  });
});

describe("keys", () => {
  const listed = async (key: string) =>
    Object((await market.call("list_keys", {}, key)).body).items.map(Object);

  test("are listed without themselves and end when they are revoked", async () => {
    const agent = await registerAgent(market.call, "both");
    const key = await keyOf(agent, { scope: "report" });
    const prefix = key.slice(0, 12);
    const answer = await market.call("list_keys", {}, agent.key);
    expect(answer.text).not.toContain(key);
    expect(await listed(agent.key)).toMatchObject([
      { prefix, scope: "report", endsAt: null },
      { prefix: agent.key.slice(0, 12), scope: "full", endsAt: null },
    ]);
    expect((await market.call("whoami", {}, key)).status).toBe(200);
    const revoked = await market.call("revoke_key", { prefix }, agent.key);
    expect(revoked.body).toMatchObject({ prefix, endsAt: expect.any(String) });
    await refused(market.call("whoami", {}, key), "revoked_key");
    await refused(market.call("revoke_key", { prefix }, agent.key), "not_found");
    expect(await listed(agent.key)).toHaveLength(1);
  });

  test("of others cannot be revoked, nor the one that calls", async () => {
    const agent = await registerAgent(market.call, "both");
    const stranger = await registerAgent(market.call, "both");
    const revoke = (key: string) =>
      market.call("revoke_key", { prefix: key.slice(0, 12) }, agent.key);
    await refused(revoke(stranger.key), "not_found");
    await refused(revoke(agent.key), "invalid_state");
  });

  test("with limits survive a rotation, those without do not", async () => {
    const agent = await registerAgent(market.call, "both");
    const report = await keyOf(agent, { scope: "report" });
    const second = await keyOf(agent, { scope: "full" });
    const rotated = await market.call("rotate_key", { graceHours: 0 }, agent.key);
    const key = String(Object(rotated.body).apiKey);
    expect((await market.call("whoami", {}, report)).status).toBe(200);
    await refused(market.call("whoami", {}, second), "revoked_key");
    await refused(market.call("whoami", {}, agent.key), "revoked_key");
    expect((await listed(key)).map(({ scope }: { scope: string }) => scope)).toEqual([
      "full",
      "report",
    ]);
  });

  test("are at most 20, and a repeated call makes no further one", async () => {
    const agent = await registerAgent(market.call, "both");
    const args = { scope: "read" };
    const options = { idempotencyKey: newKey() };
    const first = await market.call("create_key", args, agent.key, options);
    const repeated = await market.call("create_key", args, agent.key, options);
    expect(Object(repeated.body).prefix).toBe(Object(first.body).prefix);
    expect(repeated.text).not.toContain(Object(first.body).apiKey);
    for (let count = 2; count < 20; count += 1) await keyOf(agent, args);
    await refused(market.call("create_key", args, agent.key), "invalid_state");
    expect(await listed(agent.key)).toHaveLength(20);
  });
});
