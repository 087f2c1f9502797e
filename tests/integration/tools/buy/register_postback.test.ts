import { describe, expect, test } from "vitest";
import { listOf } from "../../../../server/src/contract/fields.ts";
import {
  postbackSchema,
  registeredPostbackSchema,
} from "../../../../server/src/contract/resources/postback.ts";
import { registerAgent, resultOf } from "../../../setup/agents.ts";
import { bookPair, DAY_MS, newKey, refused, setUpMarket } from "../market.ts";

const market = setUpMarket({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.2" } });

const URL = "https://hooks.example.com/placard";
const register = (key: string, fields: object = {}) =>
  market.call("register_postback", { url: URL, ...fields }, key);
const registered = (key: string, fields: object = {}) =>
  resultOf(register(key, fields), registeredPostbackSchema.strict());
const listed = async (key: string, fields: object = {}) =>
  (await resultOf(market.call("list_postbacks", fields, key), listOf(postbackSchema.strict())))
    .items;
const endpoints = async () => (await market.sql("select id from postback_endpoint")).length;

describe("works", () => {
  test.each(["publisher", "advertiser", "both"] as const)(
    "for a %s, for every type",
    async (role) => {
      const { key } = await registerAgent(market.call, role);
      const made = await registered(key, { description: "Orders" });
      expect(made).toEqual({
        postbackId: expect.stringMatching(/^whk_/),
        secret: expect.stringMatching(/^whsec_/),
        status: "active",
      });
      expect(await listed(key)).toEqual([
        {
          postbackId: made.postbackId,
          url: URL,
          eventTypes: [],
          description: "Orders",
          status: "active",
          // The test that lets the receiver prove itself.
          pending: 1,
          dead: 0,
          createdAt: expect.any(String),
        },
      ]);
    },
  );

  test("for one campaign and some types, on either side of it", async () => {
    const pair = await bookPair(market, "cpc");
    const fields = { campaignId: pair.campaignId, eventTypes: ["click.recorded"] };
    for (const { key } of [pair.advertiser, pair.publisher]) {
      await registered(key, fields);
      expect(await listed(key, { campaignId: pair.campaignId })).toMatchObject([fields]);
    }
  });

  test("the same address for another campaign is another postback", async () => {
    const pair = await bookPair(market, "cpc");
    const { key } = pair.advertiser;
    const ids = [
      (await registered(key)).postbackId,
      (await registered(key, { campaignId: pair.campaignId })).postbackId,
    ];
    expect(new Set(ids).size).toBe(2);
  });

  test("the same address again rotates the secret and keeps what was left out", async () => {
    const { key } = await registerAgent(market.call, "both");
    const first = await registered(key, { eventTypes: ["wallet.credited"], description: "Mine" });
    const second = await registered(key);
    expect(second.postbackId).toBe(first.postbackId);
    expect(second.secret).not.toBe(first.secret);
    const endsAt = new Date(second.previousSecretEndsAt ?? 0).getTime();
    expect(Math.abs(endsAt - market.clock.now().getTime() - DAY_MS)).toBeLessThan(1_000);
    expect(await listed(key)).toMatchObject([
      { eventTypes: ["wallet.credited"], description: "Mine" },
    ]);
    await registered(key, { eventTypes: ["campaign.booked"], description: "Yours" });
    expect(await listed(key)).toMatchObject([
      { eventTypes: ["campaign.booked"], description: "Yours" },
    ]);
  });

  test("any number of rotations leaves at most five secrets alive", async () => {
    const { key } = await registerAgent(market.call, "both");
    for (let count = 0; count < 9; count += 1) await registered(key);
    const [row] = await market.sql(
      `select count(*)::integer as count
      from postback_secret
      group by endpoint_id
      order by 1 desc limit 1`,
    );
    expect(row?.count).toBe(5);
  });
});

describe("rejects", () => {
  test.each([
    "http://hooks.example.com/",
    "https://127.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://localhost/",
    "https://user@hooks.example.com/",
    "https://hooks.example.com:8443/",
    "not an address",
  ])("the address %s, and registers nothing", async (url) => {
    const { key } = await registerAgent(market.call, "both");
    const before = await endpoints();
    const error = await refused(register(key, { url }), "postback_url_rejected");
    expect(error).toMatchObject({ field: "/arguments/url", recovery: "correctable" });
    expect(await endpoints()).toBe(before);
  });

  test("a type that does not exist, an empty list, and a description without end", async () => {
    const { key } = await registerAgent(market.call, "both");
    for (const fields of [
      { eventTypes: ["click"] },
      { eventTypes: [] },
      { description: "x".repeat(201) },
      { secret: "whsec_mine" },
    ]) {
      await refused(register(key, fields), "invalid_arguments");
    }
  });

  test("another agent's campaign as if it did not exist", async () => {
    const { campaignId } = await bookPair(market, "cpc");
    const { key } = await registerAgent(market.call, "both");
    await refused(register(key, { campaignId }), "not_found");
  });

  test("more than fifty", async () => {
    const { key } = await registerAgent(market.call, "both");
    for (let count = 0; count < 50; count += 1) await registered(key, { url: `${URL}/${count}` });
    await refused(register(key, { url: `${URL}/50` }), "invalid_state");
    // Rotating one of them needs no room.
    await registered(key, { url: `${URL}/7` });
  });
});

test("is safe to repeat, without keeping the secret", async () => {
  const { key } = await registerAgent(market.call, "both");
  let rotations = 0;
  const idempotencyKey = "register-once";
  const first = await register(key, { idempotencyKey });
  const again = await register(key, { idempotencyKey });
  expect(again.text).toBe(first.text.replace(/whsec_[^"]+/, "whsec_[redacted]"));
  await refused(register(key, { idempotencyKey, description: "x" }), "idempotency_key_reused");
  rotations = (await market.sql("select 1 from postback_secret")).length;
  await register(key, { idempotencyKey });
  expect((await market.sql("select 1 from postback_secret")).length).toBe(rotations);
  const kept = await market.sql("select response from idempotency where key = $1", [
    idempotencyKey,
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/whsec_[A-Za-z0-9+/]{8}/);
});

describe("delete_postback", () => {
  test("ends it for good, and is safe to repeat", async () => {
    const { key } = await registerAgent(market.call, "both");
    const { postbackId } = await registered(key);
    const kept = await registered(key, { url: `${URL}/kept` });
    const args = { postbackId, idempotencyKey: newKey() };
    const gone = await market.call("delete_postback", args, key);
    expect(gone.body).toEqual({ postbackId, status: "deleted" });
    expect((await market.call("delete_postback", args, key)).text).toBe(gone.text);
    const other = { ...args, postbackId: kept.postbackId };
    await refused(market.call("delete_postback", other, key), "idempotency_key_reused");
    await refused(market.call("delete_postback", { postbackId }, key), "not_found");
    expect((await listed(key)).map((one) => one.postbackId)).toEqual([kept.postbackId]);
    const secrets =
      "select 1 from postback_secret s join postback_endpoint e on e.id = s.endpoint_id";
    expect(await market.sql(`${secrets} where e.status = 'deleted'`)).toEqual([]);
  });

  test("leaves the address free to be registered anew", async () => {
    const { key } = await registerAgent(market.call, "both");
    const { postbackId } = await registered(key);
    await market.call("delete_postback", { postbackId }, key);
    expect((await registered(key)).postbackId).not.toBe(postbackId);
  });
});

test.each(["delete_postback", "test_postback", "replay_postback"])(
  "%s of another agent's postback is as if it did not exist",
  async (tool) => {
    const owner = await registerAgent(market.call, "both");
    const stranger = await registerAgent(market.call, "both");
    const { postbackId } = await registered(owner.key);
    await refused(market.call(tool, { postbackId }, stranger.key), "not_found");
    expect(await listed(stranger.key)).toEqual([]);
    expect(await listed(owner.key)).toHaveLength(1);
  },
);

describe("test_postback", () => {
  test("answers how the attempt went", async () => {
    const { key } = await registerAgent(market.call, "both");
    const { postbackId } = await registered(key, { url: "http://127.0.0.2:9/x" });
    const tested = await market.call("test_postback", { postbackId }, key);
    expect(tested.body).toMatchObject({ postbackId, status: "failed" });
  });

  test("repeated under one key sends once and answers the same", async () => {
    const { key } = await registerAgent(market.call, "both");
    const { postbackId } = await registered(key, { url: "http://127.0.0.2:9/y" });
    const args = { postbackId, idempotencyKey: "test-once" };
    const first = await market.call("test_postback", args, key);
    const again = await market.call("test_postback", args, key);
    expect(again.body).toEqual(first.body);
    const attempts = "select 1 from postback_attempt where event_id is not null";
    const before = (await market.sql(attempts)).length;
    await market.call("test_postback", args, key);
    expect((await market.sql(attempts)).length).toBe(before);
  });
});
