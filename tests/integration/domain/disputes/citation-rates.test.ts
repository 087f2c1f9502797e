import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { createLogger } from "../../../../server/src/core/log.ts";
import { CITATION_LIMITS, rollUp } from "../../../../server/src/domain/reports/index.ts";
import { CITATION_RATE, holdUnusualCitations } from "../../../../server/src/jobs/citation-rates.ts";
import { bookPair, HOUR_MS, type Market, type Pair, startMarket } from "../../tools/market.ts";
import { openSession } from "./session.ts";

let market: Market;
let session: ReturnType<typeof openSession>;
beforeAll(async () => {
  market = await startMarket();
  session = openSession(market);
});
afterAll(async () => {
  await market.expectBooksAddUp();
  await market.close();
});

const BUDGET = { campaign: { budgetCredits: 5_000 } };
const { deliveriesMin, citedShareMax, picksMin, pickShareMax } = CITATION_LIMITS;

/** Deliveries, as many of them cited as said. */
async function serve(pair: Pair, deliveries: number, cited: number): Promise<void> {
  const isDecision = pair.placement.adUnitType === "cpd";
  const events: object[] = [];
  for (let index = 0; index < deliveries; index += 1) {
    const { deliveryId, citation } = await pair.deliver({ citations: true });
    if (citation === undefined || index >= cited) continue;
    const { tag, label } = citation;
    const conversionType = isDecision ? "decision" : "recommendation";
    const kind = isDecision ? "pick" : "rec";
    events.push({
      type: "conversion",
      campaignId: pair.campaignId,
      deliveryId,
      conversionType,
      citation: { tag, label, kind, rendered: true, cited: 2 },
    });
  }
  await market.exchange.services.delivery.recorder.flush(pair.uuid);
  const answer = await market.call("report_events", { events }, pair.publisher.key);
  expect(answer.isError, answer.text).toBe(false);
  // An open transaction in any database of the server delays the roll-up of later batches.
  const left = async () => {
    await rollUp(market.exchange.db, market.clock.now());
    return (await market.sql("select * from journal_tail()")).length;
  };
  await expect.poll(left).toBe(0);
}

/** One run of the job; answers the placements it held. */
async function check(written: string[] = []): Promise<string[]> {
  const { db, services } = market.exchange;
  const logger = createLogger({
    level: "info",
    stream: { write: (line: string) => void written.push(line) },
  });
  const held = await holdUnusualCitations({
    db,
    ids: services.ids,
    now: market.clock.now(),
    logger,
  });
  return held.map(({ placementId }) => placementId);
}
const statesOf = async ({ uuid }: Pair) =>
  (await market.sql("select distinct status from earning where campaign_id = $1", [uuid])).map(
    ({ status }) => status,
  );
const auditsOf = ({ campaignId }: Pair) =>
  market.sql("select actor, action, detail from audit where subject = $1 order by id", [
    campaignId,
  ]);

const cited = Math.floor(deliveriesMin * citedShareMax);

describe("a placement whose answers cite more than answers do", () => {
  test("has its pending earnings held once, for the operator to decide", async () => {
    const pair = await bookPair(market, "cpr", BUDGET);
    await serve(pair, deliveriesMin, cited + 1);
    const written: string[] = [];
    expect(await check(written)).toEqual([pair.placement.placementId]);
    expect(await statesOf(pair)).toEqual(["held"]);
    const earned = (cited + 1) * 8;
    expect(await auditsOf(pair)).toMatchObject([
      {
        actor: "worker",
        action: "earnings.hold",
        detail: {
          reason: CITATION_RATE,
          placementId: pair.placement.placementId,
          deliveries: deliveriesMin,
          cited: cited + 1,
          earningsCredits: earned,
        },
      },
    ]);
    expect(written.map((line) => JSON.parse(line))).toMatchObject([
      { msg: "citation_rate_held", placementId: pair.placement.placementId, heldCredits: earned },
    ]);
    const list = await session.earnings("list", "--campaign", pair.campaignId);
    expect(list).toMatch(/held .*citation_rate/);

    await session.decide("release", "campaign", pair.campaignId);
    expect(await statesOf(pair)).toEqual(["pending"]);
    expect(await check()).toEqual([]);
    market.clock.advance(HOUR_MS);
    expect(await check()).toEqual([]);
    expect(await statesOf(pair)).toEqual(["pending"]);
  });

  test("is held again for what it does after that", async () => {
    const pair = await bookPair(market, "cpr", BUDGET);
    await serve(pair, deliveriesMin, cited + 1);
    expect(await check()).toEqual([pair.placement.placementId]);
    await session.decide("release", "campaign", pair.campaignId);
    market.clock.advance(HOUR_MS);
    await serve(pair, deliveriesMin, cited + 1);
    expect(await check()).toEqual([pair.placement.placementId]);
    expect(await auditsOf(pair)).toHaveLength(3);
  });

  test("is told apart by what is picked, where decisions are paid", async () => {
    const [often, seldom] = [
      await bookPair(market, "cpd", BUDGET),
      await bookPair(market, "cpd", BUDGET),
    ];
    const picks = picksMin + 10;
    await serve(often, Math.ceil(picks / pickShareMax) - 1, picks);
    await serve(seldom, Math.ceil(picks / pickShareMax), picks);
    expect(await check()).toEqual([often.placement.placementId]);
    expect(await statesOf(seldom)).not.toContain("held");
  });
});

describe("nothing is held", () => {
  test("in the normal range, with too few deliveries, or a day later", async () => {
    const [normal, few, past] = [
      await bookPair(market, "cpr", BUDGET),
      await bookPair(market, "cpr", BUDGET),
      await bookPair(market, "cpr", BUDGET),
    ];
    await serve(past, deliveriesMin, cited + 1);
    market.clock.advance((CITATION_LIMITS.windowHours + 1) * HOUR_MS);
    await market.sql("select ensure_partitions($1)", [market.clock.now()]);
    await serve(normal, deliveriesMin, cited);
    await serve(few, deliveriesMin - 1, deliveriesMin - 1);
    expect(await check()).toEqual([]);
    expect(await auditsOf(normal)).toEqual([]);
  });

  test("of a client that cites nothing", async () => {
    const pair = await bookPair(market, "cpr", BUDGET);
    const events: object[] = [];
    for (let index = 0; index < deliveriesMin; index += 1) {
      const { deliveryId } = await pair.deliver();
      const { campaignId } = pair;
      const conversionType = "recommendation";
      events.push({ type: "conversion", campaignId, deliveryId, conversionType });
    }
    await market.call("report_events", { events }, pair.publisher.key);
    await rollUp(market.exchange.db, market.clock.now());
    expect(await check()).toEqual([]);
  });

  test("is remembered by the placement, not by its revision", async () => {
    const pair = await bookPair(market, "cpr", BUDGET);
    await serve(pair, deliveriesMin, cited + 1);
    await check();
    const rows = await market.sql(
      "select revision, citation_held_at from placement where id = $1",
      [uuidFromId(pair.placement.placementId)],
    );
    expect(rows).toEqual([{ revision: 1, citation_held_at: market.clock.now() }]);
  });
});
