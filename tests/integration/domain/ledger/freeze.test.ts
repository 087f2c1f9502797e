import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runLedgerCommand } from "../../../../server/src/cli/ledger.ts";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { verifyAll, verifyNew } from "../../../../server/src/domain/ledger/index.ts";
import type { TestAgent } from "../../../setup/agents.ts";
import { bookPair, DAY_MS, type Pair, refused, setUpMarket } from "../../tools/market.ts";
import { cashOut, earningPublisher, runCashouts } from "../cashout/earning.ts";
import { ADDRESS } from "../cashout/rig.ts";

const market = setUpMarket({ env: { REVIEW_POLICY: "auto" } });
let pair: Pair;
beforeAll(async () => {
  pair = await bookPair(market, "cpc");
});

const deps = () => ({ ...market.exchange.services, logger: silentLogger });
const run = async () => (await verifyNew(deps()))?.findings;

/** Runs an operator's command; what it wrote, and its exit code. */
async function operator(...words: string[]): Promise<{ code: number; text: string }> {
  const { db, ids, clock } = market.exchange.services;
  let text = "";
  const stdout = { write: (more: string) => (text += more) };
  const code = await runLedgerCommand(words, { db, ids, clock, actor: "ada", stdout });
  return { code, text };
}

async function openFinding(): Promise<Record<string, unknown>> {
  const { text } = await operator("findings", "--json");
  const { items } = JSON.parse(text);
  expect(items).toHaveLength(1);
  return items[0];
}

/** A difference of one micro-credit in an account, which leaves the whole at zero. */
async function spoil(agent: TestAgent, kind: string, by = 1): Promise<void> {
  const change = "update account set balance = balance + $2 where kind = $3 and";
  await market.sql(`${change} owner_id = $1`, [uuidFromId(agent.agentId), by, kind]);
  await market.sql(`${change} owner_id is not distinct from $1`, [null, -by, "adjustment"]);
}

/** Takes the difference back, and has an operator accept what it left behind. */
async function repair(agent: TestAgent, kind: string): Promise<void> {
  await spoil(agent, kind, -1);
  await run();
  const { items } = JSON.parse((await operator("findings", "--json")).text);
  for (const { findingId } of items) await operator("clear", findingId, "--yes");
  expect(await run()).toBe(0);
  // From here on the same difference is a new one.
  expect((await verifyAll(deps())).findings).toBe(0);
}

const statusOf = async (agent: TestAgent) =>
  (await market.sql("select is_frozen($1) as frozen", [uuidFromId(agent.agentId)]))[0]?.frozen;

describe("a finding about a publisher", () => {
  let publisher: TestAgent;
  beforeAll(async () => {
    ({ publisher } = pair);
    expect(await run()).toBe(0);
    await pair.deliver();
    await pair.report("report_click");
    await market.runPeriodicJobs();
    await change("+ 1");
    expect(await run()).toBe(1);
  });
  afterAll(async () => {
    await change("- 1");
    await operator("clear", String((await openFinding()).findingId), "--yes");
    expect((await verifyAll(deps())).findings).toBe(0);
  });
  /** An earning that says more than what reached the account. */
  const change = (by: string) =>
    market.sql(
      `update earning set amount = amount ${by}
       where id = (select min(id::text)::uuid from earning where publisher_id = $1)`,
      [uuidFromId(publisher.agentId)],
    );

  test("freezes it, and nobody else", async () => {
    expect(await statusOf(publisher)).toBe(true);
    expect(await statusOf(pair.advertiser)).toBe(false);
  });

  test("lets its reports be settled as ever, and takes what they earn", async () => {
    await pair.deliver();
    expect(await pair.report("report_click")).toMatchObject({ accepted: true, billable: true });
    await market.runPeriodicJobs();
    const [swept] = await market.sql("select earned = swept_earned as is_swept from campaign_book");
    expect(swept).toEqual({ is_swept: true });
  });

  test("keeps its earnings from maturing, by time and by confirmation", async () => {
    const { campaignId, advertiser } = pair;
    const confirmed = await market.call("confirm_delivery", { campaignId }, advertiser.key);
    expect(confirmed.status).toBe(200);
    await market.travel(4 * DAY_MS);
    const statuses = await market.sql("select distinct status from earning");
    expect(statuses).toEqual([{ status: "pending" }]);
    expect(await statusOf(publisher)).toBe(true);
  });

  test("does not keep the earnings of others from maturing", async () => {
    const other = await bookPair(market, "cpc");
    await other.deliver();
    await other.report("report_click");
    await market.runPeriodicJobs();
    await market.travel(4 * DAY_MS);
    const statuses = await market.sql("select status from earning where publisher_id = $1", [
      uuidFromId(other.publisher.agentId),
    ]);
    expect(statuses).toEqual([{ status: "matured" }]);
  });
});

describe("a finding about somebody with earned credits", () => {
  test("stops a request for a cashout, and one that is under way", async () => {
    const waiting = await earningPublisher(market);
    const { cashoutId } = await cashOut(market, waiting);
    const asking = await earningPublisher(market);
    expect(await run()).toBe(0);
    for (const agent of [waiting, asking]) await spoil(agent, "earned");
    expect(await run()).toBe(3);
    const request = { amountCredits: 500, btcAddress: ADDRESS };
    const answer = market.call("request_cashout", request, asking.key);
    expect((await refused(answer, "invalid_state")).details).toMatchObject({ status: "frozen" });
    await runCashouts(market);
    const cashout = async () =>
      (await market.sql("select status from cashout where id = $1", [uuidFromId(cashoutId)]))[0];
    expect(await cashout()).toEqual({ status: "requested" });
    await spoil(asking, "earned", -1);
    await repair(waiting, "earned");
    await runCashouts(market);
    expect(await cashout()).toEqual({ status: "completed" });
  });
});

describe("a finding about an advertiser", () => {
  test("stops bookings; what it booked before runs on", async () => {
    const { advertiser, placement } = pair;
    expect(await run()).toBe(0);
    await spoil(advertiser, "available");
    expect(await run()).toBe(2);
    const booking = {
      placementId: placement.placementId,
      adUnitType: placement.adUnitType,
      budgetCredits: 500,
      creativeText: "Cast-iron pans.",
      creativeUrl: "https://shop.example.com/pans",
    };
    await refused(market.call("create_campaign", booking, advertiser.key), "invalid_state");
    await pair.deliver();
    expect(await pair.report("report_click")).toMatchObject({ billable: true });
    await repair(advertiser, "available");
    expect((await market.call("create_campaign", booking, advertiser.key)).status).toBe(200);
  });
});

describe("a finding about the exchange's own accounts", () => {
  test("alarms, and freezes nobody", async () => {
    // What was settled before reaches these accounts now, and not amid the change.
    await market.runPeriodicJobs();
    expect(await run()).toBe(0);
    const move = (by: string) =>
      market.sql(`update account set balance = balance ${by} where kind = 'platform_fee'`);
    await move("+ 1");
    expect(await run()).toBe(2);
    const { text, code } = await operator("findings");
    expect(code).toBe(1);
    expect(text).toContain("frozen: nobody");
    const [{ frozen } = {}] = await market.sql(
      "select count(*)::integer as frozen from agent where is_frozen(id)",
    );
    expect(frozen).toBe(0);
    await move("- 1");
    await market.sql(
      "update recon_finding set cleared_at = now(), cleared_by = 'test' where cleared_at is null",
    );
    expect(await run()).toBe(0);
  });
});

describe("the operator", () => {
  test("sees a finding, lifts it with a row in the audit, and is not asked again", async () => {
    const { publisher } = pair;
    expect((await operator("findings")).text).toBe("No open findings: no agent is frozen.\n");
    // A book that differs from its journal touches both sides of the campaign.
    const change = (by: string) =>
      market.sql(`update campaign_book set units = units ${by} 1 where campaign_id = $1`, [
        pair.uuid,
      ]);
    await change("+");
    expect(await run()).toBe(1);
    const finding = await openFinding();
    expect(finding).toMatchObject({
      check: "books",
      subject: pair.uuid,
      agentIds: expect.arrayContaining([publisher.agentId, pair.advertiser.agentId]),
    });
    const findingId = String(finding.findingId);
    await expect(operator("clear", findingId)).rejects.toThrow(/Add --yes/);
    await expect(operator("clear", pair.uuid, "--yes")).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await operator("clear", findingId, "--yes")).code).toBe(0);
    await expect(operator("clear", findingId, "--yes")).rejects.toMatchObject({
      code: "not_found",
    });
    const audit = await market.sql("select actor, action, detail from audit where subject = $1", [
      findingId,
    ]);
    expect(audit).toMatchObject([
      { actor: "ada", action: "ledger.clear", detail: { check: "books" } },
    ]);
    expect(await statusOf(publisher)).toBe(false);

    expect(await run()).toBe(0);
    expect((await verifyAll(deps())).findings).toBe(0);
    // Another difference in the same place is another finding.
    await change("+");
    expect(await run()).toBe(1);
    await change("-");
    await change("-");
    await operator("clear", String((await openFinding()).findingId), "--yes");
    expect(await run()).toBe(0);
  });

  test("finds by night what nobody has touched since it was verified", async () => {
    expect(await run()).toBe(0);
    const change = (by: string) =>
      market.sql(
        `update delivery set impressions = impressions ${by} 1
         where id = (select min(id::text)::uuid from delivery where campaign_id = $1)`,
        [pair.uuid],
      );
    await change("+");
    expect(await run()).toBe(0);
    expect((await verifyAll(deps())).findings).toBe(1);
    expect(await openFinding()).toMatchObject({ check: "deliveries", difference: "1 0" });
    await change("-");
    // Repaired or not: only a person lifts it.
    expect((await verifyAll(deps())).findings).toBe(1);
    expect(await statusOf(pair.publisher)).toBe(true);
    await operator("clear", String((await openFinding()).findingId), "--yes");
    expect(await statusOf(pair.publisher)).toBe(false);
  });
});

describe("the running exchange", () => {
  test.each([
    "delete from recon_finding",
    "delete from recon_account",
    "delete from recon_book",
    "update recon_run set findings = 0",
  ])("cannot make a finding go away: %s", async (text) => {
    await expect(market.exchange.db.query({ name: "", text })).rejects.toMatchObject({
      code: "42501",
    });
  });
});
