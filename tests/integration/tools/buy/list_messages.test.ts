import { beforeAll, describe, expect, test } from "vitest";
import { listOf } from "../../../../server/src/contract/fields.ts";
import { messageSchema } from "../../../../server/src/contract/resources/message.ts";
import { registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import { bookPair, type Pair, setUpMarket } from "../market.ts";

const market = setUpMarket();
let pair: Pair;
beforeAll(async () => {
  pair = await bookPair(market, "cpc");
});

const send = (agent: TestAgent, body: string, { campaignId } = pair) =>
  resultOf(market.call("send_message", { campaignId, body }, agent.key), messageSchema);
const call = (agent: TestAgent, fields: object = {}) =>
  market.call("list_messages", { campaignId: pair.campaignId, ...fields }, agent.key);
const list = (agent: TestAgent, fields: object = {}) =>
  resultOf(call(agent, fields), listOf(messageSchema.strict()).strict());

describe("works", () => {
  test("both sides read the same, newest first, as it was sent", async () => {
    const { advertiser, publisher } = pair;
    const sent = [
      await send(advertiser, "How many turns a day?"),
      await send(publisher, "Some\nthousand."),
      await send(advertiser, "Good."),
    ];
    const read = await list(publisher);
    expect(read).toEqual({ items: sent.toReversed(), nextCursor: null });
    expect(await list(advertiser)).toEqual(read);
  });

  test("one booking shows nothing of another between the same agents", async () => {
    const other = await bookPair(market, "cpc");
    await send(other.publisher, "Only here.", other);
    const { campaignId } = other;
    expect((await list(other.advertiser, { campaignId })).items).toHaveLength(1);
    expect(JSON.stringify(await list(pair.publisher))).not.toContain("Only here.");
  });

  test("pages show each once, also while new ones are sent", async () => {
    const talk = await bookPair(market, "cpc");
    const { campaignId, advertiser, publisher } = talk;
    const bodies = Array.from({ length: 5 }, (_, index) => `Message ${index}`);
    for (const body of bodies) await send(advertiser, body, talk);
    const first = await list(publisher, { campaignId, limit: 2 });
    await send(advertiser, "Newer", talk);
    const second = await list(publisher, { campaignId, limit: 2, cursor: first.nextCursor });
    const third = await list(publisher, { campaignId, limit: 2, cursor: second.nextCursor });
    const pages = [first, second, third];
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
    expect(third.nextCursor).toBeNull();
    expect(pages.flatMap(({ items }) => items.map(({ body }) => body))).toEqual(
      bodies.toReversed(),
    );
  });

  test("the sender's name follows the agent, its side the booking", async () => {
    const both = await registerAgent(market.call, "both", "Two hats");
    const { advertiser } = pair;
    const args = { title: "A list", description: "Of both.", kind: "general" };
    const listing = { ...args, adUnitType: "cpc", rateCredits: 25 };
    const placement = await market.call("list_placement", listing, both.key);
    const { placementId } = Object(placement.body);
    const creative = { creativeText: "Pans.", creativeUrl: "https://shop.example.com/" };
    const booking = { placementId, budgetCredits: 300, ...creative };
    const { body } = await market.call("buy_placement", booking, advertiser.key);
    const { campaignId } = Object(body);
    await market.call("send_message", { campaignId, body: "Hello." }, both.key);
    const [message] = (await list(advertiser, { campaignId })).items;
    expect(message?.sender).toEqual({ displayName: "Two hats", role: "publisher" });
  });
});
