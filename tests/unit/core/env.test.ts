import { describe, expect, test } from "vitest";
import { RATE_LIMITS } from "../../../server/src/contract/rate-limits.ts";
import { EnvError, readEnv } from "../../../server/src/core/env.ts";

const keys = `1:${Buffer.alloc(32).toString("base64url")}`;
const production = {
  SIGNING_KEYS: keys,
  CHECKOUT_PROVIDER: "stripe",
  CASHOUT_PROVIDER: "btcpay",
  REVIEW_POLICY: "manual",
  STRIPE_SECRET_KEY: "sk_live_key",
  STRIPE_WEBHOOK_SECRET: "whsec_key",
  PUBLIC_BASE_URL: "https://ads.example.com",
};

describe("the demo", () => {
  test("needs no variable but DEMO", () => {
    expect(readEnv({ DEMO: "1" })).toMatchObject({
      PORT: 8787,
      HOST: "127.0.0.1",
      PUBLIC_BASE_URL: "http://127.0.0.1:8787",
      DATA_DIR: ".data",
      DEMO_PRODUCTS: 12_000,
      WEB_CONCURRENCY: 1,
      CHECKOUT_PROVIDER: "sandbox",
      CASHOUT_PROVIDER: "sandbox",
      REVIEW_POLICY: "auto",
      PLATFORM_FEE_BPS: 2_000,
      PURCHASE_SEASONING_DAYS: 0,
      REFUND_DRAIN_SECONDS: 3_600,
      CASHOUT_NEW_ADDRESS_HOURS: 0,
      SEARCH_ENGINE: "memory",
      RATE_LIMIT_LOOPBACK: false,
      TRUST_PROXY_HOPS: 0,
    });
  });
});

describe("production", () => {
  test.each(Object.keys(production))("does not start without %s", (name) => {
    const problem = name === "PUBLIC_BASE_URL" ? "must be https" : "required";
    expect(() => readEnv({ ...production, [name]: undefined })).toThrow(`${name}: ${problem}`);
  });

  test("never takes sandbox money", () => {
    expect(() => readEnv({ ...production, CHECKOUT_PROVIDER: "sandbox" })).toThrow(
      /^CHECKOUT_PROVIDER: .*DEMO=1/,
    );
  });

  test("never pays out real money for sandbox credits, not even in the demo", () => {
    expect(() => readEnv({ DEMO: "1", CASHOUT_PROVIDER: "btcpay" })).toThrow(/^CASHOUT_PROVIDER: /);
  });

  test("with OpenSearch needs its address", () => {
    const search = { DEMO: "1", SEARCH_ENGINE: "opensearch" };
    expect(() => readEnv(search)).toThrow(
      /^OPENSEARCH_URL: required with SEARCH_ENGINE=opensearch$/,
    );
    expect(() => readEnv({ ...search, OPENSEARCH_URL: "here" })).toThrow(/^OPENSEARCH_URL: /);
    const address = "https://search.test:9200";
    expect(readEnv({ ...search, OPENSEARCH_URL: address }).OPENSEARCH_URL).toBe(address);
    expect(readEnv({ DEMO: "1", SEARCH_ENGINE: "postgres" }).SEARCH_ENGINE).toBe("postgres");
  });

  test("with several processes needs Redis", () => {
    expect(() => readEnv({ DEMO: "1", WEB_CONCURRENCY: "2" })).toThrow(/^REDIS_URL: /);
    const shared = { DEMO: "1", WEB_CONCURRENCY: "2", REDIS_URL: "redis://cache" };
    expect(readEnv(shared).WEB_CONCURRENCY).toBe(2);
  });
});

describe("a wrong variable stops the start with one line that names it", () => {
  test.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["DEMO", "yes"],
    ["PLATFORM_FEE_BPS", "10001"],
    ["PLATFORM_FEE_BPS", "-1"],
    ["PLATFORM_FEE_BPS", "12.5"],
    ["PUBLIC_BASE_URL", "placard"],
    ["REVIEW_POLICY", "none"],
    ["SEARCH_ENGINE", "google"],
    ["LOG_LEVEL", "loud"],
    ["CHECKOUT_PROVIDER", "paypal"],
    ["SECURITY_CONTACT", "security@example.com"],
    ["SECURITY_CONTACT", "http://example.com/"],
  ])("%s=%s", (name, value) => {
    let message = "";
    try {
      readEnv({ DEMO: "1", [name]: value });
    } catch (error) {
      expect(error).toBeInstanceOf(EnvError);
      message = String(error instanceof Error ? error.message : "");
    }
    expect(message.startsWith(`${name}: `)).toBe(true);
    expect(message).not.toContain("\n");
  });
});

describe("RATE_LIMITS", () => {
  const limitsOf = (text?: string) => readEnv({ DEMO: "1", RATE_LIMITS: text }).RATE_LIMITS;

  test("absent leaves the limits of the contract", () => {
    expect(limitsOf()).toEqual(RATE_LIMITS);
    expect(limitsOf("")).toEqual(RATE_LIMITS);
  });

  test("changes what it names and nothing else", () => {
    expect(limitsOf("read=100/200, write=0.5/40")).toEqual({
      ...RATE_LIMITS,
      read: { perSecond: 100, burst: 200 },
      write: { perSecond: 0.5, burst: 40 },
    });
  });

  test.each([
    ["an unknown name", "reads=1/2"],
    ["a name of every object", "constructor=1/2"],
    ["no burst", "read=1"],
    ["a burst below one second's calls", "read=10/9"],
    ["no calls at all", "read=0/0"],
    ["a burst that never refills", "read=0/5"],
    ["a window of more than a day", "read=0.0001/10"],
    ["half a call at once", "read=0.1/0.5"],
    ["less than nothing", "read=-1/2"],
    ["a number in another notation", "read=1e3/2000"],
    ["one name twice", "read=1/2,read=3/4"],
    ["an empty part", "read=1/2,"],
  ])("%s stops the start and is quoted", (_case, text) => {
    expect(() => limitsOf(text)).toThrow(/^RATE_LIMITS: "[^"]*" \S.*$/);
  });
});

describe("reading", () => {
  test("an empty variable is an absent one", () => {
    expect(readEnv({ DEMO: "1", PORT: "", REDIS_URL: "" })).toMatchObject({ PORT: 8787 });
  });

  test("the public address follows host and port and loses a slash at its end", () => {
    expect(readEnv({ DEMO: "1", PORT: "9000" }).PUBLIC_BASE_URL).toBe("http://127.0.0.1:9000");
    expect(readEnv({ DEMO: "1", PUBLIC_BASE_URL: "https://ads.example/" }).PUBLIC_BASE_URL).toBe(
      "https://ads.example",
    );
  });

  test("variables of others are left alone", () => {
    expect(() => readEnv({ DEMO: "1", PATH: "/bin", HOME: "" })).not.toThrow();
  });
});
