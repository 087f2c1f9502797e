import { expect, test } from "vitest";
import { EnvError, readEnv } from "../../../server/src/core/env.ts";

const LIVE = {
  SIGNING_KEYS: `1:${Buffer.alloc(32).toString("base64url")}`,
  CHECKOUT_PROVIDER: "stripe",
  CASHOUT_PROVIDER: "btcpay",
  REVIEW_POLICY: "manual",
  STRIPE_SECRET_KEY: "sk_live_key",
  STRIPE_WEBHOOK_SECRET: "whsec_key",
  BTCPAY_URL: "https://pay.example.com",
  BTCPAY_API_KEY: "key",
  BTCPAY_STORE_ID: "store",
  PUBLIC_BASE_URL: "https://ads.example.com",
};

/** A wrong value beside right ones, and what the line says of it. */
const WRONG: readonly [string, Record<string, string | undefined>, string][] = [
  ["PORT", { PORT: "http" }, "whole number from 0 to 65535"],
  ["PORT", { PORT: "70000" }, "whole number from 0 to 65535"],
  ["PROT", { PROT: "80" }, "did you mean PORT?"],
  ["DATABASE_URI", { DATABASE_URI: "postgres://a/b" }, "did you mean DATABASE_URL?"],
  ["REDIS_ULR", { REDIS_ULR: "redis://a" }, "did you mean REDIS_URL?"],
  ["SIGNING_KEY", { SIGNING_KEY: "1:x" }, "did you mean SIGNING_KEYS?"],
  ["PUBLIC_BASEURL", { PUBLIC_BASEURL: "https://a" }, "did you mean PUBLIC_BASE_URL?"],
  ["WEB_CONCURENCY", { WEB_CONCURENCY: "2" }, "did you mean WEB_CONCURRENCY?"],
  ["WEB_CONCURRENCY", { WEB_CONCURRENCY: "0" }, "whole number from 1 to 64"],
  ["WEB_CONCURRENCY", { WEB_CONCURRENCY: "1.5" }, "whole number from 1 to 64"],
  ["WEB_CONCURRENCY", { WEB_CONCURRENCY: "auto" }, "whole number from 1 to 64"],
  ["DEMO", { DEMO: "true" }, "0 or 1"],
  ["CHECKOUT_PROVIDER", { DEMO: "1" }, "DEMO=0"],
  ["DEMO", { DEMO: "1", CHECKOUT_PROVIDER: "sandbox", CASHOUT_PROVIDER: "sandbox" }, "DEMO_PUBLIC"],
  ["DEMO_PUBLIC", { DEMO_PUBLIC: "yes" }, "0 or 1"],
  ["DATABASE_URL", { DATABASE_URL: "mysql://a/b" }, "postgres://"],
  ["DATABASE_URL", { DATABASE_URL: "db.example.com" }, "postgres://"],
  ["DATABASE_DIRECT_URL", { DATABASE_DIRECT_URL: "http://a" }, "postgres://"],
  ["DATABASE_OWNER_URL", { DATABASE_OWNER_URL: "owner" }, "postgres://"],
  ["DATABASE_REPLICA_URL", { DATABASE_REPLICA_URL: "redis://a" }, "postgres://"],
  ["DATABASE_CONNECTIONS", { DATABASE_CONNECTIONS: "1" }, "whole number from 2 to 500"],
  ["REDIS_URL", { REDIS_URL: "http://a:6379" }, "rediss://"],
  ["REDIS_URL", { REDIS_URL: "a:6379" }, "rediss://"],
  ["PUBLIC_BASE_URL", { PUBLIC_BASE_URL: "ads.example.com" }, "http or https"],
  ["PUBLIC_BASE_URL", { PUBLIC_BASE_URL: "ftp://ads.example.com" }, "http or https"],
  ["PUBLIC_BASE_URL", { PUBLIC_BASE_URL: "http://ads.example.com" }, "https"],
  ["PUBLIC_BASE_URL", { PUBLIC_BASE_URL: "https://ads.example.com/?a=1" }, "no query"],
  ["ALLOWED_HOSTS", { ALLOWED_HOSTS: "https://ads.internal/" }, "host names"],
  ["POSTBACK_ALLOW_HOSTS", { POSTBACK_ALLOW_HOSTS: "http://a/b" }, "host names"],
  ["CHECKOUT_PROVIDER", { CHECKOUT_PROVIDER: "paypal" }, "sandbox, stripe"],
  ["CHECKOUT_PROVIDER", { CHECKOUT_PROVIDER: "sandbox" }, "DEMO=1"],
  ["CASHOUT_PROVIDER", { CASHOUT_PROVIDER: "sandbox" }, "btcpay"],
  ["CASHOUT_PROVIDER", { CASHOUT_PROVIDER: "bank" }, "sandbox, btcpay"],
  ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "pk_live_key" }, "sk_"],
  ["STRIPE_WEBHOOK_SECRET", { STRIPE_WEBHOOK_SECRET: "secret" }, "whsec_"],
  ["BTCPAY_URL", { BTCPAY_URL: "pay.example.com" }, "http or https"],
  ["BTCPAY_STORE_ID", { BTCPAY_STORE_ID: undefined }, "required"],
  ["REVIEW_POLICY", { REVIEW_POLICY: "none" }, "auto, manual"],
  ["PLATFORM_FEE_BPS", { PLATFORM_FEE_BPS: "20%" }, "whole number from 0 to 10000"],
  ["SEARCH_ENGINE", { SEARCH_ENGINE: "elastic" }, "memory, postgres, opensearch"],
  ["OPENSEARCH_URL", { SEARCH_ENGINE: "opensearch" }, "required"],
  ["LOG_LEVEL", { LOG_LEVEL: "verbose" }, "trace, debug, info"],
  ["RATE_LIMITS", { RATE_LIMITS: "read=lots" }, "name=perSecond/burst"],
  ["TRUST_PROXY_HOPS", { TRUST_PROXY_HOPS: "true" }, "whole number from 0 to 8"],
  ["RETENTION_EVENT_DAYS", { RETENTION_EVENT_DAYS: "30" }, "whole number from 120"],
  ["CONNECTIONS_MAX", { CONNECTIONS_MAX: "0" }, "whole number from 1"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", { OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://a" }, "http or https"],
  ["DRAIN_SECONDS", { DRAIN_SECONDS: "-1" }, "whole number from 0 to 300"],
];

test.each(WRONG)("%s of %j stops the start", (name, values, accepted) => {
  let message = "";
  try {
    readEnv({ ...LIVE, ...values });
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    message = error instanceof Error ? error.message : "";
  }
  expect(message).toMatch(new RegExp(`^${name}: `));
  expect(message).toContain(accepted);
  expect(message).not.toContain("\n");
  const [value] = Object.values(values);
  const isShown = !/KEY|SECRET/.test(name) && name in values && message.includes("got");
  if (isShown && value !== undefined) expect(message).toContain(value);
});

test("passwords and keys are not printed", () => {
  const url = "postgre://placard:hunter2@db.example.com/placard";
  expect(() => readEnv({ ...LIVE, DATABASE_URL: url })).toThrow(/placard:\*\*\*@db/);
  expect(() => readEnv({ ...LIVE, STRIPE_SECRET_KEY: "pk_hunter2" })).not.toThrow(/hunter2/);
});

test("variables of others are left alone", () => {
  const others = { HOME: "/root", HOSTNAME: "a", PATH: "/bin", PWD: "/", TERM: "x", LANG: "C" };
  expect(() => readEnv({ ...LIVE, ...others })).not.toThrow();
});
