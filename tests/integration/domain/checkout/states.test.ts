import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Order } from "../../../../server/src/contract/resources/wallet.ts";
import { payOrder } from "../../../../server/src/domain/checkout/index.ts";
import { TRANSITIONS } from "../../../../server/src/domain/checkout/queries.ts";
import type { TestAgent } from "../../../setup/agents.ts";
import { setUp } from "../../../setup/shared.ts";
import { DAY_MS } from "../../tools/market.ts";
import { disputeEvent, paidEvent, startCardMarket } from "./card-market.ts";

const market = setUp(startCardMarket);
afterAll(() => market.expectVerified());

type Status = Order["status"];
const STATUSES = ["open", "paid", "expired", "reversed"] as const;

/** What may be done to an order: our own page, the provider's word, the payer, and time. */
const ACTIONS = ["page", "webhook", "takeBack", "time"] as const;
type Action = (typeof ACTIONS)[number];

/** The states of server/docs/contract.md, written out a second time: where each action leads. */
const NEXT: Readonly<Record<Action, Readonly<Record<Status, Status | "invalid_state">>>> = {
  page: { open: "paid", paid: "paid", expired: "invalid_state", reversed: "invalid_state" },
  webhook: { open: "paid", paid: "paid", expired: "paid", reversed: "reversed" },
  takeBack: { open: "open", paid: "reversed", expired: "expired", reversed: "reversed" },
  time: { open: "expired", paid: "paid", expired: "expired", reversed: "reversed" },
};

interface Placed {
  readonly buyer: TestAgent;
  readonly order: Order;
}

async function act({ order }: Placed, action: Action): Promise<string> {
  const { db, ids, clock } = market.exchange.services;
  if (action === "time") market.clock.advance(2 * DAY_MS);
  if (action === "webhook") await market.send(paidEvent(order));
  if (action === "takeBack") await market.send(disputeEvent(order));
  if (action !== "page") return "done";
  // The page itself is closed beside Stripe; what is behind it keeps to the table all the same.
  const deps = { ids, now: clock.now(), seasoningDays: 30 };
  return db
    .tx((tx) => payOrder(tx, order.orderId, deps))
    .then(
      () => "done",
      (error: { code?: string }) => String(error.code),
    );
}

async function placed(): Promise<Placed> {
  const buyer = await market.agent();
  return { buyer, order: await market.open(buyer) };
}

/** How to bring an order into each state. */
const WAYS: Readonly<Record<Status, readonly Action[]>> = {
  open: [],
  paid: ["webhook"],
  expired: ["time"],
  reversed: ["webhook", "takeBack"],
};
const credited: Readonly<Record<Status, number>> = {
  open: 0,
  expired: 0,
  paid: 1_000,
  reversed: 0,
};

async function expectState({ buyer, order }: Placed, status: Status): Promise<void> {
  expect(await market.statusOf(order)).toBe(status);
  expect((await market.balance(buyer)).availableCredits).toBe(credited[status]);
}

/** A claim that came before the payment is settled when the payment comes. */
function after(status: Status, action: Action, isClaimed: boolean): Status {
  const next = NEXT[action][status];
  if (next === "invalid_state") return status;
  return next === "paid" && isClaimed && action === "webhook" ? "reversed" : next;
}

const PAIRS = STATUSES.flatMap((status) => ACTIONS.map((action) => ({ status, action })));

describe("every action on every order", () => {
  test.each(PAIRS)("$action on an order that is $status, and once more", async (pair) => {
    const one = await placed();
    for (const action of WAYS[pair.status]) await act(one, action);
    await expectState(one, pair.status);
    let status: Status = pair.status;
    for (let turn = 0; turn < 2; turn += 1) {
      const expected = NEXT[pair.action][status];
      const outcome = await act(one, pair.action);
      expect(outcome).toBe(expected === "invalid_state" ? "invalid_state" : "done");
      if (expected !== "invalid_state" && expected !== status) {
        expect(TRANSITIONS[status]).toContain(expected);
        status = expected;
      }
      await expectState(one, status);
    }
  });
});

describe("any sequence", () => {
  test("credits once, takes back once, and the books add up", async () => {
    const steps = fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const one = await placed();
        let status: Status = "open";
        let [isClaimed, isNamed] = [false, false];
        for (const action of sequence) {
          // A payment through our page has no name that the provider could take back.
          if (action === "page" && status === "open") return;
          await act(one, action);
          status = after(status, action, isClaimed);
          isNamed ||= action === "webhook";
          isClaimed ||= action === "takeBack";
          if (isClaimed && isNamed) status = "reversed";
          await expectState(one, status);
        }
      }),
      { numRuns: 30 },
    );
    await market.expectVerified();
  });

  test("payment and its reversal at once, ten times each, leave one of both", async () => {
    const one = await placed();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => act(one, index % 2 === 0 ? "webhook" : "takeBack")),
    );
    await expectState(one, "reversed");
    const rows = await market.sql(
      `select t.type, count(*)::integer as count from txn t
       join credit_order o on o.id = t.order_id join agent a on a.id = o.agent_id
       where t.order_id = (select max(id::text)::uuid from credit_order)
       group by t.type order by t.type`,
    );
    expect(rows).toEqual([
      { type: "credit_purchase", count: 1 },
      { type: "purchase_reversal", count: 1 },
    ]);
    await market.expectVerified();
  });
});
