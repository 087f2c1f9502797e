import { restoreMarks } from "@placard/publisher-kit/citations";
import { describe, expect, test } from "vitest";
import { campaign, campaignId, delivery, startExchange, tagOf } from "./exchange-double.ts";
import { ASK, kitFor, reported } from "./paid-exchange.ts";

type Booking = {
  unit: string;
  advertiser: string;
  text: string;
  sponsor?: string;
  label?: string;
  couponCode?: string;
};

/** An exchange with these bookings, each with its advertiser and its creative. */
async function exchangeOf(bookings: readonly Booking[]) {
  const url = "https://shop.example/";
  const exchange = await startExchange({
    search_shopfeed_products: () => ({ body: { status: "empty", items: [] } }),
    list_campaigns: () => ({
      body: {
        items: bookings.map(({ unit, advertiser, text }, index) => ({
          ...campaign(index + 1, unit),
          advertiserId: advertiser,
          creative: { text, url },
        })),
        nextCursor: null,
      },
    }),
  });
  exchange.handlers.deliver_ad = ({ args }) => {
    const id = String(args.campaignId);
    const booking = bookings[Number(id.slice(-2)) - 1];
    const { unit = "cpm", text = "", sponsor = "Northwind", label = "Ad" } = booking ?? {};
    const coupon = booking?.couponCode === undefined ? {} : { couponCode: booking.couponCode };
    const body = delivery(exchange.baseUrl, {
      campaignId: id,
      unit,
      cites: args.citations === true,
    });
    const clickUrl = `${exchange.baseUrl}/r/${id.slice(-2).repeat(32)}`;
    const offer = { title: text, text, clickUrl, sponsor, ...coupon };
    const disclosure = { label, sponsor, text: `${label} · ${sponsor}` };
    return { body: { ...body, offer, disclosure } };
  };
  return exchange;
}

const BOOTS = "Boots that last for years.";
const equal = (...units: string[]): Booking[] =>
  units.map((unit) => ({ unit, advertiser: "agt_1", text: BOOTS }));

const tag = (number: number): string => tagOf("northwind", campaignId(number));

describe("bookings of one advertiser with one creative", () => {
  test("share a card and a tag, and each unit earns by its own rule", async () => {
    const other = { unit: "cpm", advertiser: "agt_2", text: "Socks.", sponsor: "Contoso" };
    await using exchange = await exchangeOf([...equal("cpr", "cpd", "cpc"), other]);
    const { kit } = kitFor(exchange);
    const turn = await kit.turn(ASK);
    if (turn.status !== "filled") throw new Error("a turn with bookings is filled");
    expect(turn.cards.map(({ sponsor }) => sponsor)).toEqual(["Northwind", "Contoso"]);
    // A click must earn: the card leads through the link of the cpc booking.
    expect(turn.cards[0]?.clickUrl).toContain("/r/0303");
    const { user } = kit.prompt(turn);
    const marks = [...new Set(user.match(/\[\[pick:[^\]]+\]\]/g))];
    expect(marks).toHaveLength(2);
    const shown = kit.observeAnswer(turn, `Contoso [[ad:${tag(4)}]] is fine, take ${marks[0]}.`);
    expect(shown).toContain("([Ad · Northwind](");
    await kit.close();
    const reports = reported(exchange).toSorted((one, other) =>
      String(one.campaignId) < String(other.campaignId) ? -1 : 1,
    );
    expect(reports).toMatchObject([
      {
        campaignId: campaignId(1),
        conversionType: "recommendation",
        citation: { tag: tag(1), kind: "pick", label: "Ad", rendered: true, cited: 2 },
      },
      {
        campaignId: campaignId(2),
        conversionType: "decision",
        citation: { tag: tag(2), kind: "pick", label: "Ad", rendered: true, cited: 2 },
      },
    ]);
  });

  test("with another label or coupon are shown once, each booking in its turn", async () => {
    const [plain] = equal("cpm");
    if (plain === undefined) throw new Error("there is a booking");
    const bookings = [plain, { ...plain, unit: "cpr", label: "Sponsored" }];
    const coupon = { ...plain, unit: "cppromo", couponCode: "SAVE" };
    await using exchange = await exchangeOf([...bookings, coupon]);
    const { kit } = kitFor(exchange);
    const cards = [];
    for (let number = 1; number <= 3; number += 1) {
      const turn = await kit.turn({ text: `${ASK.text} number ${number}` });
      if (turn.status === "filled") cards.push(turn.cards);
    }
    expect(cards.map((shown) => shown.length)).toEqual([1, 1, 1]);
    const terms = cards.flat().map((card) => card.couponCode ?? card.disclosure);
    expect(terms.toSorted()).toEqual(["Ad · Northwind", "SAVE", "Sponsored · Northwind"]);
    await kit.close();
  });

  test("with another creative or advertiser are offers of their own", async () => {
    const bookings = [
      { unit: "cpr", advertiser: "agt_1", text: BOOTS },
      { unit: "cpm", advertiser: "agt_1", text: "Other boots." },
      { unit: "cpm", advertiser: "agt_2", text: BOOTS, sponsor: "Contoso" },
    ];
    await using exchange = await exchangeOf(bookings);
    const { kit } = kitFor(exchange);
    const turn = await kit.turn(ASK);
    expect(turn.status === "filled" && turn.cards.length).toBe(3);
    await kit.close();
  });
});

test("a view of a shared card is reported for the booking that is paid by views", async () => {
  await using exchange = await exchangeOf(equal("cpr", "cpm"));
  const { kit } = kitFor(exchange);
  const turn = await kit.turn(ASK);
  expect(turn.status === "filled" && turn.cards.length).toBe(1);
  const payload = turn.status === "filled" ? (turn.cards[0]?.cardToken.split(".") ?? []) : [];
  const claims = payload.map((part) => Buffer.from(part, "base64url").toString()).join("\n");
  expect(claims).toContain(campaignId(2));
  await kit.close();
});

describe("the last pick", () => {
  const two = [
    { unit: "cpd", advertiser: "agt_1", text: BOOTS },
    { unit: "cpd", advertiser: "agt_2", text: "Socks.", sponsor: "Contoso" },
  ];

  test("alone in an answer is no decision", async () => {
    await using exchange = await exchangeOf(two);
    const { kit } = kitFor(exchange);
    const turn = await kit.turn(ASK);
    kit.observeAnswer(turn, `Take Northwind [[pick:${tag(1)}]].`);
    await kit.close();
    expect(reported(exchange)).toEqual([]);
  });

  test("among several decides, and the pick before it does not", async () => {
    await using exchange = await exchangeOf(two);
    const { kit } = kitFor(exchange);
    const turn = await kit.turn(ASK);
    const first = `Northwind [[pick:${tag(1)}]] for mud.`;
    kit.observeAnswer(turn, `${first} But all in all take Contoso [[pick:${tag(2)}]].`);
    await kit.close();
    expect(reported(exchange)).toMatchObject([
      { campaignId: campaignId(2), conversionType: "decision", citation: { cited: 2 } },
    ]);
  });
});

test("an offer cited in an earlier turn gets its label again and earns nothing", async () => {
  await using exchange = await exchangeOf(equal("cpr"));
  const { kit } = kitFor(exchange);
  const turn = await kit.turn(ASK);
  const said = kit.observeAnswer(turn, `Northwind [[rec:${tag(1)}]] fits.`);
  const [offer] = restoreMarks(said, (url) => url.startsWith(exchange.baseUrl)).offers;
  const next = { status: "no_fill", reason: "no_intent" } as const;
  const shown = kit.observeAnswer(next, `As I said: Northwind [[pick:${offer?.tag}]].`, {
    previous: [{ role: "assistant", text: said }],
  });
  expect(shown).toContain("([Ad · Northwind](");
  await kit.close();
  expect(reported(exchange)).toHaveLength(1);
});
