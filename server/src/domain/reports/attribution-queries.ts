import { uuidFromId } from "../../contract/ids.ts";
import { reasonOfCode } from "../../contract/reasons.ts";
import {
  type ConversionPath,
  conversionDetailSchema,
  UNBILLED_MAX,
  type UnbilledEvent,
} from "../../contract/resources/report.ts";
import { CONVERSION_KINDS, conversionTypeOf, eventOf } from "../../contract/units.ts";
import { column, type Queryable, type Selected, select } from "../../core/sql.ts";

const DAY_MS = 86_400_000;
const EVENT_BACK_MS = 8 * DAY_MS;
/** The longest attribution window, before the earliest report. */
const TOUCH_BACK_MS = 60 * DAY_MS;
const AHEAD_MS = 3_600_000;
const dateOf = (ms: number) => new Date(ms);

const REASON = { sql: "e.reason", read: reasonOfCode };

const UNBILLED = select({
  eventId: column.id("evt", "e.id"),
  event: { sql: "e.kind", read: eventOf },
  occurredAt: column.time("coalesce(e.occurred_at, uuid_time(e.batch_id))"),
  clickId: column.optional(column.id("clk", "e.delivery_id")),
  reason: REASON,
  quantity: column.plain<number>("e.quantity - case when e.charged > 0 then e.counted else 0 end"),
});

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
  return UNBILLED.all(db, "reports.find_unbilled", [
    uuidFromId(campaignId),
    of.from,
    of.to,
    ...[of.from.getTime() - EVENT_BACK_MS, of.to.getTime() + AHEAD_MS].map(dateOf),
  ])`select ${UNBILLED.list}
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
}

const PATH = select({
  eventId: column.id("evt", "e.id"),
  conversionType: { sql: "e.kind", read: (kind: number) => conversionTypeOf(kind) ?? "cpa" },
  occurredAt: column.date("coalesce(e.occurred_at, j.at)"),
  settledAt: column.time("j.at"),
  detail: column.plain<unknown>("e.detail"),
  clickId: column.nullable(column.id("clk", "d.id")),
  deliveredAt: column.nullable(column.time("uuid_time(d.id)")),
  creativeVersion: column.nullable(column.plain<number>("d.creative_version")),
  clickedAt: column.nullable(column.date("d.clicked_at")),
  isClickVerified: column.nullable(column.flag("d.is_click_verified")),
  verified: column.flag("e.is_verified or coalesce(o.is_verified, false)"),
  reason: REASON,
  chargedCredits: column.credits("e.charged"),
});

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
  const paths = await PATH.all(db, "reports.find_conversion_paths", [
    uuidFromId(campaignId),
    of.from,
    of.to,
    of.limit,
    ...[of.from.getTime() - EVENT_BACK_MS, of.to.getTime() + AHEAD_MS].map(dateOf),
    dateOf(of.from.getTime() - TOUCH_BACK_MS),
  ])`select ${PATH.list}
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
  return paths.map(pathOf);
}

function pathOf(path: Selected<typeof PATH>): ConversionPath {
  const { success, data } = conversionDetailSchema.safeParse(path.detail ?? {});
  return {
    eventId: path.eventId,
    conversionType: path.conversionType,
    occurredAt: path.occurredAt.toISOString(),
    settledAt: path.settledAt,
    ...touchOf(path),
    ...(success ? data : {}),
    verified: path.verified,
    reason: path.reason,
    chargedCredits: path.chargedCredits,
  };
}

/** Settlement allows this much between the clocks of a click and of its conversion. */
const CLOCKS_APART_MS = 1_000;

/** A click counts as the touch when it came before the conversion, as settlement decided. */
function touchOf(path: Selected<typeof PATH>): Partial<ConversionPath> {
  const { clickId, deliveredAt, creativeVersion, clickedAt, isClickVerified } = path;
  if (clickId === null || deliveredAt === null || creativeVersion === null) return {};
  const delivered = { deliveredAt, creativeVersion };
  const isAfter = (click: Date) => click.getTime() > path.occurredAt.getTime() + CLOCKS_APART_MS;
  if (clickedAt === null || isAfter(clickedAt)) return { touch: "context", ...delivered };
  return {
    touch: "click",
    ...delivered,
    clickId,
    clickedAt: clickedAt.toISOString(),
    isClickVerified: isClickVerified ?? false,
  };
}
