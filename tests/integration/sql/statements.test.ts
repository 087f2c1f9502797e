import { readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Statement } from "../../../server/src/core/db.ts";
import { copy } from "../../../server/src/core/pg-copy.ts";
import { searchPlacements } from "../../../server/src/domain/placements/search-queries.ts";
import { createTestDatabase, type TestDatabase } from "../../setup/database.ts";
import { anything } from "./anything.ts";

/** Looked up for every turn, click, report or balance: none of them may read a whole table. */
const HOT = [
  "identity.find_by_key",
  "identity.touch_key",
  "delivery.find_facts",
  "delivery.find_facts_by_number",
  "delivery.insert_deliveries",
  "ledger.find_balances",
  "ledger.lock_balance",
  "ledger.find_entries",
  "ledger.take_accrued",
  "ledger.find_unswept_of_agent",
  "ledger.mature_confirmed",
  "ledger.mature_earnings",
  "ledger.end_lateness",
  "campaigns.find_due",
  "campaigns.find",
  "campaigns.find_of_agent",
  "campaigns.lock_book",
  "campaigns.set_status",
  "placements.find",
  "placements.lock",
  "placements.find_own",
  "placements.find_with_stats",
  "checkout.mark_paid",
  "idempotency.store_response",
  "guidance.find_placements",
  "guidance.find_sold",
  "guidance.find_booked",
  "guidance.find_open_ends",
  "guidance.find_open_order",
  "identity.find_live_keys",
  "identity.find_live_keys_by_prefix",
  "messages.count_since",
  "messages.find_of_campaign",
  "catalog.find_by_rank",
  "catalog.find_sorted",
  "catalog.browse_by_discount",
  "catalog.browse_by_rating",
  "catalog.browse_cheapest",
  "catalog.browse_dearest",
  "catalog.browse_within_prices",
  "catalog.count_within_prices",
];
const LARGE_TABLES = [
  "account|agent|api_key|campaign|campaign_book|creative|credit_order|delivery|delivery_\\d+",
  "earning|entry|event|event_\\d+|idempotency|message|placement|product|product_words|txn",
];
const LARGE = new RegExp(`Seq Scan on (${LARGE_TABLES.join("|")})\\b`);

const CALL = String.raw`(?:\.all|\.first|\.one|query(?:<[^()]*>)?|finds)\(\s*\w+,\s*`;
const NAME = new RegExp(`(?:name: |sql\\(\\s*|${CALL})"([a-z_]+\\.[a-z_]+)"`, "g");

let database: TestDatabase;
let client: pg.Client;
let statements: Map<string, string>;
let named: Set<string>;
beforeAll(async () => {
  const files: string[] = [];
  for await (const file of glob("server/src/**/*queries.ts")) files.push(file);
  [statements, named] = [await recordAll(files), await namesIn(files)];
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query("set role placard_app");
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Calls every exported function with a database that only notes what it is asked. */
async function recordAll(files: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const db = {
    inTransaction: true as const,
    query: (statement: Statement) => {
      found.set(statement.name, statement.text);
      return Promise.resolve([]);
    },
  };
  for (const file of files) {
    const module: Record<string, unknown> = await import(pathToFileURL(file).href);
    for (const member of Object.values(module)) {
      if (typeof member !== "function" || /^class\b/.test(String(member))) continue;
      for (const first of [anything(), null]) {
        // What a function makes of an empty answer is not the question here.
        try {
          await Reflect.apply(member, null, [db, first, anything(), anything(), anything()]);
        } catch {}
      }
    }
  }
  for (const sort of ["relevance", "rate_asc", "rate_desc", "newest"] as const) {
    await searchPlacements(db, { sort, limit: 1 });
  }
  return found;
}

async function namesIn(files: readonly string[]): Promise<Set<string>> {
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const names = texts.flatMap((text) => [...text.matchAll(NAME)].map((match) => match[1] ?? ""));
  return new Set(names);
}

/** Patterned names hold what the caller asked for; those made by guesses are not real. */
const isGuess = (name: string) => !/^[a-z_]+\.[a-z_]+$/.test(name);

describe("every named statement", () => {
  test("of the sources was found", () => {
    expect(named.size).toBeGreaterThan(40);
    expect([...named].filter((name) => !statements.has(name))).toEqual([]);
  });

  test("prepares against the migrated schema, as the role of the running exchange", async () => {
    const failed: string[] = [];
    let index = 0;
    for (const [name, text] of statements) {
      if (isGuess(name)) continue;
      index += 1;
      // A copy cannot be prepared; one without rows is done and changes nothing.
      const isCopy = text.startsWith("copy ");
      const probe = isCopy
        ? copy(client, text, Buffer.alloc(0))
        : client.query(`prepare probe_${index} as ${text}`);
      await Promise.resolve(probe).catch((error: Error) =>
        failed.push(`${name}: ${error.message}`),
      );
    }
    expect(failed).toEqual([]);
  });

  test("has a name of its own", async () => {
    const texts = new Map<string, string>();
    for await (const file of glob("server/src/**/*queries.ts")) {
      for (const [, name] of readFileSync(file, "utf8").matchAll(NAME)) {
        expect(texts.get(name ?? ""), `${name} in ${file}`).toBeUndefined();
        texts.set(name ?? "", file);
      }
    }
  });
});

describe("a hot statement reads no table whole", () => {
  test.each(HOT)("%s", async (name) => {
    const text = statements.get(name);
    expect(text, `${name} is no statement any more`).toBeDefined();
    await client.query("begin");
    try {
      // Small tables are read whole whatever the indexes; this asks whether an index could serve.
      await client.query("set local enable_seqscan = off");
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `explain (generic_plan) ${text}`,
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toMatch(LARGE);
    } finally {
      await client.query("rollback");
    }
  });
});
