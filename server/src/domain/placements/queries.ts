import type { AdUnitType, ContextUse, FEED_TYPE, PlacementKind } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import { creditsFromMicros } from "../../contract/money.ts";
import type { Placement } from "../../contract/resources/placement.ts";
import { AD_UNITS, minimumBudgetOf } from "../../contract/units.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, finds, query, type Selected, select } from "../../core/sql.ts";

const COLUMNS = {
  placementId: column.id("plc", "p.id"),
  publisherId: column.id("agt", "p.publisher_id"),
  title: column.text("p.title"),
  description: column.text("p.description"),
  kind: column.plain<PlacementKind>("p.kind"),
  adUnitType: column.plain<AdUnitType>("p.ad_unit_type"),
  rate: column.micros("p.rate"),
  feedType: column.optional(column.plain<typeof FEED_TYPE>("p.feed_type")),
  status: column.plain<Placement["status"]>("p.status"),
  reviewStatus: column.plain<Placement["reviewStatus"]>("p.review_status"),
  reviewReason: column.optional(column.text("p.review_reason")),
  contextUse: column.plain<ContextUse>("p.context_use"),
  topics: column.plain<string[]>("p.topics"),
  excludedTopics: column.plain<string[]>("p.excluded_topics"),
  blockedBrandIds: column.ids("brd", "p.blocked_brand_ids"),
  blockedAdvertiserIds: column.ids("agt", "p.blocked_advertiser_ids"),
  frequencyCap: column.optional(
    column.plain<{ perSession: number; windowMinutes: number }>(`case
      when p.cap_per_session is not null then jsonb_build_object(
        'perSession', p.cap_per_session, 'windowMinutes', p.cap_window_minutes
      )
    end`),
  ),
  citations: column.flag("p.citations"),
  disclosureLabel: column.text("p.disclosure_label"),
  revision: column.plain<number>("p.revision"),
  createdAt: column.time("p.created_at"),
  updatedAt: column.time("p.updated_at"),
};
export const RECORD = select(COLUMNS);

/** A placement as the domain works with it: the wire form, with the rate in micro-credits. */
export type PlacementRecord = Selected<typeof RECORD>;

const LOCKED = select({
  ...COLUMNS,
  /** A suspended publisher's placements cannot be booked. */
  isPublisherActive: column.flag("a.status = 'active'"),
});
export type LockedPlacement = Selected<typeof LOCKED>;

export const STATS_COLUMNS = {
  ...COLUMNS,
  deliveries: column.count("coalesce(s.deliveries, 0)"),
  events: column.count("coalesce(s.events, 0)"),
  earnedCredits: column.credits("coalesce(s.earned, 0)"),
};
const WITH_STATS = select(STATS_COLUMNS);

/** Sums over the placement's campaigns; one index look-up each. */
export const STATS_JOIN = `left join lateral (
    select sum(b.deliveries) as deliveries, sum(b.events) as events, sum(b.earned) as earned
    from campaign c
    join campaign_book b on b.campaign_id = c.id
    where c.placement_id = p.id
  ) s on true`;

export async function insertPlacement(tx: Tx, placement: PlacementRecord): Promise<void> {
  await query(tx, "placements.insert", valuesOf(placement))`insert into placement (
      id, publisher_id, title, description, kind, ad_unit_type, rate, feed_type, status,
      review_status, context_use, topics, excluded_topics, blocked_brand_ids,
      blocked_advertiser_ids, cap_per_session, cap_window_minutes, disclosure_label, revision,
      created_at, updated_at, citations
    )
    values (
      $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
      $21, $22
    )`;
}

/** Guarded by the revision the caller read: nothing is returned after another change. */
export async function updatePlacement(tx: Tx, placement: PlacementRecord): Promise<boolean> {
  return finds(tx, "placements.update", valuesOf(placement))`
    update placement
    set title = $3, description = $4, kind = $5, ad_unit_type = $6, rate = $7, feed_type = $8,
      status = $9, review_status = $10, context_use = $11, topics = $12, excluded_topics = $13,
      blocked_brand_ids = $14, blocked_advertiser_ids = $15, cap_per_session = $16,
      cap_window_minutes = $17, disclosure_label = $18, revision = $19, created_at = $20,
      updated_at = $21, citations = $22,
      review_reason = case when review_status = $10 then review_reason end
    where id = $1 and publisher_id = $2 and revision = $19 - 1
    returning id`;
}

function valuesOf(placement: PlacementRecord): readonly unknown[] {
  return [
    uuidFromId(placement.placementId),
    uuidFromId(placement.publisherId),
    placement.title,
    placement.description,
    placement.kind,
    placement.adUnitType,
    String(placement.rate),
    placement.feedType ?? null,
    placement.status,
    placement.reviewStatus,
    placement.contextUse,
    placement.topics,
    placement.excludedTopics,
    placement.blockedBrandIds.map(uuidFromId),
    placement.blockedAdvertiserIds.map(uuidFromId),
    placement.frequencyCap?.perSession ?? null,
    placement.frequencyCap?.windowMinutes ?? null,
    placement.disclosureLabel,
    placement.revision,
    placement.createdAt,
    placement.updatedAt,
    placement.citations,
  ];
}

const UNPROVEN = select({
  activePlacementsMax: column.plain<number>("l.placements_max"),
  active: column.count(
    "(select count(*) from placement p where p.publisher_id = a.id and p.status = 'active')",
  ),
});

/**
 * The limit of a publisher that is not proven, with what it has. The lock makes two of its calls
 * follow each other, so that both cannot take the last place.
 */
export async function lockUnproven(tx: Tx, publisherId: string) {
  return UNPROVEN.first(tx, "placements.lock_unproven", [uuidFromId(publisherId)])`
    select ${UNPROVEN.list}
    from agent a
    join publisher_limits l on l.placements_max is not null
    where a.id = $1 and a.proven_at is null
    for no key update of a`;
}

/** One placement in any state, without locking it; undefined when there is none. */
export async function findPlacement(db: Queryable, placementId: string) {
  return RECORD.first(db, "placements.find", [uuidFromId(placementId)])`
    select ${RECORD.list} from placement p where p.id = $1`;
}

/** Shared locks: a booking must not race a change of what is booked, nor a suspension. */
export async function lockPlacement(tx: Tx, placementId: string) {
  return LOCKED.first(tx, "placements.lock", [uuidFromId(placementId)])`select ${LOCKED.list}
    from placement p
    join agent a on a.id = p.publisher_id
    where p.id = $1
    for share`;
}

export async function findPlacementOnWire(db: Queryable, placementId: string) {
  const found = await WITH_STATS.first(db, "placements.find_with_stats", [uuidFromId(placementId)])`
    select ${WITH_STATS.list} from placement p ${STATS_JOIN} where p.id = $1`;
  return found && onWire(found);
}

/** A page of the placements of one publisher, in every state. **Shape** newest first. */
export async function findOwnPlacements(
  db: Queryable,
  filter: {
    publisherId: string;
    status?: Placement["status"] | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<Placement[]> {
  const { publisherId, status, before, limit } = filter;
  const values = [uuidFromId(publisherId), status ?? null, uuidOrNull(before), limit];
  const rows = await WITH_STATS.all(db, "placements.find_own", values)`select ${WITH_STATS.list}
    from placement p
    ${STATS_JOIN}
    where p.publisher_id = $1
      and ($2::text is null or p.status = $2)
      and ($3::uuid is null or p.id < $3)
    order by p.id desc
    limit $4`;
  return rows.map(onWire);
}

/** Placements that wait for a reviewer, oldest first; not those that were retired. */
export async function findWaitingPlacements(db: Queryable, limit: number) {
  return RECORD.all(db, "placements.find_waiting", [limit])`select ${RECORD.list}
    from placement p
    where p.review_status = 'pending_review' and p.status <> 'archived'
    order by p.id
    limit $1`;
}

export interface PlacementVerdict {
  readonly placementId: string;
  readonly to: "approved" | "rejected";
  /** Told to the publisher. */
  readonly reason: string | undefined;
  /** What the reviewer has read; any when it is left out. */
  readonly revision: number | undefined;
}

/**
 * Guarded: false when it does not wait any more, or is not what was read. The revision moves on, so
 * that an edit which read the placement before the verdict cannot undo it.
 */
export function decideOnPlacement(tx: Tx, verdict: PlacementVerdict, now: Date): Promise<boolean> {
  const { placementId, to, reason, revision } = verdict;
  const values = [uuidFromId(placementId), to, reason ?? null, now, revision ?? null];
  return finds(tx, "placements.decide", values)`update placement
    set review_status = $2, review_reason = $3, revision = revision + 1, updated_at = $4
    where id = $1
      and review_status = 'pending_review'
      and status <> 'archived'
      and ($5::integer is null or revision = $5)
    returning id`;
}

/** From when on the check of citation rates looks at a placement again. */
export async function noteCitationHold(db: Queryable, placementId: string, now: Date) {
  await query(db, "placements.note_citation_hold", [uuidFromId(placementId), now])`
    update placement set citation_held_at = $2 where id = $1`;
}

export function onWire(row: Selected<typeof WITH_STATS>): Placement {
  const { rate, deliveries, events, earnedCredits, ...rest } = row;
  return {
    ...rest,
    rateCredits: creditsFromMicros(rate),
    floorCredits: AD_UNITS[row.adUnitType].floorCredits,
    minBudgetCredits: creditsFromMicros(minimumBudgetOf(row.adUnitType, rate)),
    stats: { deliveries, events, earnedCredits },
  };
}
