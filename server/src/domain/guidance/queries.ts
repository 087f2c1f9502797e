import type { AdUnitType, CampaignStatus, PackId } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { creditsFromMicros, micros } from "../../contract/money.ts";
import type { CashoutStatus } from "../../contract/resources/cashout.ts";
import type { Order } from "../../contract/resources/wallet.ts";
import type { Queryable } from "../../core/db.ts";

/** How far back each list is read: an agent with more has long left the first steps behind. */
const MARKET_ROWS_MAX = 200;
const PAPER_ROWS_MAX = 20;

export interface OwnPlacement {
  readonly placementId: string;
  readonly adUnitType: AdUnitType;
  readonly status: "active" | "paused" | "archived";
  readonly reviewStatus: "pending_review" | "approved" | "rejected";
  /** How its request for platform demand stands; absent when none was made. */
  readonly requestStatus?: "queued" | "booked" | "declined";
}

/** The newest first, by `placement_publisher_idx`. */
export async function findPlacementsOf(db: Queryable, agentId: string): Promise<OwnPlacement[]> {
  const rows = await db.query<{
    id: string;
    ad_unit_type: AdUnitType;
    status: OwnPlacement["status"];
    review_status: OwnPlacement["reviewStatus"];
    request_status: NonNullable<OwnPlacement["requestStatus"]> | null;
  }>(
    {
      name: "guidance.find_placements",
      text: `select p.id, p.ad_unit_type, p.status, p.review_status, r.status as request_status
        from placement p
        left join platform_request r on r.placement_id = p.id
        where p.publisher_id = $1
        order by p.id desc
        limit $2`,
    },
    [uuidFromId(agentId), MARKET_ROWS_MAX],
  );
  return rows.map((row) => ({
    placementId: idFromUuid("plc", row.id),
    adUnitType: row.ad_unit_type,
    status: row.status,
    reviewStatus: row.review_status,
    ...(row.request_status === null ? {} : { requestStatus: row.request_status }),
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

interface BookingRow {
  readonly id: string;
  readonly placement_id: string;
  readonly ad_unit_type: AdUnitType;
  readonly brand_id: string | null;
  readonly status: CampaignStatus;
  readonly deliveries: string;
  readonly events: string;
  readonly earned: string;
  readonly fee: string;
  readonly is_funded: boolean;
}

const BOOKING = `c.id, c.placement_id, c.ad_unit_type, c.brand_id, b.status, b.deliveries, b.events,
  b.earned, b.fee, b.escrow >= b.unit_price as is_funded`;

/** What was booked on an agent's placements; by `campaign_publisher_idx`. */
export async function findSold(db: Queryable, agentId: string): Promise<Booking[]> {
  const rows = await db.query<BookingRow>(
    {
      name: "guidance.find_sold",
      text: `select ${BOOKING}
        from campaign c
        join campaign_book b on b.campaign_id = c.id
        where c.publisher_id = $1
        order by c.id desc
        limit $2`,
    },
    [uuidFromId(agentId), MARKET_ROWS_MAX],
  );
  return rows.map(bookingOf);
}

/** What an agent booked; by `campaign_advertiser_idx`. */
export async function findBooked(db: Queryable, agentId: string): Promise<Booking[]> {
  const rows = await db.query<BookingRow>(
    {
      name: "guidance.find_booked",
      text: `select ${BOOKING}
        from campaign c
        join campaign_book b on b.campaign_id = c.id
        where c.advertiser_id = $1
        order by c.id desc
        limit $2`,
    },
    [uuidFromId(agentId), MARKET_ROWS_MAX],
  );
  return rows.map(bookingOf);
}

function bookingOf(row: BookingRow): Booking {
  return {
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
  };
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

export interface OwnOrder {
  readonly orderId: string;
  readonly packId: PackId;
  readonly status: Order["status"];
  readonly checkoutUrl?: string;
}

/** The newest first, by `credit_order_agent_idx`. An open one may have run out. */
export async function findOrdersOf(
  db: Queryable,
  { agentId, now }: { agentId: string; now: Date },
): Promise<OwnOrder[]> {
  const rows = await db.query<{
    id: string;
    pack_id: PackId;
    status: OwnOrder["status"];
    checkout_url: string | null;
  }>(
    {
      name: "guidance.find_orders",
      text: `select id, pack_id, checkout_url,
          case when status = 'open' and expires_at <= $2 then 'expired' else status end as status
        from credit_order
        where agent_id = $1
        order by created_at desc
        limit $3`,
    },
    [uuidFromId(agentId), now, PAPER_ROWS_MAX],
  );
  return rows.map((row) => ({
    orderId: idFromUuid("ord", row.id),
    packId: row.pack_id,
    status: row.status,
    ...(row.checkout_url === null ? {} : { checkoutUrl: row.checkout_url }),
  }));
}

export interface OwnCashout {
  readonly cashoutId: string;
  readonly status: CashoutStatus;
  readonly address: string;
}

/** The newest first, by `cashout_agent_idx`. */
export async function findCashoutsSeen(db: Queryable, agentId: string): Promise<OwnCashout[]> {
  const rows = await db.query<{ id: string; status: CashoutStatus; address: string }>(
    {
      name: "guidance.find_cashouts",
      text: `select id, status, address
        from cashout
        where agent_id = $1
        order by id desc
        limit $2`,
    },
    [uuidFromId(agentId), PAPER_ROWS_MAX],
  );
  return rows.map(({ id, status, address }) => ({
    cashoutId: idFromUuid("csh", id),
    status,
    address,
  }));
}

export interface OwnPostback {
  readonly postbackId: string;
  readonly status: "active" | "disabled";
  readonly isFailing: boolean;
}

/** The newest first, by `postback_endpoint_agent_idx`. */
export async function findPostbacksOf(db: Queryable, agentId: string): Promise<OwnPostback[]> {
  const rows = await db.query<{
    id: string;
    status: OwnPostback["status"];
    is_failing: boolean;
  }>(
    {
      name: "guidance.find_postbacks",
      text: `select id, status, failing_since is not null as is_failing
        from postback_endpoint
        where agent_id = $1 and status <> 'deleted'
        order by id desc
        limit $2`,
    },
    [uuidFromId(agentId), PAPER_ROWS_MAX],
  );
  return rows.map((row) => ({
    postbackId: idFromUuid("whk", row.id),
    status: row.status,
    isFailing: row.is_failing,
  }));
}
