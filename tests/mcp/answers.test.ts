import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { CATALOGUE, findTool } from "../../server/src/tools/catalogue.ts";
import type { CallTool } from "../setup/exchange.ts";
import { startExchange } from "../setup/exchange.ts";
import { TOUR_PRODUCT, tourRightly } from "./tour.ts";

/**
 * The example answers of the docs. Record them again after a change of an answer:
 * `RECORD_ANSWERS=1 npx vitest run --config tests/vitest.config.ts tests/mcp/answers.test.ts`.
 */
const FILE = new URL("../../server/generated/answers.json", import.meta.url);
const ITEMS_MAX = 2;
const recordedSchema = z.record(
  z.string(),
  z.object({ arguments: z.record(z.string(), z.unknown()), answer: z.unknown() }),
);

/** Cuts lists, and takes out what would look like a secret. */
function tidied(value: unknown): unknown {
  if (typeof value === "string") {
    return value
      .replace(/\b(rk_live_|whsec_)[A-Za-z0-9+/=]+/g, (secret, prefix: string) =>
        secret.length < 20 ? secret : prefix + "0".repeat(secret.length - prefix.length),
      )
      .replace(/http:\/\/127\.0\.0\.1:\d{4,5}/g, "http://127.0.0.1:8787");
  }
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(tidied);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, tidied(member)]));
}

async function record(): Promise<void> {
  const exchange = await startExchange({ env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
  await exchange.loadProducts("tour", [TOUR_PRODUCT]);
  const found: Record<string, { arguments: object; answer: unknown }> = {};
  const listening: CallTool = async (tool, args, key) => {
    const answer = await exchange.call(tool, args, key);
    if (!answer.isError) found[tool] ??= { arguments: args, answer: answer.body };
    return answer;
  };
  await tourRightly(listening);
  await exchange.close();
  const entries = CATALOGUE.map(({ name }) => [name, tidied(found[name])]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`);
}

test("every tool has a recorded call that it takes and an answer of its schema", async () => {
  if (process.env.RECORD_ANSWERS === "1") await record();
  const recorded = recordedSchema.parse(JSON.parse(readFileSync(FILE, "utf8")));
  expect(Object.keys(recorded)).toEqual(CATALOGUE.map(({ name }) => name));
  for (const [name, { arguments: args, answer }] of Object.entries(recorded)) {
    const tool = findTool(name);
    expect(() => tool?.prepare(args), name).not.toThrow();
    // Parsing drops what the schema does not have, so an answer of an older shape differs.
    expect(tool?.output.parse(answer), name).toEqual(answer);
  }
});
