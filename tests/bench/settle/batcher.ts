import pg from "pg";
import { systemClock } from "../../../server/src/core/clock.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createSigner, parseSigningKeys } from "../../../server/src/core/signing.ts";
import type { CampaignFacts } from "../../../server/src/domain/delivery/index.ts";
import { createSettlement } from "../../../server/src/domain/events/index.ts";
import {
  createVerifiedDeliveries,
  prepareEvent,
} from "../../../server/src/domain/events/prepare.ts";
import type { SettlementEvent } from "../../../server/src/domain/events/settlement-event.ts";
import { SIGNING_KEYS } from "../support/exchange-process.ts";
import { ids, mintDelivery } from "../support/market.ts";
import { quantile, rounded } from "../support/statistics.ts";

export const CALLERS = 64;

export interface CallerResult {
  readonly eventsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Target {
  readonly databaseUrl: string;
  readonly facts: CampaignFacts;
  readonly durationMs: number;
}

/** Events are spread over deliveries as if each had been seen a hundred times. */
const EVENTS_PER_DELIVERY = 100;

/** 64 callers, each of whom sends its next event when the one before is committed. */
export async function runBatcher({
  databaseUrl,
  facts,
  durationMs,
}: Target): Promise<CallerResult> {
  const db = openDatabase({
    connectionString: databaseUrl,
    connections: 2,
    logger: silentLogger,
    role: "placard_app",
  });
  const settlement = createSettlement({ db, ids, clock: systemClock, logger: silentLogger });
  const template = templateOf(facts);
  let made = 0;
  let deliveryUuid = "";
  try {
    return await closedLoop(durationMs, async () => {
      if (made % EVENTS_PER_DELIVERY === 0) deliveryUuid = ids.uuid();
      made += 1;
      const [result] = await settlement.settle([{ ...template, uuid: ids.uuid(), deliveryUuid }]);
      if (result?.charged !== facts.unitPrice) throw new Error("An event was not charged.");
    });
  } finally {
    await settlement.drain();
    await db.close();
  }
}

/** An event as reports are prepared, once: what is measured here begins at the batcher. */
function templateOf(facts: CampaignFacts): SettlementEvent {
  return prepareEvent(
    { type: "impression", campaignId: facts.campaignId, deliveryId: mintDelivery(facts) },
    facts,
    {
      agentId: facts.publisherId,
      now: systemClock.now(),
      deps: { ids, signer: createSigner(parseSigningKeys(SIGNING_KEYS)) },
      verified: createVerifiedDeliveries(),
    },
  );
}

const LOCK = `select status, unit_price, unit_fee, escrow
  from campaign_book
  where campaign_id = $1
  for update`;
const INSERT = `insert into event (
    campaign_id, id, batch_id, kind, reason, quantity, counted, charged, is_verified
  )
  values ($1, $2, $3, 1, 0, 1, 1, $4, false)
  on conflict do nothing`;
const UPDATE = `update campaign_book
  set escrow = escrow - $2, earned = earned + $3, fee = fee + $4, units = units + 1,
    events = events + 1
  where campaign_id = $1
  returning escrow`;
const JOURNAL = `insert into journal (
    campaign_id, batch_id, events, units, escrow_delta, publisher_delta, fee_delta, escrow_after,
    at
  )
  values ($1, $2, 1, 1, $3, $4, $5, $6, now())`;

/**
 * What one writes first: a transaction for each event that locks the campaign, decides, and books.
 * It leaves the same rows as we do and, in its favour, shares no row between campaigns either.
 */
export async function runNaive({ databaseUrl, facts, durationMs }: Target): Promise<CallerResult> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CALLERS,
    options: "-c role=placard_app",
  });
  const clients = await Promise.all(Array.from({ length: CALLERS }, () => pool.connect()));
  const unit = String(facts.unitPrice);
  const fee = String(facts.unitFee);
  const earned = String(facts.unitPrice - facts.unitFee);
  try {
    return await closedLoop(durationMs, async (caller) => {
      const client = clients[caller];
      if (client === undefined) throw new Error("Every caller has a connection.");
      const query = (name: string, text: string, values: readonly unknown[]) =>
        client.query({ name, text, values: [...values] });
      const eventId = ids.uuid();
      const txnId = ids.uuid();
      await client.query("begin");
      const book = await query("lock", LOCK, [facts.uuid]);
      if (book.rows[0]?.status !== "active") throw new Error("The campaign ended.");
      await query("insert", INSERT, [facts.uuid, eventId, txnId, unit]);
      const moved = await query("update", UPDATE, [facts.uuid, unit, earned, fee]);
      const after = moved.rows[0]?.escrow;
      await query("journal", JOURNAL, [facts.uuid, txnId, `-${unit}`, earned, fee, after]);
      await client.query("commit");
    });
  } finally {
    for (const client of clients) client.release();
    await pool.end();
  }
}

const WARM_UP_SHARE = 0.2;

/** **Units** milliseconds. The first fifth is not measured: connections and plans are made. */
async function closedLoop(
  durationMs: number,
  once: (caller: number) => Promise<void>,
): Promise<CallerResult> {
  const startedAt = performance.now();
  const measuredFromMs = startedAt + durationMs * WARM_UP_SHARE;
  const endsAtMs = startedAt + durationMs;
  const latenciesMs: number[] = [];
  const loop = async (caller: number) => {
    for (;;) {
      const sentAtMs = performance.now();
      if (sentAtMs > endsAtMs) return;
      await once(caller);
      const nowMs = performance.now();
      if (sentAtMs >= measuredFromMs && nowMs <= endsAtMs) latenciesMs.push(nowMs - sentAtMs);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => loop(caller)));
  return {
    eventsPerSecond: latenciesMs.length / ((endsAtMs - measuredFromMs) / 1_000),
    p50Ms: rounded(quantile(latenciesMs, 0.5)),
    p99Ms: rounded(quantile(latenciesMs, 0.99)),
  };
}
