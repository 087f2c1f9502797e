import { createPublisherKit, type PublisherKitOptions } from "@placard/publisher-kit";
import { expect, test } from "vitest";
import { campaign, campaignId, delivery, startExchange } from "./exchange-double.ts";

const TYPES: Record<number, readonly string[]> = {
  1: ["frying pan", "pan"],
  2: [],
  3: ["hiking boot", "trail boot"],
  4: ["sofa", "couch"],
};

/** An exchange that has these bookings and judges like the real one, by what they name. */
async function startMarket(numbers: readonly number[], fits: (number: number) => boolean) {
  const exchange = await startExchange({
    search_shopfeed_products: () => ({ body: { status: "empty", items: [] } }),
    list_campaigns: () => ({
      body: {
        items: numbers.map((number) => ({
          ...campaign(number, "cpm"),
          offer: { types: [], names: TYPES[number] ?? ["dog bed"] },
        })),
        nextCursor: null,
      },
    }),
    deliver_ad: ({ args }) => {
      const id = String(args.campaignId);
      const body = fits(Number(id.slice(-2)))
        ? delivery(exchange.baseUrl, { campaignId: id })
        : { filled: false, noFillReason: "topic_excluded" };
      return { body };
    },
  });
  return exchange;
}

const kitOf = (baseUrl: string, more: Partial<PublisherKitOptions> = {}) =>
  createPublisherKit({ baseUrl, apiKey: "agk_test", ...more });

const titlesOf = (turn: Awaited<ReturnType<ReturnType<typeof kitOf>["turn"]>>) =>
  turn.status === "filled" ? turn.cards.map(({ title }) => title) : [];

test("an offer that names the wanted thing comes before one that names nothing", async () => {
  await using exchange = await startMarket([1, 2, 3], (number) => number !== 1);
  const kit = kitOf(exchange.baseUrl);
  for (let turn = 0; turn < 3; turn += 1) {
    const filled = await kit.turn({ text: "I need hiking boots for wide feet" });
    expect(titlesOf(filled)).toEqual(["Northwind 03", "Northwind 02"]);
  }
  await kit.close();
});

test("of many bookings those that name the wanted thing are requested each turn", async () => {
  const numbers = [1, 2, 3, 4, ...Array.from({ length: 30 }, (_, at) => at + 10)];
  await using exchange = await startMarket(numbers, (number) => number <= 4);
  const kit = kitOf(exchange.baseUrl);
  for (let turn = 0; turn < 5; turn += 1) {
    const before = exchange.calls.length;
    await kit.turn({ text: "Which couch should I buy for a small flat?" });
    const asked = exchange.calls.slice(before).filter(({ tool }) => tool === "deliver_ad");
    const ids = asked.map(({ args }) => args.campaignId);
    expect(ids).toHaveLength(6);
    expect(ids.slice(0, 2)).toEqual([campaignId(4), campaignId(2)]);
  }
  await kit.close();
});

test("without products no search is made, and bookings take all places", async () => {
  await using exchange = await startMarket([2, 3, 10, 11, 12, 13], (number) => number < 13);
  const kit = kitOf(exchange.baseUrl, { products: false, mode: "both" });
  const turn = await kit.turn({ text: "I need hiking boots for wide feet" });
  expect(titlesOf(turn)).toHaveLength(5);
  expect(titlesOf(turn)[0]).toBe("Northwind 03");
  expect(turn.status === "filled" && turn.cards.every(({ kind }) => kind === "campaign")).toBe(
    true,
  );
  expect(exchange.callsOf("search_shopfeed_products")).toEqual([]);
  await kit.close();

  await using empty = await startMarket([], () => true);
  const other = kitOf(empty.baseUrl, { products: false });
  for (let turns = 0; turns < 6; turns += 1) {
    const { status, ...why } = await other.turn({ text: "I need hiking boots" });
    expect({ status, ...why }).toMatchObject({ status: "no_fill", reason: "no_campaign" });
  }
  await other.close();
});

test("the topics that the host names choose bookings, too", async () => {
  const numbers = [3, ...Array.from({ length: 30 }, (_, at) => at + 10)];
  await using exchange = await startMarket(numbers, () => true);
  const kit = kitOf(exchange.baseUrl, {
    intent: () => ({ shopping: true, sensitive: false, score: 1, reasons: [] }),
  });
  await kit.turn({ text: "something nice for the weekend", topics: ["hiking boots"] });
  const [first] = exchange.callsOf("deliver_ad");
  expect(first?.args.campaignId).toBe(campaignId(3));
  await kit.close();
});
