import type { AdUnitType } from "../../contract/enums.ts";
import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Queryable, Tx } from "../../core/db.ts";

/** One number for all processes that look for placements to book. */
const PASS_LOCK_KEY = 7_281_640_317;

/** False when another pass is running; held to the end of the transaction. */
export async function tryPassLock(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ locked: boolean }>(
    { name: "platform.try_pass_lock", text: "select pg_try_advisory_xact_lock($1) as locked" },
    [PASS_LOCK_KEY],
  );
  return rows[0]?.locked === true;
}

/** A placement as the job judges it. */
export interface Candidate {
  readonly placementId: string;
  readonly publisherId: string;
  readonly adUnitType: AdUnitType;
  readonly rate: Micros;
  readonly title: string;
  readonly description: string;
  readonly topics: readonly string[];
  readonly excludedTopics: readonly string[];
  readonly blockedBrandIds: readonly string[];
  readonly blockedAdvertiserIds: readonly string[];
  readonly isOpen: boolean;
  readonly isPublisherActive: boolean;
  readonly isTrusted: boolean;
  readonly updatedAt: string;
}

interface CandidateRow {
  readonly id: string;
  readonly publisher_id: string;
  readonly ad_unit_type: AdUnitType;
  readonly rate: string;
  readonly title: string;
  readonly description: string;
  readonly topics: string[];
  readonly excluded_topics: string[];
  readonly blocked_brand_ids: string[];
  readonly blocked_advertiser_ids: string[];
  readonly is_open: boolean;
  readonly is_publisher_active: boolean;
  readonly is_trusted: boolean;
  readonly updated_at: Date;
}

const CANDIDATE = `select p.id, p.publisher_id, p.ad_unit_type, p.rate, p.title, p.description,
    p.topics, p.excluded_topics, p.blocked_brand_ids, p.blocked_advertiser_ids,
    p.status = 'active' and p.review_status = 'approved' as is_open,
    a.status = 'active' as is_publisher_active, a.is_trusted, p.updated_at
  from placement p
  join agent a on a.id = p.publisher_id`;

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
export async function findQueued(
  db: Queryable,
  page: { isTrusted: boolean; limit: number },
): Promise<Candidate[]> {
  const rows = await db.query<CandidateRow>(
    {
      name: "platform.find_queued",
      text: `${CANDIDATE}
        join platform_request r on r.placement_id = p.id
        where r.status = 'queued' and a.is_trusted = $1
        order by r.requested_at, r.placement_id
        limit $2`,
    },
    [page.isTrusted, page.limit],
  );
  return rows.map(candidateOf);
}

/**
 * Open placements beyond an id, in its order: chat sidebars, and whatever was asked for once. Those
 * with a live campaign of a brand are left out.
 */
export async function findOpen(
  db: Queryable,
  page: { isTrusted: boolean; after: string | undefined; limit: number },
): Promise<Candidate[]> {
  const rows = await db.query<CandidateRow>(
    {
      name: "platform.find_open",
      text: `${CANDIDATE}
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
        limit $2`,
    },
    [page.after === undefined ? null : uuidFromId(page.after), page.limit, page.isTrusted],
  );
  return rows.map(candidateOf);
}

/** Shared locks: a booking must not race a change of the placement, a suspension, or a mistrust. */
export async function lockCandidate(tx: Tx, placementId: string): Promise<Candidate | undefined> {
  const rows = await tx.query<CandidateRow>(
    { name: "platform.lock_candidate", text: `${CANDIDATE} where p.id = $1 for share` },
    [uuidFromId(placementId)],
  );
  return rows[0] === undefined ? undefined : candidateOf(rows[0]);
}

/** The live campaign of any brand on a placement, the newest if an operator booked several. */
export async function findLive(db: Queryable, placementId: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    {
      name: "platform.find_live",
      text: `select c.id
        from campaign c
        join campaign_book b on b.campaign_id = c.id
        where c.placement_id = $1
          and c.brand_id is not null
          and b.status in ${LIVE}
        order by c.id desc
        limit 1`,
    },
    [uuidFromId(placementId)],
  );
  return rows[0] === undefined ? undefined : idFromUuid("cmp", rows[0].id);
}

/** What the platform has committed. **Units** micro-credits. */
export interface Committed {
  /** Budgets booked with this publisher in this UTC day. */
  readonly publisherDay: Micros;
  /** What was spent with it in this day, and what its campaigns could still spend. */
  readonly publisherExposure: Micros;
  /** Budgets booked with all publishers in this day. */
  readonly totalDay: Micros;
}

/** Counts all campaigns of brands; stays true while the wallet is locked. */
export async function findCommitted(
  db: Queryable,
  publisherId: string,
  now: Date,
): Promise<Committed> {
  const [row] = await db.query<{ publisher_day: string; exposure: string; total_day: string }>(
    {
      name: "platform.find_committed",
      text: `with today as (
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
        select coalesce(o.publisher_day, 0)::text as publisher_day,
          coalesce(o.exposure, 0)::text as exposure,
          coalesce((
            select sum(b.funded)
            from today t
            join campaign c on c.created_at >= t.starts_at and c.brand_id is not null
            join campaign_book b on b.campaign_id = c.id
          ), 0)::text as total_day
        from of_publisher o`,
    },
    [uuidFromId(publisherId), now],
  );
  return {
    publisherDay: micros(row?.publisher_day ?? 0),
    publisherExposure: micros(row?.exposure ?? 0),
    totalDay: micros(row?.total_day ?? 0),
  };
}

/** What was booked for brands in a UTC day, by whomever. */
export interface BookedDay {
  readonly campaigns: number;
  readonly committed: Micros;
}

export async function findBookedDay(db: Queryable, now: Date): Promise<BookedDay> {
  const [row] = await db.query<{ campaigns: string; committed: string }>(
    {
      name: "platform.find_booked_day",
      text: `select count(*)::text as campaigns, coalesce(sum(b.funded), 0)::text as committed
        from campaign c
        join campaign_book b on b.campaign_id = c.id
        where c.brand_id is not null and c.created_at >= date_trunc('day', $1::timestamptz, 'UTC')`,
    },
    [now],
  );
  return { campaigns: Number(row?.campaigns ?? 0), committed: micros(row?.committed ?? 0) };
}

/** How many live campaigns each brand has, so that brands which fit alike take turns. */
export async function countLiveByBrand(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.query<{ brand_id: string; live: string }>({
    name: "platform.count_live_by_brand",
    text: `select c.brand_id, count(*)::text as live
      from campaign c
      join campaign_book b on b.campaign_id = c.id
      where c.brand_id is not null and b.status in ${LIVE}
      group by c.brand_id`,
  });
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
  await tx.query(
    {
      name: "platform.insert_booking",
      text: `insert into platform_booking (
          campaign_id, placement_id, brand_id, is_on_trust, booked_at
        )
        values ($1, $2, $3, $4, $5)`,
    },
    [
      uuidFromId(booking.campaignId),
      uuidFromId(booking.placementId),
      uuidFromId(booking.brandId),
      booking.isOnTrust,
      booking.now,
    ],
  );
}

export interface Mistrusted {
  readonly campaignId: string;
  readonly advertiserId: string;
}

/** Open campaigns that the job booked on trust with publishers who are not trusted any more. */
export async function findMistrusted(db: Queryable, limit: number): Promise<Mistrusted[]> {
  const rows = await db.query<{ id: string; advertiser_id: string }>(
    {
      name: "platform.find_mistrusted",
      text: `select c.id, c.advertiser_id
        from platform_booking o
        join campaign c on c.id = o.campaign_id
        join campaign_book b on b.campaign_id = c.id
        join agent a on a.id = c.publisher_id
        where o.is_on_trust
          and o.withdrawn_at is null
          and not a.is_trusted
          and (b.status in ${LIVE} or b.status = 'exhausted')
        order by c.id
        limit $1`,
    },
    [limit],
  );
  return rows.map((row) => ({
    campaignId: idFromUuid("cmp", row.id),
    advertiserId: idFromUuid("agt", row.advertiser_id),
  }));
}

export async function markWithdrawn(tx: Tx, campaignId: string, now: Date): Promise<void> {
  await tx.query(
    {
      name: "platform.mark_withdrawn",
      text: `update platform_booking
        set withdrawn_at = $2
        where campaign_id = $1 and withdrawn_at is null`,
    },
    [uuidFromId(campaignId), now],
  );
}

function candidateOf(row: CandidateRow): Candidate {
  return {
    placementId: idFromUuid("plc", row.id),
    publisherId: idFromUuid("agt", row.publisher_id),
    adUnitType: row.ad_unit_type,
    rate: micros(row.rate),
    title: row.title,
    description: row.description,
    topics: row.topics,
    excludedTopics: row.excluded_topics,
    blockedBrandIds: row.blocked_brand_ids.map((id) => idFromUuid("brd", id)),
    blockedAdvertiserIds: row.blocked_advertiser_ids.map((id) => idFromUuid("agt", id)),
    isOpen: row.is_open,
    isPublisherActive: row.is_publisher_active,
    isTrusted: row.is_trusted,
    updatedAt: row.updated_at.toISOString(),
  };
}
