import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { CATALOGUE, findTool } from "../../server/src/tools/catalogue.ts";
import type { CallTool } from "../setup/exchange.ts";
import { startExchange } from "../setup/exchange.ts";
import { TOUR_PRODUCT, tourRightly } from "./tour.ts";

/**
 * The example answers of the docs. After a change of an answer this records the ones that are
 * missing or do not fit their schema any more; without the file, all:
 * `RECORD_ANSWERS=1 npx vitest run --config tests/vitest.config.ts tests/mcp/answers.test.ts`.
 */
const FILE = new URL("../../server/generated/answers.json", import.meta.url);
const ITEMS_MAX = 2;
const recordedSchema = z.record(
  z.string(),
  z.object({ arguments: z.record(z.string(), z.unknown()), answer: z.unknown() }),
);

type Recorded = z.infer<typeof recordedSchema>;

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

function readRecorded(): Recorded {
  if (!existsSync(FILE)) return {};
  return recordedSchema.parse(JSON.parse(readFileSync(FILE, "utf8")));
}

/** Parsing drops what the schema does not have, so an answer of an older shape differs. */
function holds(name: string, recorded: Recorded[string] | undefined): boolean {
  const tool = findTool(name);
  if (tool === undefined || recorded === undefined) return false;
  const parsed = tool.output.safeParse(recorded.answer);
  return (
    tool.input.safeParse(recorded.arguments).success &&
    isDeepStrictEqual(parsed.data, recorded.answer)
  );
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
  const known = readRecorded();
  const entries = CATALOGUE.map(({ name }) => [
    name,
    holds(name, known[name]) ? known[name] : tidied(found[name]),
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`);
}

test("every tool has a recorded call that it takes and an answer of its schema", async () => {
  if (process.env.RECORD_ANSWERS === "1") await record();
  const recorded = readRecorded();
  expect(Object.keys(recorded)).toEqual(CATALOGUE.map(({ name }) => name));
  expect(Object.keys(recorded).filter((name) => !holds(name, recorded[name]))).toEqual([]);
});
