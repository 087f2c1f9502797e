import { base32FromUuid, idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { creditsFromMicros, micros } from "../../contract/money.ts";
import { reasonOfCode } from "../../contract/reasons.ts";
import {
  type ConversionPath,
  conversionDetailSchema,
  UNBILLED_MAX,
  type UnbilledEvent,
} from "../../contract/resources/report.ts";
import { CONVERSION_KINDS, conversionTypeOf, eventOf } from "../../contract/units.ts";
import { type Queryable, query } from "../../core/sql.ts";

interface PathRow {
  readonly id: string;
  readonly kind: number;
  readonly reason: number;
  readonly charged: string;
  readonly occurred_at: Date;
  readonly settled_at: Date;
  readonly detail: unknown;
  readonly delivery_id: string | null;
  readonly delivered_at: Date | null;
  readonly creative_version: number | null;
  readonly clicked_at: Date | null;
  readonly is_click_verified: boolean | null;
  readonly is_verified: boolean;
}

const DAY_MS = 86_400_000;
const EVENT_BACK_MS = 8 * DAY_MS;
/** The longest attribution window, before the earliest report. */
const TOUCH_BACK_MS = 60 * DAY_MS;
const AHEAD_MS = 3_600_000;
const dateOf = (ms: number) => new Date(ms);

/** Of a campaign with millions of events only the latest are looked at. */
const LOOKED_AT_MAX = 10_000;

/**
 * The latest events of a campaign that were not (wholly) billed: clicks and conversions by the
 * index of their batches, so that impressions do not hide them, then impressions.
 */
export async function findUnbilled(
  db: Queryable,
  campaignId: string,
  of: { from: Date; to: Date },
): Promise<UnbilledEvent[]> {
  const columns =
    "id, kind, reason, quantity, counted, charged, delivery_id, occurred_at, batch_id";
  const rows = await query<Omit<PathRow, "charged"> & { quantity: number }>(
    db,
    "reports.find_unbilled",
    [
      uuidFromId(campaignId),
      of.from,
      of.to,
      ...[of.from.getTime() - EVENT_BACK_MS, of.to.getTime() + AHEAD_MS].map(dateOf),
    ],
  )`select e.id, e.kind, e.reason, e.delivery_id,
      coalesce(e.occurred_at, uuid_time(e.batch_id)) as occurred_at,
      e.quantity - case when e.charged > 0 then e.counted else 0 end as quantity
    from (
      (
        select ${columns}
        from (
          select ${columns}
          from event
          where campaign_id = $1 and kind between 2 and 8
            and batch_id >= uuid_floor($2) and batch_id < uuid_floor($3)
            and id >= uuid_floor($4) and id < uuid_floor($5)
          order by batch_id desc
          limit ${LOOKED_AT_MAX}
        ) c
        where reason <> 0
        limit ${UNBILLED_MAX}
      )
      union all
      (
        select ${columns}
        from (
          select ${columns}
          from event
          where campaign_id = $1
            and batch_id >= uuid_floor($2) and batch_id < uuid_floor($3)
            and id >= uuid_floor($4) and id < uuid_floor($5)
          order by id desc
          limit ${LOOKED_AT_MAX}
        ) i
        where reason <> 0 and kind not between 2 and 8
        limit ${UNBILLED_MAX}
      )
    ) e
    order by occurred_at desc, e.id desc`;
  return rows.map(({ id, kind, reason, delivery_id, occurred_at, quantity }) => ({
    eventId: idFromUuid("evt", id),
    event: eventOf(kind),
    occurredAt: occurred_at.toISOString(),
    ...(delivery_id === null ? {} : { clickId: `clk_${base32FromUuid(delivery_id)}` }),
    reason: reasonOfCode(reason),
    quantity,
  }));
}

/**
 * The latest conversions of a campaign with the touch each went to. Settlement is a week later than
 * the id at most, which bounds the ids to look at. Bounds that are computed here let the planner
 * drop the partitions of other days.
 */
export async function findConversionPaths(
  db: Queryable,
  campaignId: string,
  of: { from: Date; to: Date; limit: number },
): Promise<ConversionPath[]> {
  const rows = await query<PathRow>(db, "reports.find_conversion_paths", [
    uuidFromId(campaignId),
    of.from,
    of.to,
    of.limit,
    ...[of.from.getTime() - EVENT_BACK_MS, of.to.getTime() + AHEAD_MS].map(dateOf),
    dateOf(of.from.getTime() - TOUCH_BACK_MS),
  ])`select e.id, e.kind, e.reason, e.charged, coalesce(e.occurred_at, j.at) as occurred_at,
      j.at as settled_at, e.detail, d.id as delivery_id, uuid_time(d.id) as delivered_at,
      d.creative_version, d.clicked_at, d.is_click_verified,
      e.is_verified or coalesce(o.is_verified, false) as is_verified
    from event e
    join journal j on j.campaign_id = e.campaign_id and j.batch_id = e.batch_id
    left join delivery d on d.campaign_id = e.campaign_id and d.id = e.delivery_id
      and d.id >= uuid_floor($7) and d.id < uuid_floor($6)
    left join conversion_order o on o.campaign_id = e.campaign_id
      and o.delivery_id = e.delivery_id and o.event_id = e.id
    where e.campaign_id = $1
      and e.kind in (${CONVERSION_KINDS})
      and e.id >= uuid_floor($5) and e.id < uuid_floor($6)
      and j.at >= $2 and j.at < $3
    order by e.id desc
    limit $4`;
  return rows.map(pathOf);
}

function pathOf(row: PathRow): ConversionPath {
  const { success, data } = conversionDetailSchema.safeParse(row.detail ?? {});
  return {
    eventId: idFromUuid("evt", row.id),
    conversionType: conversionTypeOf(row.kind) ?? "cpa",
    occurredAt: row.occurred_at.toISOString(),
    settledAt: row.settled_at.toISOString(),
    ...touchOf(row),
    ...(success ? data : {}),
    verified: row.is_verified,
    reason: reasonOfCode(row.reason),
    chargedCredits: creditsFromMicros(micros(row.charged)),
  };
}

/** Settlement allows this much between the clocks of a click and of its conversion. */
const CLOCKS_APART_MS = 1_000;

/** A click counts as the touch when it came before the conversion, as settlement decided. */
function touchOf(row: PathRow): Partial<ConversionPath> {
  const { delivery_id, delivered_at, creative_version, clicked_at } = row;
  if (delivery_id === null || delivered_at === null || creative_version === null) return {};
  const delivered = { deliveredAt: delivered_at.toISOString(), creativeVersion: creative_version };
  const isAfter = (click: Date) => click.getTime() > row.occurred_at.getTime() + CLOCKS_APART_MS;
  if (clicked_at === null || isAfter(clicked_at)) return { touch: "context", ...delivered };
  return {
    touch: "click",
    ...delivered,
    clickId: `clk_${base32FromUuid(delivery_id)}`,
    clickedAt: clicked_at.toISOString(),
    isClickVerified: row.is_click_verified ?? false,
  };
}
