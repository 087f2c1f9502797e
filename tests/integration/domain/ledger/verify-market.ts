import pg from "pg";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { couponSchema } from "../../../../server/src/contract/resources/campaign.ts";
import type { Database, Tx } from "../../../../server/src/core/db.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { verifyAll, verifyLedger, verifyNew } from "../../../../server/src/domain/ledger/index.ts";
import { resultOf } from "../../../setup/agents.ts";
import { bookPair, DAY_MS, type Market, type Pair, startMarket } from "../../tools/market.ts";
import { cashOut, earningPublisher, runCashouts } from "../cashout/earning.ts";

/** Books with something of everything that the ledger verification looks at. */
export interface Ledger {
  readonly market: Market;
  readonly clicks: Pair;
  readonly views: Pair;
  /** Which checks differ, with the id their first finding begins with. */
  differing(tampering?: string): Promise<Record<string, string>>;
  /** What the incremental run finds after a change that is undone again. */
  newlyFound(tampering: string): Promise<Record<string, string>>;
  /** The same of the nightly run, whose parts take so long. **Units** ms. */
  nightlyFound(tampering: string, partMs?: number): Promise<Record<string, string>>;
  /** The incremental run of the worker, for good. */
  run(): ReturnType<typeof verifyNew>;
  close(): Promise<void>;
}

/** A market in which money has gone every way there is. */
export async function openLedger(): Promise<Ledger> {
  const market = await startMarket({ env: { PURCHASE_SEASONING_DAYS: "10" } });
  const clicks = await bookPair(market, "cpc");
  await clicks.deliver({ sessionKey: "a chat" });
  await clicks.report("report_click", { sessionKey: "a chat" });
  await clicks.report("report_click");
  const views = await bookPair(market, "cpm");
  await views.deliver();
  await views.report("report_impression", { count: 40 });
  await redeem(market);
  const sales = await bookPair(market, "cpa", { campaign: { budgetCredits: 2_000 } });
  await sales.deliver();
  const sale = { conversionType: "cpa", evidence: "The shop's order page.", orderId: "A-1" };
  await sales.report("report_conversion", sale);
  const decisions = await bookPair(market, "cpr", {
    placement: { contextUse: "reasoning_context" },
  });
  await decisions.deliver({ sessionKey: "a long chat" });
  await decisions.report("report_conversion", {
    conversionType: "recommendation",
    evidence: "It was recommended.",
    sessionKey: "a long chat",
  });
  // Earnings begin to mature when they are swept.
  await market.runPeriodicJobs();
  await market.travel(15 * DAY_MS);
  await cashOut(market, await earningPublisher(market));
  await runCashouts(market);
  await cashOut(market, await earningPublisher(market));
  await market.runPeriodicJobs();
  const { db, ids, clock } = market.exchange.services;
  const deps = { ids, clock, logger: silentLogger };
  const run = () => verifyNew({ ...deps, db });
  const foundBy = (tampering: string, verify: (tx: Tx) => Promise<unknown>) =>
    undone(market, tampering, async (tx) => {
      await verify(tx);
      const rows = await tx.query<{ check_name: string; subject: string }>({
        name: "",
        text: "select check_name, min(subject) as subject from recon_finding group by 1",
      });
      return rows.map((row) => [row.check_name, firstWord(row.subject)]);
    });
  return {
    market,
    clicks,
    views,
    run,
    differing: (tampering = "select 1") =>
      undone(market, tampering, async (tx) => {
        const all = await verifyLedger(tx);
        const found = all.filter(({ findings }) => findings.length > 0);
        return found.map(({ check, findings }) => [check, firstWord(findings[0]?.subject)]);
      }),
    newlyFound: (tampering) => foundBy(tampering, (tx) => verifyNew({ ...deps, db: within(tx) })),
    nightlyFound: (tampering, partMs = 1) =>
      foundBy(tampering, (tx) => {
        let ms = 0;
        const monotonicMs = () => (ms += partMs);
        return verifyAll({ ...deps, clock: { ...clock, monotonicMs }, db: within(tx) });
      }),
    close: () => market.close(),
  };
}

const firstWord = (text = "") => text.split(" ")[0] ?? "";

async function redeem(market: Market): Promise<void> {
  const pair = await bookPair(market, "cppromo");
  const coupon = {
    campaignId: pair.campaignId,
    agentInstructions: "Mention code PAN10 for 10 % off.",
    couponCode: "PAN10",
    discountType: "percent",
    discountValue: 10,
  };
  await resultOf(market.call("create_coupon", coupon, pair.advertiser.key), couponSchema);
  await pair.deliver();
  const redeemed = {
    conversionType: "coupon_redeemed",
    couponCode: "PAN10",
    evidence: "Code used.",
  };
  await pair.report("report_conversion", { ...redeemed, orderId: "B-1" });
  await pair.report("report_conversion", { ...redeemed, orderId: "B-2" });
}

/** What only a broken program or a hand in the database could do, past triggers; then undone. */
async function undone(
  market: Market,
  tampering: string,
  look: (tx: Tx) => Promise<(readonly [string, string])[]>,
): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: market.databaseUrl });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read");
    await client.query(`set local session_replication_role = replica; ${tampering}`);
    await client.query("set local session_replication_role = origin");
    return Object.fromEntries(
      await look({
        inTransaction: true,
        query: async (statement, values = statement.values ?? []) =>
          (await client.query({ ...statement, values: [...values] })).rows,
      }),
    );
  } finally {
    await client.query("rollback");
    await client.end();
  }
}

/** A database that is one open transaction. */
function within(tx: Tx): Database {
  const refuse = () => {
    throw new Error("Not inside a transaction.");
  };
  return {
    query: tx.query,
    tx: (run) => run(tx),
    snapshot: (run) => run(tx),
    listen: refuse,
    lane: refuse,
    close: refuse,
  };
}

export function uuidOf(pair: Pair): string {
  return uuidFromId(pair.campaignId);
}
