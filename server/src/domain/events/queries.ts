import type { CampaignStatus } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import { column, only, type Queryable, query, select } from "../../core/sql.ts";
import { REDIRECT, type SettlementEvent, type SettlementResult } from "./settlement-event.ts";

export interface SettledBook {
  readonly escrow: Micros;
  readonly status: CampaignStatus;
}

const UUID = "uuid" as const;
const INT4 = "int4" as const;
const INT8 = "int8" as const;

/** The fast path: one set-based statement for a whole batch. */
export async function settleImpressions(
  db: Queryable,
  batch: { uuid: string; now: Date },
  arrays: readonly (readonly unknown[])[],
): Promise<Map<string, SettledBook>> {
  const rows = await db.query<{ campaign_id: string; escrow: string; status: CampaignStatus }>(
    {
      name: "events.settle_impressions",
      text: `select campaign_id, escrow, status
        from settle_impressions($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      arrays: {
        ...{ 2: UUID, 3: INT8, 4: INT8, 5: INT4 },
        ...{ 6: UUID, 7: UUID, 8: INT4, 9: INT4 },
        ...{ 10: UUID, 11: INT4, 12: INT4, 13: INT4 },
      },
    },
    [batch.uuid, batch.now, ...arrays],
  );
  return new Map(
    rows.map((row) => [row.campaign_id, { escrow: micros(row.escrow), status: row.status }]),
  );
}

/** Which of these events are in the books already, by the keys of `eventKeyOf`. */
export async function findKnownEvents(db: Queryable, events: readonly SettlementEvent[]) {
  const rows = await db.query<{ campaign_id: string; id: string }>(
    {
      name: "events.find_known",
      text: "select campaign_id, id from find_known_events($1, $2)",
      arrays: { 0: UUID, 1: UUID },
    },
    [events.map((event) => event.facts.uuid), events.map((event) => event.uuid)],
  );
  return new Set(rows.map((row) => `${row.campaign_id} ${row.id}`));
}

/** Those of these campaigns whose money row is not locked at this moment. */
export async function findUnlocked(db: Queryable, campaigns: readonly string[]) {
  const unlocked = await only.text.all(db, "events.find_unlocked", [campaigns])`
    select b.campaign_id
    from campaign_book b
    where b.campaign_id = any ($1::uuid[])
    for no key update skip locked`;
  return new Set(unlocked);
}

export function eventKeyOf(event: SettlementEvent): string {
  return `${event.facts.uuid} ${event.uuid}`;
}

const SETTLED = select({
  index: column.plain<number>("index"),
  reason: column.plain<number>("reason"),
  isConflict: column.flag("conflict"),
  counted: column.plain<number>("counted"),
  charged: column.micros("charged"),
  deliveryUuid: column.nullable(column.text("delivery_id")),
  isVerified: column.flag("is_verified"),
  escrow: column.micros("escrow"),
  status: column.plain<CampaignStatus>("status"),
});

/** The slow path: event by event, in the order given within each campaign. */
export async function settleEvents(
  db: Queryable,
  batch: { uuid: string; now: Date },
  events: readonly SettlementEvent[],
): Promise<SettlementResult[]> {
  const values = [batch.uuid, batch.now, JSON.stringify(events.map(slowInputOf))];
  const settled = await SETTLED.all(db, "events.settle_events", values)`select ${SETTLED.list}
    from settle_events($1, $2, $3)`;
  const results = new Array<SettlementResult>(events.length);
  for (const { index, ...result } of settled) results[index] = result;
  return results;
}

function slowInputOf(event: SettlementEvent, index: number): object {
  return {
    index,
    campaign_id: event.facts.uuid,
    id: event.uuid,
    kind: event.kind,
    quantity: event.quantity,
    delivery_id: event.deliveryUuid,
    delivery_version: event.deliveryVersion,
    click_id: event.clickUuid,
    preassigned_reason: event.preassignedReason,
    is_billing: event.isBilling,
    is_verified: event.isVerified,
    needs_verified: event.needsVerified,
    session: event.session,
    session_window: event.sessionWindow,
    order_hash: event.orderHash,
    coupon_code: event.couponCode,
    by_advertiser: event.byAdvertiser,
    by_redirect: event.reporterId === REDIRECT,
    install_gap: event.installGap ?? null,
    click_window: `${event.facts.clickDays} days`,
    context_window: `${event.facts.contextHours} hours`,
    occurred_at: event.occurredAt,
    detail: event.detail,
  };
}

/** What a product token's hash stands for, written when the link is first made. */
export async function insertHint(
  db: Queryable,
  hint: { hash: bigint; publisherId?: string | undefined; origin?: string | undefined },
): Promise<void> {
  const { hash, publisherId, origin } = hint;
  const values = [String(hash), uuidOrNull(publisherId), origin ?? null];
  await query(db, "events.insert_hint", values)`insert into click_hint (hash, publisher_id, origin)
    values ($1, $2, $3)
    on conflict do nothing`;
}

export interface ProductClick {
  readonly uuid: string;
  readonly productNumber: bigint;
  readonly hintHash: bigint;
  readonly addressHash: Buffer | null;
  readonly isBot: boolean;
  readonly at: Date;
}

export async function insertProductClicks(db: Queryable, clicks: readonly ProductClick[]) {
  await query(db, "events.insert_product_clicks", [
    clicks.map((click) => click.uuid),
    clicks.map((click) => String(click.productNumber)),
    clicks.map((click) => String(click.hintHash)),
    clicks.map((click) => click.addressHash),
    clicks.map((click) => click.isBot),
    clicks.map((click) => click.at),
  ])`insert into product_click (
      id, product_number, publisher_id, origin, address_hash, is_bot, at
    )
    select c.id, c.product_number, h.publisher_id, h.origin, c.address_hash, c.is_bot, c.at
    from unnest(
      $1::uuid[], $2::bigint[], $3::bigint[], $4::bytea[], $5::boolean[], $6::timestamptz[]
    ) as c (id, product_number, hint_hash, address_hash, is_bot, at)
    left join click_hint h on h.hash = c.hint_hash
    on conflict do nothing`;
}

/** The campaign of an advertiser that a click belongs to: a click is named after its delivery. */
export function campaignOfClick(db: Queryable, clickId: string, advertiserId: string) {
  const values = [uuidFromId(clickId), uuidFromId(advertiserId)];
  return only.id("cmp").first(db, "events.campaign_of_click", values)`
    select b.campaign_id
    from campaign_book b
    join delivery k on k.campaign_id = b.campaign_id and k.id = $1
    where b.advertiser_id = $2
    limit 1`;
}
