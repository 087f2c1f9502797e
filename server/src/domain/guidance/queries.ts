import type { AdUnitType, CampaignStatus, REVIEW_STATUSES } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { creditsFromMicros, micros } from "../../contract/money.ts";
import type { Queryable, Statement } from "../../core/db.ts";

/** How far back each list is read: an agent with more has long left the first steps behind. */
const MARKET_ROWS_MAX = 200;

/** A placement that is not archived. */
export interface OwnPlacement {
  readonly placementId: string;
  readonly status: "active" | "paused";
  readonly reviewStatus: (typeof REVIEW_STATUSES)[number];
  /** How its request for platform demand stands; absent when none was made. */
  readonly requestStatus?: string;
}

/** The newest first, by `placement_publisher_idx`. */
export async function findKeptPlacements(db: Queryable, agentId: string): Promise<OwnPlacement[]> {
  const rows = await db.query<{
    id: string;
    status: OwnPlacement["status"];
    review_status: OwnPlacement["reviewStatus"];
    request_status: string | null;
  }>(
    {
      name: "guidance.find_placements",
      text: `select p.id, p.status, p.review_status, r.status as request_status
        from placement p
        left join platform_request r on r.placement_id = p.id
        where p.publisher_id = $1
          and p.status <> 'archived'
        order by p.id desc
        limit $2`,
    },
    [uuidFromId(agentId), MARKET_ROWS_MAX],
  );
  return rows.map(({ id, status, review_status, request_status }) => ({
    placementId: idFromUuid("plc", id),
    status,
    reviewStatus: review_status,
    ...(request_status === null ? {} : { requestStatus: request_status }),
  }));
}

/** One booking as either side sees it. */
export interface Booking {
  readonly campaignId: string;
  readonly placementId: string;
  readonly adUnitType: AdUnitType;
  readonly status: CampaignStatus;
  readonly brandId?: string;
  readonly deliveries: number;
  readonly events: number;
  readonly spentCredits: number;
  readonly earnedCredits: number;
  /** Whether a whole unit can still be paid. */
  readonly isFunded: boolean;
}

const BOOKINGS = `select c.id, c.placement_id, c.ad_unit_type, c.brand_id, b.status, b.deliveries,
    b.events, b.earned, b.fee, b.escrow >= b.unit_price as is_funded
  from campaign c
  join campaign_book b on b.campaign_id = c.id`;

/** What was booked on an agent's placements, the newest first; by `campaign_publisher_idx`. */
export function findSold(db: Queryable, agentId: string): Promise<Booking[]> {
  const text = `${BOOKINGS} where c.publisher_id = $1 order by c.id desc limit $2`;
  return findBookings(db, { name: "guidance.find_sold", text }, agentId);
}

/** What an agent booked, the newest first; by `campaign_advertiser_idx`. */
export function findBooked(db: Queryable, agentId: string): Promise<Booking[]> {
  const text = `${BOOKINGS} where c.advertiser_id = $1 order by c.id desc limit $2`;
  return findBookings(db, { name: "guidance.find_booked", text }, agentId);
}

async function findBookings(
  db: Queryable,
  statement: Statement,
  agentId: string,
): Promise<Booking[]> {
  const rows = await db.query<{
    id: string;
    placement_id: string;
    ad_unit_type: AdUnitType;
    brand_id: string | null;
    status: CampaignStatus;
    deliveries: string;
    events: string;
    earned: string;
    fee: string;
    is_funded: boolean;
  }>(statement, [uuidFromId(agentId), MARKET_ROWS_MAX]);
  return rows.map((row) => ({
    campaignId: idFromUuid("cmp", row.id),
    placementId: idFromUuid("plc", row.placement_id),
    adUnitType: row.ad_unit_type,
    status: row.status,
    ...(row.brand_id === null ? {} : { brandId: idFromUuid("brd", row.brand_id) }),
    deliveries: Number(row.deliveries),
    events: Number(row.events),
    spentCredits: creditsFromMicros(micros(BigInt(row.earned) + BigInt(row.fee))),
    earnedCredits: creditsFromMicros(micros(row.earned)),
    isFunded: row.is_funded,
  }));
}

/**
 * Whether the newest delivery of a campaign has served no event yet; false without a delivery. The
 * lowest bit of `used` only says that it was handed out, the others are kinds of events.
 */
export async function isLatestUnreported(db: Queryable, campaignId: string): Promise<boolean> {
  const rows = await db.query<{ is_unreported: boolean }>(
    {
      name: "guidance.is_latest_unreported",
      text: `select used <= 1 and impressions = 0 as is_unreported
        from delivery
        where campaign_id = $1
        order by id desc
        limit 1`,
    },
    [uuidFromId(campaignId)],
  );
  return rows[0]?.is_unreported === true;
}

/** Whether events of a campaign can still be disputed, reversed or confirmed. */
export async function hasPendingEarnings(db: Queryable, campaignId: string): Promise<boolean> {
  const rows = await db.query<{ is_pending: boolean }>(
    {
      name: "guidance.has_pending_earnings",
      text: `select exists (
          select from earning where campaign_id = $1 and status = 'pending'
        ) as is_pending`,
    },
    [uuidFromId(campaignId)],
  );
  return rows[0]?.is_pending === true;
}

export interface OpenOrder {
  readonly orderId: string;
  readonly checkoutUrl?: string;
}

/** The newest order that can still be paid; by `credit_order_agent_idx`. */
export async function findOpenOrder(
  db: Queryable,
  agentId: string,
  now: Date,
): Promise<OpenOrder | undefined> {
  const rows = await db.query<{ id: string; checkout_url: string | null }>(
    {
      name: "guidance.find_open_order",
      text: `select id, checkout_url
        from credit_order
        where agent_id = $1 and status = 'open' and expires_at > $2
        order by created_at desc
        limit 1`,
    },
    [uuidFromId(agentId), now],
  );
  return rows.map(({ id, checkout_url }) => ({
    orderId: idFromUuid("ord", id),
    ...(checkout_url === null ? {} : { checkoutUrl: checkout_url }),
  }))[0];
}
