import {
  CASHOUT_STATUSES,
  type CashoutStatus,
} from "../../../server/src/contract/resources/wallet.ts";
import { type CashoutRow, freshDelivery, keyOf, ofCampaign } from "./schema.ts";
import { lockBooks, type Meaning, plain, type Run } from "./statement.ts";
import { asSelected, dayOf } from "./values.ts";

const OPEN: ReadonlySet<CashoutStatus> = new Set([
  "requested",
  "approved",
  "submitted",
  "unknown",
  "in_progress",
]);

function openOf({ tx, schema }: Run, agentId: string): CashoutRow | undefined {
  return schema.cashouts.all(tx).find((row) => row.agent_id === agentId && OPEN.has(row.status));
}

const selectedCashout = (row: CashoutRow) => ({ ...asSelected(row), cashout_id: row.id });

/** The partial unique index makes a second request wait for the first one's transaction. */
const insertCashout: Meaning = function* (run) {
  const { tx, schema, values } = run;
  const [id, agent_id] = [values.text(0), values.text(1)];
  yield `cashout_open:${agent_id}`;
  if (openOf(run, agent_id) !== undefined) return [];
  const now = values.date(6);
  const isKnown = schema.cashouts
    .all(tx)
    .some(
      (row) =>
        row.agent_id === agent_id && row.address === values.text(3) && row.status === "completed",
    );
  const row: CashoutRow = {
    id,
    agent_id,
    amount: values.big(2),
    address: values.text(3),
    status: "requested",
    waits_until: isKnown ? now : values.date(5),
    usd_per_btc: null,
    satoshis: null,
    quote_expires_at: null,
    provider_id: null,
    txid: null,
    reason: null,
    created_at: now,
    submitted_at: null,
    updated_at: now,
  };
  schema.cashouts.insert(tx, id, row);
  return [selectedCashout(row)];
};

const moveCashout: Meaning = function* ({ tx, schema, values }) {
  const id = values.text(0);
  yield `cashout:${id}`;
  const row = schema.cashouts.get(tx, id);
  if (row === undefined || !values.list(2).includes(row.status)) return [];
  const status = CASHOUT_STATUSES.find((one) => one === values.text(1));
  if (status === undefined) throw new Error(`No status ${values.text(1)}.`);
  const now = values.date(3);
  const moved: CashoutRow = {
    ...row,
    status,
    updated_at: now,
    submitted_at: status === "submitted" ? now : row.submitted_at,
    usd_per_btc: values.textOrNull(4) ?? row.usd_per_btc,
    satoshis: values.bigOrNull(5) ?? row.satoshis,
    quote_expires_at: values.dateOrNull(6) ?? row.quote_expires_at,
    provider_id: row.provider_id ?? values.textOrNull(7),
    txid: values.textOrNull(8) ?? row.txid,
    reason: values.textOrNull(9) ?? row.reason,
  };
  schema.cashouts.put(tx, id, moved);
  return [selectedCashout(moved)];
};

const findFacts = plain(({ tx, schema, values }) =>
  values.list(0).flatMap((id) => {
    const campaign = schema.campaigns.get(tx, id);
    const book = schema.books.get(tx, id);
    if (campaign === undefined || book === undefined) return [];
    const now = values.date(1);
    const spent = book.spent_day === dayOf(now) ? book.spent_today : 0n;
    const coupon = ofCampaign(schema.coupons, tx, campaign.id)
      .filter((one) => one.redeemed_count < one.max_redemptions)
      .sort((left, right) => (left.id < right.id ? 1 : -1))[0];
    return [
      {
        campaign_id: campaign.id,
        uuid: campaign.id,
        number: String(campaign.number),
        advertiser_id: book.advertiser_id,
        publisher_id: book.publisher_id,
        placement_id: book.placement_id,
        ad_unit_type: campaign.ad_unit_type,
        rate: String(campaign.rate),
        unit_price: String(book.unit_price),
        unit_fee: String(book.unit_fee),
        click_days: campaign.click_days,
        context_hours: campaign.context_hours,
        conversion_source: campaign.conversion_source,
        verified_only: campaign.verified_only,
        cited_only: campaign.cited_only,
        sponsor: "A sponsor",
        brand_cap: null,
        brand_disclosure: null,
        status: book.status,
        escrow: String(book.escrow),
        has_delivered: book.deliveries > 0n,
        started_at: laterOf(campaign.created_at, campaign.start_at),
        end_at: campaign.end_at,
        daily_cap: book.daily_cap === null ? null : String(book.daily_cap),
        spent_today: String(spent),
        text: campaign.creative.text,
        url: campaign.creative.url,
        version: 1,
        types: campaign.creative.types,
        is_approved: true,
        coupon_code: coupon?.code ?? null,
        coupon_instructions: coupon?.agent_instructions ?? null,
        placement_status: "active",
        is_placement_approved: true,
        context_use: "reasoning_context",
        excluded_topics: [],
        per_session: null,
        window_minutes: null,
        disclosure_label: "Sponsored",
      },
    ];
  }),
);

function laterOf(left: Date, right: Date | null): Date {
  return right !== null && right > left ? right : left;
}

/** Bit 0 of `used` says that a delivery was counted. */
const insertDeliveries: Meaning = function* (run) {
  const { tx, schema, values } = run;
  const campaigns = values.list(0);
  yield* lockBooks([...new Set(campaigns)]);
  for (const [index, id] of values.list(1).entries()) {
    const campaignId = campaigns[index] ?? "";
    const key = keyOf(campaignId, id);
    yield `delivery:${key}`;
    const known = schema.deliveries.get(tx, key) ?? freshDelivery(campaignId, id);
    const book = schema.books.get(tx, campaignId);
    if (book === undefined || (known.used & 1) !== 0) continue;
    schema.deliveries.put(tx, key, { ...known, used: known.used | 1 });
    schema.books.put(tx, campaignId, { ...book, deliveries: book.deliveries + 1n });
  }
  return [];
};

/** The advisory lock is tried, never waited for: here a call in flight is seen by its lock. */
const claimIdempotency: Meaning = function* ({ tx, schema, values }) {
  const key = keyOf(values.text(0), values.text(1));
  yield `try idempotency:${key}`;
  if (!tx.locks.has(`idempotency:${key}`)) return [{ outcome: "in_flight", response: null }];
  const [tool, hash] = [values.text(2), values.bytes(3)];
  const found = schema.idempotency.get(tx, key);
  if (found === undefined) {
    schema.idempotency.insert(tx, key, { tool, hash, response: null });
    return [{ outcome: "claimed", response: null }];
  }
  if (found.tool !== tool || found.hash !== hash) return [{ outcome: "reused", response: null }];
  return [{ outcome: "replay", response: found.response }];
};

const storeResponse = plain(({ tx, schema, values }) => {
  const key = keyOf(values.text(0), values.text(1));
  const found = schema.idempotency.get(tx, key);
  if (found === undefined) throw new Error(`No call ${key}.`);
  schema.idempotency.put(tx, key, { ...found, response: values.text(2) });
  return [];
});

export const otherStatements: Readonly<Record<string, Meaning>> = {
  // No campaign of a simulated world is for a brand.
  "brands.lock_of_campaign": plain(() => []),
  "cashout.insert": insertCashout,
  // No simulated database is restored.
  "cashout.find_hold": plain(() => [{ hold: null }]),
  "cashout.find_open": plain((run) =>
    [openOf(run, run.values.text(0))].flatMap((row) =>
      row === undefined ? [] : [selectedCashout(row)],
    ),
  ),
  "cashout.find": plain(({ tx, schema, values }) =>
    [schema.cashouts.get(tx, values.text(0))].flatMap((row) =>
      row === undefined ? [] : [selectedCashout(row)],
    ),
  ),
  "cashout.move": moveCashout,
  "delivery.find_facts_of": findFacts,
  "delivery.insert_deliveries": insertDeliveries,
  "idempotency.claim_idempotency": claimIdempotency,
  "idempotency.store_response": storeResponse,
};
