import { expect, test } from "vitest";
import { readEnv } from "../../server/src/core/env.ts";

const LIVE = {
  CHECKOUT_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_live_key",
  STRIPE_WEBHOOK_SECRET: "whsec_key",
  CASHOUT_PROVIDER: "sandbox",
  REVIEW_POLICY: "manual",
  SIGNING_KEYS: `1:${Buffer.alloc(32).toString("base64url")}`,
};

test.each([undefined, "http://ads.example.com", "http://127.0.0.1:8787"])(
  "a live provider does not start with PUBLIC_BASE_URL=%s",
  (url) => {
    expect(() => readEnv({ ...LIVE, PUBLIC_BASE_URL: url })).toThrow(/^PUBLIC_BASE_URL: .*https/);
  },
);

test("a live provider starts with an https address", () => {
  const url = "https://ads.example.com";
  expect(readEnv({ ...LIVE, PUBLIC_BASE_URL: url }).PUBLIC_BASE_URL).toBe(url);
});

test.each(["::", "::1"])("HOST=%s gives a base URL that can be read", (host) => {
  const { PUBLIC_BASE_URL: url } = readEnv({ DEMO: "1", HOST: host });
  expect(url).toBe(`http://[${host}]:8787`);
  expect(URL.canParse(url)).toBe(true);
});
