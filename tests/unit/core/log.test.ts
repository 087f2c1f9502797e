import { describe, expect, test } from "vitest";
import { redactKeys } from "../../../server/src/contract/keys.ts";
import { createLogger } from "../../../server/src/core/log.ts";
import { makeApiKey } from "../../../server/src/domain/identity/api-key.ts";

const written = (write: (logger: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger({ level: "trace", stream: { write: (line) => lines.push(line) } }));
  return lines.join("");
};

describe("a key never reaches the log", () => {
  const key = makeApiKey();
  test.each([
    ["as a field", { apiKey: key }],
    ["inside a header", { headers: { authorization: `Bearer ${key}` } }],
    ["two levels down", { req: { headers: { authorization: `Bearer ${key}` } } }],
    ["in a field nobody thought of", { note: `they sent ${key}!` }],
    ["in a list", { args: ["a", key] }],
    ["in an error", { err: new Error(`no such key ${key}`) }],
    ["as the name of a field", { [key]: 1 }],
  ])("%s", (_case, fields) => {
    const line = written((logger) => logger.info(fields, "call"));
    expect(line).toContain("call");
    expect(line).not.toContain(key);
    expect(line).not.toContain(key.slice(8, 20));
  });

  test("in the message", () => {
    expect(written((logger) => logger.warn(`key ${key} was used`))).not.toContain(key.slice(8));
  });

  test("nor do other secrets in fields of their names", () => {
    const line = written((logger) =>
      logger.info({
        databaseUrl: "postgres://u:hunter2@h/d",
        secret: "hunter2",
        a: { token: "hunter2" },
      }),
    );
    expect(line).not.toContain("hunter2");
  });
});

describe("redacting a text", () => {
  test("replaces each key and leaves the rest", () => {
    const text = `first ${makeApiKey()} and ${makeApiKey()}.`;
    expect(redactKeys(text)).toBe("first rk_live_[redacted] and rk_live_[redacted].");
  });

  test("also takes keys that were cut", () => {
    expect(redactKeys(makeApiKey().slice(0, 30))).toBe("rk_live_[redacted]");
  });

  test("leaves the prefix in prose alone", () => {
    expect(redactKeys("keys begin with rk_live_")).toBe("keys begin with rk_live_");
  });
});

test("each line is one JSON object with a level, a time and no host", () => {
  const line = written((logger) => logger.info({ requestId: "req_1" }, "request"));
  expect(JSON.parse(line)).toMatchObject({ requestId: "req_1", msg: "request" });
  expect(JSON.parse(line)).not.toHaveProperty("hostname");
});
