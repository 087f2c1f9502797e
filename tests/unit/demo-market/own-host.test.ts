import { describe, expect, test } from "vitest";
import { readLocalEnv } from "../../../local/exchange.ts";

const LIVE = {
  DEMO: "0",
  CHECKOUT_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_test",
  STRIPE_WEBHOOK_SECRET: "whsec_test",
  CASHOUT_PROVIDER: "btcpay",
  BTCPAY_URL: "https://pay.example.com",
  BTCPAY_API_KEY: "key",
  BTCPAY_STORE_ID: "store",
  REVIEW_POLICY: "manual",
  PUBLIC_BASE_URL: "https://ads.example.com",
  SIGNING_KEYS: `1:${Buffer.alloc(32).toString("base64url")}`,
};

async function allowedWith(variables: Readonly<Record<string, string>>) {
  const { env } = await readLocalEnv({ PORT: "0", ...variables });
  return env.POSTBACK_ALLOW_HOSTS;
}

describe("where the exchange may post on one's own machine", () => {
  test("the demo's agents hear of events at the demo's own loopback address", async () => {
    expect(await allowedWith({})).toBe("127.0.0.1");
    expect(await allowedWith({ PUBLIC_BASE_URL: "http://localhost:8787" })).toBe("localhost");
    expect(await allowedWith({ POSTBACK_ALLOW_HOSTS: "hooks.test" })).toBe("hooks.test,127.0.0.1");
  });

  test("what others can reach gets no leave to post into this machine", async () => {
    const demo = { DEMO_PUBLIC: "1", PUBLIC_BASE_URL: "https://chat.example.com" };
    expect(await allowedWith(demo)).toBeUndefined();
    const open = { HOST: "0.0.0.0", PUBLIC_BASE_URL: "http://localhost:8787" };
    expect(await allowedWith(open)).toBeUndefined();
    expect(await allowedWith({ ...LIVE })).toBeUndefined();
    expect(await allowedWith({ ...LIVE, POSTBACK_ALLOW_HOSTS: "hooks.test" })).toBe("hooks.test");
  });
});
