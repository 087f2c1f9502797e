import { describe, expect, test } from "vitest";
import { readEnv } from "../../../../server/src/core/env.ts";

const BTCPAY = {
  BTCPAY_URL: "https://pay.example.com",
  BTCPAY_API_KEY: "key",
  BTCPAY_STORE_ID: "store",
};
const PRODUCTION = {
  SIGNING_KEYS: `1:${Buffer.alloc(32).toString("base64url")}`,
  CHECKOUT_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  CASHOUT_PROVIDER: "btcpay",
  REVIEW_POLICY: "manual",
  PUBLIC_BASE_URL: "https://ads.example.com",
  ...BTCPAY,
};

describe("cashouts through BTCPay", () => {
  test("start with their three variables", () => {
    expect(readEnv(PRODUCTION)).toMatchObject({ ...BTCPAY, CASHOUT_NEW_ADDRESS_HOURS: 24 });
  });

  test.each(Object.keys(BTCPAY))("do not start without %s", (name) => {
    expect(() => readEnv({ ...PRODUCTION, [name]: undefined })).toThrow(`${name}: required`);
  });

  test("never stand beside a sandbox checkout", () => {
    const sandbox = { ...PRODUCTION, DEMO: "1", CHECKOUT_PROVIDER: "sandbox" };
    expect(() => readEnv(sandbox)).toThrow(/^CASHOUT_PROVIDER: /);
  });
});
