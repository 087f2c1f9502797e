import { createPublisherKit } from "@placard/publisher-kit";
import { createFetchHandler } from "@placard/publisher-kit/fetch";
import type { Card } from "@placard/publisher-kit/types";
import { expect, test } from "vitest";
import { isCard } from "../../publisher-kit/src/cards/rules.ts";
import {
  ASK,
  bearer,
  cpmExchange,
  kitFor,
  openSession,
  reported,
  sendThrough,
} from "./browser-double.ts";
import { campaignId } from "./exchange-double.ts";

async function openTest() {
  const exchange = await cpmExchange();
  const { kit, events } = kitFor(exchange, { test: true, mode: "both" });
  return { exchange, kit, events, [Symbol.asyncDispose]: () => exchange[Symbol.asyncDispose]() };
}

test("each turn shows the same labelled cards, which the widget shows too", async () => {
  await using world = await openTest();
  const { kit, exchange } = world;
  const seen: Omit<Card, "cardToken">[][] = [];
  for (const text of [ASK, "write a poem about the sea", "hello"]) {
    const turn = await kit.turn({ text });
    if (turn.status !== "filled") throw new Error(turn.reason);
    seen.push(turn.cards.map(({ cardToken: _token, ...card }) => card));
    for (const card of turn.cards) {
      expect(isCard(card)).toBe(true);
      expect(card.disclosure).toMatch(/^Test ad · Test shop \d$/);
      expect(card.clickUrl).toMatch(new RegExp(`^${exchange.baseUrl}/r/test-card-\\d-+$`));
    }
  }
  expect(seen[0]).toHaveLength(3);
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
  expect(exchange.calls).toEqual([]);
});

test("without an exchange the links lead to the domain reserved for examples", async () => {
  const kit = createPublisherKit({ baseUrl: "", apiKey: "", test: true });
  const turn = await kit.turn({ text: ASK });
  if (turn.status !== "filled") throw new Error(turn.reason);
  for (const card of turn.cards) {
    expect(isCard(card)).toBe(true);
    expect(card.clickUrl).toMatch(/^https:\/\/example\.com\/r\/test-card-\d-+$/);
  }
});

test("sensitive turns, children and the host's own policy still get nothing", async () => {
  await using world = await openTest();
  const { kit } = world;
  const reasonOf = async (input: Parameters<typeof kit.turn>[0]) => {
    const turn = await kit.turn(input);
    return turn.status === "no_fill" ? turn.reason : turn.status;
  };
  expect(await reasonOf({ text: "my dad died, where can I buy a black suit" })).toBe("sensitive");
  expect(await reasonOf({ text: ASK, consent: { coppa: true } })).toBe("consent");
  expect(await reasonOf({ text: " " })).toBe("no_intent");
});

test("views, citations and the host's own reports send nothing to the exchange", async () => {
  await using world = await openTest();
  const { kit, exchange, events } = world;
  const send = sendThrough(createFetchHandler(kit));
  const token = await openSession(send);
  const { body } = await send("turn", { text: ASK }, bearer(token));
  const { turnId, cards } = JSON.parse(JSON.stringify(body));
  const viewed = cards.map(({ cardToken }: Card, at: number) => ({
    ...{ id: `e${at}`, type: "viewable", cardToken, turnId, at: Date.now() },
  }));
  expect((await send("events", { token, events: viewed })).body).toEqual({
    accepted: 3,
    rejected: 0,
  });
  const turn = await kit.turn({ text: ASK });
  const [, pick = ""] = /"pick":"([^"]+)"/.exec(kit.prompt(turn).user) ?? [];
  const shown = kit.observeAnswer(turn, `Take this one ${pick}.`);
  expect(shown).toMatch(
    /^Take this one \(\[Test ad · Test shop 1\]\(http.*\/r\/test-card-1-+\)\)\.$/,
  );
  expect(events.filter(({ type }) => type === "citation")).toHaveLength(1);
  const conversion = { type: "conversion", conversionType: "cpa" } as const;
  expect(kit.report({ ...conversion, campaignId: campaignId(1) })).toBeUndefined();
  await kit.close();
  expect(reported(exchange)).toEqual([]);
  expect(exchange.calls).toEqual([]);
});
