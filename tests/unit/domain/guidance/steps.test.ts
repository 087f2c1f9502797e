import { describe, expect, test } from "vitest";
import {
  buySteps,
  openSteps,
  percentOf,
  type Snapshot,
  type Step,
  sellSteps,
} from "../../../../server/src/domain/guidance/index.ts";
import { balanceOf, bookingOf, ID, OFFER, placementOf, snapshotOf } from "./snapshots.ts";

const statusesOf = (steps: readonly Step[]) =>
  Object.fromEntries(steps.map(({ step, status }) => [step, status]));
const nextOf = (steps: readonly Step[]) => {
  const [next] = openSteps(steps);
  return [next?.status, next?.nextTool, next?.arguments];
};
const campaignId = `cmp_${ID}`;
const placementId = `plc_${ID}`;

/** A publisher on its way, each state adding one thing to the one before. */
const listed = { placements: [placementOf()] };
const asked = { placements: [placementOf({ requestStatus: "queued" })] };
const booked = { ...listed, sold: [bookingOf()] };
const delivered = {
  ...listed,
  sold: [bookingOf({ deliveries: 1 })],
  hasUnreportedDelivery: true,
};
const reported = {
  ...listed,
  sold: [bookingOf({ deliveries: 1, events: 1, earnedCredits: 20, spentCredits: 25 })],
  balance: balanceOf({ pendingEarningsCredits: 20 }),
};
const rich = { ...reported, balance: balanceOf({ earnedCredits: 512.5 }) };
const cashout = { cashoutId: `csh_${ID}`, address: "bc1qx", status: "requested" } as const;

describe("the way of a publisher", () => {
  test.each<[string, Partial<Snapshot>, unknown[]]>([
    [
      "asks for platform demand once nothing is booked",
      listed,
      ["missing", "request_platform_demand", { placementId }],
    ],
    [
      "waits for a booking once it asked",
      asked,
      ["waiting", "list_campaigns", { role: "publisher", status: "active" }],
    ],
    ["delivers what is booked", booked, ["missing", "deliver_ad", { campaignId }]],
    ["reports what it delivered", delivered, ["missing", "report_click", { campaignId }]],
    ["delivers on until there is enough", reported, ["missing", "deliver_ad", { campaignId }]],
    [
      "cashes out whole matured credits",
      rich,
      ["missing", "request_cashout", { amountCredits: 512 }],
    ],
    ["follows its cashout", { ...rich, cashouts: [cashout] }, ["waiting", "list_cashouts", {}]],
  ])("%s", (_name, state, next) => {
    expect(nextOf(sellSteps(snapshotOf("publisher", state)))).toEqual(next);
  });

  test("begins with a placement whose texts only the publisher can write", () => {
    const [next] = openSteps(sellSteps(snapshotOf("publisher")));
    expect(next).toMatchObject({
      nextTool: "list_placement",
      arguments: { adUnitType: "cpc", rateCredits: 25 },
      yours: expect.arrayContaining(["title", "description"]),
    });
  });

  test("never proposes an address that the publisher was not paid at", () => {
    const steps = sellSteps(snapshotOf("publisher", rich));
    expect(openSteps(steps)[0]?.yours).toEqual(["btcAddress"]);
    const paid = { ...rich, cashouts: [{ ...cashout, status: "completed" as const }] };
    expect(percentOf(sellSteps(snapshotOf("publisher", paid)))).toBe(100);
  });

  test.each([
    ["pending_review", "active", "waiting", "list_placements"],
    ["rejected", "active", "missing", "update_placement"],
    ["approved", "paused", "missing", "update_placement"],
  ] as const)("a placement that is %s and %s is %s", (reviewStatus, status, is, tool) => {
    const placements = [placementOf({ reviewStatus, status })];
    const steps = sellSteps(snapshotOf("publisher", { placements }));
    const step = steps.find((one) => one.step === "placement_approved");
    expect([step?.status, step?.nextTool]).toEqual([is, tool]);
  });

  test("reports that did not pay lead to the report that does", () => {
    const sold = [bookingOf({ adUnitType: "cpr", deliveries: 1, events: 4 })];
    const [next] = openSteps(sellSteps(snapshotOf("publisher", { ...listed, sold })));
    expect(next).toMatchObject({
      step: "first_earning",
      nextTool: "report_conversion",
      arguments: { campaignId, conversionType: "recommendation" },
    });
  });

  test("pending earnings that suffice are waited for", () => {
    const pending = { ...reported, balance: balanceOf({ pendingEarningsCredits: 600 }) };
    const steps = sellSteps(snapshotOf("publisher", pending));
    expect(statusesOf(steps)).toMatchObject({ matured: "waiting", cashable: "waiting" });
    expect(nextOf(steps)).toEqual(["waiting", "whoami", {}]);
  });

  test("a campaign that ran out is not proposed for delivery", () => {
    const sold = [bookingOf({ deliveries: 3, events: 3, earnedCredits: 60, isFunded: false })];
    const balance = balanceOf({ pendingEarningsCredits: 60 });
    const steps = sellSteps(snapshotOf("publisher", { ...listed, sold, balance }));
    expect(openSteps(steps).map(({ nextTool }) => nextTool)).not.toContain("deliver_ad");
  });

  test("an advertiser is told to register for it", () => {
    expect(nextOf(sellSteps(snapshotOf("advertiser")))).toEqual([
      "missing",
      "register",
      { provider: "Test House", displayName: "Kitchen Chat", role: "publisher" },
    ]);
  });

  test("a suspended agent is sent nowhere but to look", () => {
    const { agent } = snapshotOf("publisher");
    const state = { ...booked, agent: { ...agent, status: "suspended" as const } };
    const open = openSteps(sellSteps(snapshotOf("publisher", state)));
    expect(new Set(open.map(({ nextTool }) => nextTool))).toEqual(new Set(["whoami"]));
  });
});

describe("the way of an advertiser", () => {
  const money = { balance: balanceOf({ availableCredits: 1_000 }) };

  test("buys the smallest pack that pays for the cheapest placement", () => {
    const offers = [{ ...OFFER, minBudgetCredits: 2_000 }];
    expect(nextOf(buySteps(snapshotOf("advertiser", { offers })))).toEqual([
      "missing",
      "buy_credits",
      { packId: "builder" },
    ]);
  });

  test("waits for the human while an order is open, and says where to pay", () => {
    const openOrder = { orderId: `ord_${ID}`, checkoutUrl: "https://x.example/checkout/1" };
    const [next] = openSteps(buySteps(snapshotOf("advertiser", { openOrder })));
    expect([next?.status, next?.nextTool]).toEqual(["waiting", "whoami"]);
    expect(next?.because).toContain("https://x.example/checkout/1");
  });

  test("books the placement with the smallest budget, with its own unit", () => {
    const dear = { ...OFFER, placementId: `plc_00${ID.slice(2)}`, minBudgetCredits: 900 };
    const offers = [dear, OFFER];
    const [next] = openSteps(buySteps(snapshotOf("advertiser", { ...money, offers })));
    expect(next).toMatchObject({
      nextTool: "create_campaign",
      arguments: { placementId, adUnitType: "cpc", budgetCredits: 250 },
      yours: ["creativeText", "creativeUrl"],
    });
  });

  test("searches again while nothing can be booked", () => {
    expect(nextOf(buySteps(snapshotOf("advertiser", money)))).toEqual([
      "waiting",
      "search_placements",
      {},
    ]);
  });

  test("wakes a campaign that it paused", () => {
    const state = { ...money, booked: [bookingOf({ status: "paused" })] };
    expect(nextOf(buySteps(snapshotOf("advertiser", state)))).toEqual([
      "missing",
      "update_campaign",
      { campaignId, status: "active" },
    ]);
  });

  test("is at its end once an event is paid", () => {
    const spent = [bookingOf({ deliveries: 1, events: 1, spentCredits: 25 })];
    const steps = buySteps(snapshotOf("advertiser", { ...money, booked: spent }));
    expect([percentOf(steps), openSteps(steps)]).toEqual([100, []]);
  });
});
