import type { AdUnitType } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, only, query, type Selected, select } from "../../core/sql.ts";

/** One number for all processes that look for placements to book. */
const PASS_LOCK_KEY = 7_281_640_317;

/** False when another pass is running; held to the end of the transaction. */
export function tryPassLock(tx: Tx): Promise<boolean> {
  return only.flag.one(tx, "platform.try_pass_lock", [PASS_LOCK_KEY])`
    select pg_try_advisory_xact_lock($1)`;
}

const CANDIDATE = select({
  placementId: column.id("plc", "p.id"),
  publisherId: column.id("agt", "p.publisher_id"),
  adUnitType: column.plain<AdUnitType>("p.ad_unit_type"),
  rate: column.micros("p.rate"),
  title: column.text("p.title"),
  description: column.text("p.description"),
  topics: column.plain<string[]>("p.topics"),
  excludedTopics: column.plain<string[]>("p.excluded_topics"),
  blockedBrandIds: column.ids("brd", "p.blocked_brand_ids"),
  blockedAdvertiserIds: column.ids("agt", "p.blocked_advertiser_ids"),
  isOpen: column.flag("p.status = 'active' and p.review_status = 'approved'"),
  isPublisherActive: column.flag("a.status = 'active'"),
  isTrusted: column.flag("a.is_trusted"),
  updatedAt: column.time("p.updated_at"),
});
const SELECT = `select ${CANDIDATE.list} from placement p join agent a on a.id = p.publisher_id`;

export type Candidate = Selected<typeof CANDIDATE>;

/** What of a placement's campaigns counts as demand that is there. */
const LIVE = "('pending_review', 'pending_start', 'active', 'paused')";

const IS_SERVED = `exists (
    select
    from campaign c
    join campaign_book b on b.campaign_id = c.id
    where c.placement_id = p.id
      and c.brand_id is not null
      and b.status in ${LIVE}
  )`;

/** The placements that wait for a first look, the longest waiting first. */
export async function findQueued(db: Queryable, page: { isTrusted: boolean; limit: number }) {
  return CANDIDATE.all(db, "platform.find_queued", [page.isTrusted, page.limit])`${SELECT}
    join platform_request r on r.placement_id = p.id
    where r.status = 'queued' and a.is_trusted = $1
    order by r.requested_at, r.placement_id
    limit $2`;
}

/**
 * Open placements beyond an id, in its order: chat sidebars, and whatever was asked for once. Those
 * with a live campaign of a brand are left out.
 */
export async function findOpen(
  db: Queryable,
  page: { isTrusted: boolean; after: string | undefined; limit: number },
): Promise<Candidate[]> {
  const { after, limit, isTrusted } = page;
  const values = [uuidOrNull(after), limit, isTrusted];
  return CANDIDATE.all(db, "platform.find_open", values)`${SELECT}
    where ($1::uuid is null or p.id > $1)
      and p.status = 'active'
      and p.review_status = 'approved'
      and a.status = 'active'
      and a.is_trusted = $3
      and (
        p.kind = 'chat_sidebar'
        or exists (select from platform_request r where r.placement_id = p.id)
      )
      and not exists (
        select
        from platform_request r
        where r.placement_id = p.id and r.status = 'queued'
      )
      and not ${IS_SERVED}
    order by p.id
    limit $2`;
}

/** Shared locks: a booking must not race a change of the placement, a suspension, or a mistrust. */
export async function lockCandidate(tx: Tx, placementId: string): Promise<Candidate | undefined> {
  return CANDIDATE.first(tx, "platform.lock_candidate", [uuidFromId(placementId)])`
    ${SELECT} where p.id = $1 for share`;
}

/** The live campaign of any brand on a placement, the newest if an operator booked several. */
export function findLive(db: Queryable, placementId: string): Promise<string | undefined> {
  return only.id("cmp").first(db, "platform.find_live", [uuidFromId(placementId)])`
    select c.id
    from campaign c
    join campaign_book b on b.campaign_id = c.id
    where c.placement_id = $1
      and c.brand_id is not null
      and b.status in ${LIVE}
    order by c.id desc
    limit 1`;
}

const COMMITTED = select({
  /** Budgets booked with this publisher in this UTC day. */
  publisherDay: column.micros("coalesce(o.publisher_day, 0)"),
  /** What was spent with it in this day, and what its campaigns could still spend. */
  publisherExposure: column.micros("coalesce(o.exposure, 0)"),
  /** Budgets booked with all publishers in this day. */
  totalDay: column.micros(`coalesce((
        select sum(b.funded)
        from today t
        join campaign c on c.created_at >= t.starts_at and c.brand_id is not null
        join campaign_book b on b.campaign_id = c.id
      ), 0)`),
});
/** What the platform has committed. **Units** micro-credits. */
export type Committed = Selected<typeof COMMITTED>;

/** Counts all campaigns of brands; stays true while the wallet is locked. */
export function findCommitted(db: Queryable, publisherId: string, now: Date): Promise<Committed> {
  return COMMITTED.one(db, "platform.find_committed", [uuidFromId(publisherId), now])`
    with today as (
      select ($2::timestamptz at time zone 'UTC')::date as day,
        date_trunc('day', $2::timestamptz, 'UTC') as starts_at
    ), of_publisher as (
      select
        sum(b.funded) filter (where c.created_at >= t.starts_at) as publisher_day,
        sum(
          b.escrow + case when b.spent_day = t.day then b.spent_today else 0 end
        ) as exposure
      from today t
      cross join campaign c
      join campaign_book b on b.campaign_id = c.id
      where c.publisher_id = $1 and c.brand_id is not null
    )
    select ${COMMITTED.list}
    from of_publisher o`;
}

const BOOKED_DAY = select({
  campaigns: column.count("count(*)"),
  committed: column.micros("coalesce(sum(b.funded), 0)"),
});
export type BookedDay = Selected<typeof BOOKED_DAY>;

export function findBookedDay(db: Queryable, now: Date): Promise<BookedDay> {
  return BOOKED_DAY.one(db, "platform.find_booked_day", [now])`select ${BOOKED_DAY.list}
    from campaign c
    join campaign_book b on b.campaign_id = c.id
    where c.brand_id is not null and c.created_at >= date_trunc('day', $1::timestamptz, 'UTC')`;
}

/** How many live campaigns each brand has, so that brands which fit alike take turns. */
export async function countLiveByBrand(db: Queryable): Promise<Map<string, number>> {
  const rows = await query<{ brand_id: string; live: string }>(db, "platform.count_live_by_brand")`
    select c.brand_id, count(*)::text as live
    from campaign c
    join campaign_book b on b.campaign_id = c.id
    where c.brand_id is not null and b.status in ${LIVE}
    group by c.brand_id`;
  return new Map(rows.map((row) => [idFromUuid("brd", row.brand_id), Number(row.live)]));
}

export async function insertBooking(
  tx: Tx,
  booking: {
    campaignId: string;
    placementId: string;
    brandId: string;
    isOnTrust: boolean;
    now: Date;
  },
): Promise<void> {
  await query(tx, "platform.insert_booking", [
    uuidFromId(booking.campaignId),
    uuidFromId(booking.placementId),
    uuidFromId(booking.brandId),
    booking.isOnTrust,
    booking.now,
  ])`insert into platform_booking (
      campaign_id, placement_id, brand_id, is_on_trust, booked_at
    )
    values ($1, $2, $3, $4, $5)`;
}

const MISTRUSTED = select({
  campaignId: column.id("cmp", "c.id"),
  advertiserId: column.id("agt", "c.advertiser_id"),
});
export type Mistrusted = Selected<typeof MISTRUSTED>;

/** Open campaigns that the job booked on trust with publishers who are not trusted any more. */
export async function findMistrusted(db: Queryable, limit: number): Promise<Mistrusted[]> {
  return MISTRUSTED.all(db, "platform.find_mistrusted", [limit])`select ${MISTRUSTED.list}
    from platform_booking o
    join campaign c on c.id = o.campaign_id
    join campaign_book b on b.campaign_id = c.id
    join agent a on a.id = c.publisher_id
    where o.is_on_trust
      and o.withdrawn_at is null
      and not a.is_trusted
      and (b.status in ${LIVE} or b.status = 'exhausted')
    order by c.id
    limit $1`;
}

export async function markWithdrawn(tx: Tx, campaignId: string, now: Date): Promise<void> {
  await query(tx, "platform.mark_withdrawn", [uuidFromId(campaignId), now])`update platform_booking
    set withdrawn_at = $2
    where campaign_id = $1 and withdrawn_at is null`;
}
