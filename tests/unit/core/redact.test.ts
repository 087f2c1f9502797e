import { describe, expect, test } from "vitest";
import { redactSecrets, redactText } from "../../../server/src/core/redact.ts";
import { makeApiKey } from "../../../server/src/domain/identity/api-key.ts";

const BODY = "51Hx9aKq2LmZ7rT4vY8wB3nC6";

describe("a text loses what looks like a secret and keeps the rest", () => {
  test.each([
    ["our key", `it said ${makeApiKey()} is wrong`, "it said rk_live_[redacted] is wrong"],
    ["a postback's secret", `whsec_${BODY}+/a=, again`, "whsec_[redacted], again"],
    [
      "a Stripe key",
      `sk_live_${BODY} and sk_test_${BODY}`,
      "sk_live_[redacted] and sk_test_[redacted]",
    ],
    ["a restricted Stripe key", `rk_test_${BODY}.`, "rk_test_[redacted]."],
    ["a header", `Authorization: Bearer ${BODY} sent`, "Authorization: Bearer [redacted] sent"],
    ["a link", `https://x.test/?a=1&token=${BODY}&b=2`, "https://x.test/?a=1&token=[redacted]&b=2"],
    ["a setting", `STRIPE_SECRET_KEY=${BODY} npm start`, "STRIPE_SECRET_KEY=[redacted] npm start"],
    ["an address", "postgres://ada:hunter2@db/x", "postgres://[redacted]@db/x"],
  ])("%s", (_case, text, left) => {
    expect(redactText(text)).toBe(left);
  });

  test.each([
    "keys begin with rk_live_",
    "Basic authentication fails for the bearer of a key",
    "the token: invalid_arguments, at 12:30 https://x.test/a:b",
    "req_01k9zq3v5te7kbn8w2r4c6d8fg",
  ])("%s stays", (text) => {
    expect(redactText(text)).toBe(text);
  });

  test.each([
    ["tokens", "token="],
    ["bearers", "Bearer "],
    ["spaces", "Bearer".padEnd(1_000)],
    ["addresses", "://a:b"],
    ["prefixes", "rk_live_"],
    ["whatever is not one", "a-"],
  ])("the largest body full of %s takes no time to speak of", (_case, piece) => {
    const text = piece.repeat(Math.ceil(262_144 / piece.length));
    const startedAt = performance.now();
    redactText(text);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe("a value loses its secrets wherever they are", () => {
  const key = makeApiKey();

  test("deep inside, in lists and in the names of fields", () => {
    const value = { a: [{ b: [`x ${key}`, 7, null, true] }], [key]: { c: key } };
    expect(redactSecrets(value)).toEqual({
      a: [{ b: ["x rk_live_[redacted]", 7, null, true] }],
      "rk_live_[redacted]": { c: "rk_live_[redacted]" },
    });
  });

  test("what a field of such a name holds, unless it tells nothing", () => {
    const value = {
      headers: { Authorization: "hunter2", "x-api-key": ["hunter2"], cookie: { id: "hunter2" } },
      accessToken: "hunter2",
      hasSecret: true,
      passwordLength: 7,
      idempotencyKey: "order-7",
    };
    const left = redactSecrets(value);
    expect(JSON.stringify(left)).not.toContain("hunter2");
    expect(left).toMatchObject({ hasSecret: true, passwordLength: 7, idempotencyKey: "order-7" });
  });

  test("and a field called __proto__ stays a field", () => {
    const left = redactSecrets(JSON.parse(`{"__proto__":{"isAdmin":"${key}"}}`));
    expect(Object.getPrototypeOf(left)).toBe(Object.prototype);
    expect(JSON.stringify(left)).toBe('{"__proto__":{"isAdmin":"rk_live_[redacted]"}}');
  });
});
