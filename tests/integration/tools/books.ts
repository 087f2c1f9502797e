import { expect } from "vitest";
import { verifyLedger } from "../../../server/src/domain/ledger/index.ts";
import type { Market } from "./market.ts";

/** What all tests of a file did together must leave books in which no check finds anything. */
export async function expectCleanLedger(market: Market): Promise<void> {
  await market.runPeriodicJobs();
  const checks = await verifyLedger(market.exchange.db);
  expect(checks.length).toBeGreaterThan(0);
  expect(checks.filter(({ findings }) => findings.length > 0)).toEqual([]);
}
