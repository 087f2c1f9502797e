import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { readEnv } from "../../server/src/core/env.ts";
import { startExchange } from "../setup/exchange.ts";

const LIVE = {
  CHECKOUT_PROVIDER: "stripe",
  STRIPE_SECRET_KEY: "sk_live_key",
  STRIPE_WEBHOOK_SECRET: "whsec_key",
  CASHOUT_PROVIDER: "btcpay",
  BTCPAY_URL: "https://pay.example.com",
  BTCPAY_API_KEY: "key",
  BTCPAY_STORE_ID: "store",
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

test.each([
  ["::", "http://localhost:8787"],
  ["0.0.0.0", "http://localhost:8787"],
  ["::1", "http://[::1]:8787"],
])("HOST=%s gives a base URL that leads here", (host, url) => {
  expect(readEnv({ DEMO: "1", HOST: host }).PUBLIC_BASE_URL).toBe(url);
});

test("HOST=:: answers at both loopback addresses, and refuses a second Host header", async () => {
  const placard = await startExchange({ env: { HOST: "::" } });
  try {
    const port = Number(new URL(placard.exchange.services.settings.baseUrl).port);
    for (const host of ["127.0.0.1", "[::1]", "localhost"]) {
      const answer = await fetch(`http://${host}:${port}/api/public/info`);
      expect(answer.status, host).toBe(200);
    }
    // Callers of the machine itself are loopback callers, also when IPv4 arrives as IPv6.
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /api/public/info HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n");
    const [first] = await once(socket, "data");
    socket.destroy();
    expect(String(first)).toMatch(/^HTTP\/1.1 400 /);
  } finally {
    await placard.close();
  }
});
