import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { readEnv } from "../../../../server/src/core/env.ts";
import { createStripeCheckout } from "../../../../server/src/providers/checkout/stripe.ts";

const SECRET = "whsec_0123456789abcdef";
const ORDER_ID = "ord_01k9zq3v5te7kbn8w2r4c6d8fg";
const NOW = new Date("2026-11-20T12:00:00Z");
const signer = new Stripe("sk_test_signer").webhooks;
const checkout = createStripeCheckout({
  secretKey: "sk_test_key",
  webhookSecret: SECRET,
  baseUrl: "https://ads.example.com",
});

/** What is read out of an event that was signed some seconds before it arrived. */
function read(type: string, object: object, ageSeconds = 0) {
  const payload = JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });
  const timestamp = NOW.getTime() / 1000 - ageSeconds;
  const signature = signer.generateTestHeaderString({ payload, secret: SECRET, timestamp });
  return checkout.read(Buffer.from(payload), signature, NOW);
}

const session = {
  id: "cs_1",
  client_reference_id: ORDER_ID,
  payment_intent: "pi_1",
  amount_total: 1_000,
  currency: "usd",
  payment_status: "paid",
};
const paid = {
  eventId: "evt_1",
  kind: "paid",
  orderId: ORDER_ID,
  sessionId: "cs_1",
  paymentId: "pi_1",
  amountCents: 1_000,
  currency: "usd",
  isPaid: true,
};

describe("a completed session", () => {
  test.each(["checkout.session.completed", "checkout.session.async_payment_succeeded"])(
    "is read from %s",
    (type) => {
      expect(read(type, session)).toEqual({ ...paid, type });
    },
  );

  test.each(["unpaid", "no_payment_required"])("that is %s is not paid", (status) => {
    const notice = read("checkout.session.completed", { ...session, payment_status: status });
    expect(notice).toMatchObject({ isPaid: false });
  });

  test("names no order when it was not made for one", () => {
    for (const reference of [null, "", "17", `${ORDER_ID}x`, "agt_01k9zq3v5te7kbn8w2r4c6d8fg"]) {
      const object = { ...session, client_reference_id: reference };
      expect(read("checkout.session.completed", object)).toMatchObject({ orderId: null });
    }
  });

  test("may carry its payment as a whole object", () => {
    const object = { ...session, payment_intent: { id: "pi_2", object: "payment_intent" } };
    expect(read("checkout.session.completed", object)).toMatchObject({ paymentId: "pi_2" });
  });
});

describe("what the payer took back", () => {
  test("by a refund is cumulative", () => {
    const charge = { id: "ch_1", payment_intent: "pi_1", amount_refunded: 250, currency: "usd" };
    expect(read("charge.refunded", charge)).toEqual({
      eventId: "evt_1",
      type: "charge.refunded",
      kind: "taken_back",
      paymentId: "pi_1",
      source: "refund",
      amountCents: 250,
      currency: "usd",
      isWon: false,
    });
  });

  const read1000 = (type: string, status: string) =>
    read(`charge.dispute.${type}`, {
      id: "dp_1",
      payment_intent: "pi_1",
      amount: 1_000,
      currency: "usd",
      status,
    });

  test.each([
    ["created", "needs_response", false],
    ["funds_withdrawn", "needs_response", false],
    ["closed", "lost", false],
    ["closed", "won", true],
    ["funds_reinstated", "under_review", true],
  ])("by a dispute counts once for each dispute (%s, %s)", (type, status, isWon) => {
    const taken = { kind: "taken_back", source: "dp_1", amountCents: 1_000, isWon };
    expect(read1000(type, status)).toMatchObject(taken);
  });

  test("is nothing for an inquiry, until its funds are withdrawn", () => {
    expect(read1000("created", "warning_needs_response")).toMatchObject({ kind: "other" });
    expect(read1000("closed", "warning_closed")).toMatchObject({ kind: "other" });
    const withdrawn = read1000("funds_withdrawn", "warning_under_review");
    expect(withdrawn).toMatchObject({ kind: "taken_back", isWon: false });
  });
});

describe("a signature", () => {
  test("holds for five minutes and no second longer", () => {
    expect(read("charge.updated", {}, 300)).toMatchObject({ kind: "other" });
    expect(() => read("charge.updated", {}, 301)).toThrow(/signature/);
  });

  test("is required", () => {
    const body = Buffer.from("{}");
    expect(() => checkout.read(body, undefined, NOW)).toThrow(/signature/);
    expect(() => checkout.read(body, "t=1", NOW)).toThrow(/signature/);
  });

  test("covers every byte of the body", () => {
    const payload = JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "x",
      data: { object: {} },
    });
    const timestamp = NOW.getTime() / 1000;
    const signature = signer.generateTestHeaderString({ payload, secret: SECRET, timestamp });
    const body = Buffer.from(payload);
    for (let index = 0; index < body.length; index += 1) {
      const changed = Buffer.from(body);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => checkout.read(changed, signature, NOW)).toThrow(/signature/);
    }
  });
});

describe("the environment", () => {
  const stripe = {
    DEMO: "1",
    CHECKOUT_PROVIDER: "stripe",
    STRIPE_SECRET_KEY: "sk_test_key",
    STRIPE_WEBHOOK_SECRET: SECRET,
  };

  test("with Stripe keeps card money for 30 days unless it says otherwise", () => {
    expect(readEnv(stripe)).toMatchObject({ PURCHASE_SEASONING_DAYS: 30 });
    expect(readEnv({ ...stripe, PURCHASE_SEASONING_DAYS: "90" })).toMatchObject({
      PURCHASE_SEASONING_DAYS: 90,
    });
  });

  test.each(["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"])("needs %s", (name) => {
    expect(() => readEnv({ ...stripe, [name]: "" })).toThrow(
      new RegExp(`^${name}: required with CHECKOUT_PROVIDER=stripe$`),
    );
  });
});
