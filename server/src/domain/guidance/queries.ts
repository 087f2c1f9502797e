import type { AdUnitType, CampaignStatus, REVIEW_STATUSES } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import { column, type Queryable, type Selected, select } from "../../core/sql.ts";

/** How far back each list is read: an agent with more has long left the first steps behind. */
const ROWS_MAX = 200;

const PLACEMENT = select({
  placementId: column.id("plc", "p.id"),
  status: column.plain<"active" | "paused">("p.status"),
  reviewStatus: column.plain<(typeof REVIEW_STATUSES)[number]>("p.review_status"),
  /** How its request for platform demand stands; absent when none was made. */
  requestStatus: column.optional(column.text("r.status")),
});
export type OwnPlacement = Selected<typeof PLACEMENT>;

/** The newest first, by `placement_publisher_idx`. */
export async function findKeptPlacements(db: Queryable, agentId: string): Promise<OwnPlacement[]> {
  return PLACEMENT.all(db, "guidance.find_placements", [uuidFromId(agentId), ROWS_MAX])`
    select ${PLACEMENT.list}
    from placement p
    left join platform_request r on r.placement_id = p.id
    where p.publisher_id = $1
      and p.status <> 'archived'
    order by p.id desc
    limit $2`;
}

const BOOKING = select({
  campaignId: column.id("cmp", "c.id"),
  placementId: column.id("plc", "c.placement_id"),
  adUnitType: column.plain<AdUnitType>("c.ad_unit_type"),
  status: column.plain<CampaignStatus>("b.status"),
  brandId: column.optional(column.id("brd", "c.brand_id")),
  deliveries: column.count("b.deliveries"),
  events: column.count("b.events"),
  spentCredits: column.credits("b.earned + b.fee"),
  earnedCredits: column.credits("b.earned"),
  /** Whether a whole unit can still be paid. */
  isFunded: column.flag("b.escrow >= b.unit_price"),
});
export type Booking = Selected<typeof BOOKING>;

/** What was booked on an agent's placements, the newest first; by `campaign_publisher_idx`. */
export async function findSold(db: Queryable, agentId: string): Promise<Booking[]> {
  return findBookings(db, "guidance.find_sold", "c.publisher_id", agentId);
}

/** What an agent booked, the newest first; by `campaign_advertiser_idx`. */
export async function findBooked(db: Queryable, agentId: string): Promise<Booking[]> {
  return findBookings(db, "guidance.find_booked", "c.advertiser_id", agentId);
}

async function findBookings(db: Queryable, name: string, side: string, agentId: string) {
  return BOOKING.all(db, name, [uuidFromId(agentId), ROWS_MAX])`
    select ${BOOKING.list}
    from campaign c
    join campaign_book b on b.campaign_id = c.id
    where ${side} = $1
    order by c.id desc
    limit $2`;
}

const OPEN_ENDS = select({
  // The lowest bit of `used` only says that it was handed out, the others are kinds of events.
  isLatestUnreported: column.flag(`coalesce(
    (select d.used <= 1 and d.impressions = 0
     from delivery d
     where d.campaign_id = $1
     order by d.id desc
     limit 1), false)`),
  hasPendingEarnings: column.flag(
    "exists (select from earning e where e.campaign_id = $2 and e.status = 'pending')",
  ),
});

/**
 * Whether the newest delivery of one campaign has served no event yet, and whether events of
 * another one can still be disputed; false for a campaign that is absent.
 */
export async function findOpenEnds(db: Queryable, delivers?: string, charged?: string) {
  const values = [uuidOrNull(delivers), uuidOrNull(charged)];
  return OPEN_ENDS.one(db, "guidance.find_open_ends", values)`select ${OPEN_ENDS.list}`;
}

const ORDER = select({
  orderId: column.id("ord", "id"),
  checkoutUrl: column.optional(column.text("checkout_url")),
});

/** The newest order that can still be paid; by `credit_order_agent_idx`. */
export async function findOpenOrder(db: Queryable, agentId: string, now: Date) {
  const text = `select ${ORDER.list}
    from credit_order
    where agent_id = $1 and status = 'open' and expires_at > $2
    order by created_at desc
    limit 1`;
  return ORDER.first(db, { name: "guidance.find_open_order", text }, [uuidFromId(agentId), now]);
}
