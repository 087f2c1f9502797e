import { expect, test } from "vitest";
import { readCommandEnv, readEnv } from "../../server/src/core/env.ts";

const STRIPE = {
  CHECKOUT_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_live_key",
  STRIPE_WEBHOOK_SECRET: "whsec_key",
};
const BTCPAY = {
  CASHOUT_PROVIDER: "btcpay",
  BTCPAY_URL: "https://pay.example.com",
  BTCPAY_API_KEY: "key",
  BTCPAY_STORE_ID: "store",
};
const LIVE = {
  ...STRIPE,
  ...BTCPAY,
  SIGNING_KEYS: `1:${Buffer.alloc(32).toString("base64url")}`,
  REVIEW_POLICY: "manual",
  PUBLIC_BASE_URL: "https://ads.example.com",
};

test.each<[string, object, RegExp]>([
  ["Stripe", STRIPE, /^CHECKOUT_PROVIDER: .*DEMO=1/],
  ["Stripe's restricted keys", { ...STRIPE, STRIPE_SECRET_KEY: "rk_live_key" }, /DEMO=1/],
  ["BTCPay", { ...STRIPE, ...BTCPAY, STRIPE_SECRET_KEY: "sk_test_key" }, /^CASHOUT_PROVIDER: /],
])("the demo does not start beside %s with real money", (_name, providers, problem) => {
  expect(() => readEnv({ DEMO: "1", ...providers })).toThrow(problem);
});

test("without the demo they start, and so does the demo with Stripe's own sandbox", () => {
  expect(readEnv(LIVE)).toMatchObject({ DEMO: false, CHECKOUT_PROVIDER: "stripe" });
  const sandbox = { DEMO: "1", ...STRIPE, STRIPE_SECRET_KEY: "sk_test_key" };
  expect(readEnv(sandbox).CHECKOUT_PROVIDER).toBe("stripe");
});

test("an operator's command and a migration run with the variables of a live server", () => {
  expect(readCommandEnv(LIVE)).toMatchObject({ CHECKOUT_PROVIDER: "sandbox" });
});
