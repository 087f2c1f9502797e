import { ExchangeError } from "../../contract/errors.ts";
import { uuidFromId } from "../../contract/ids.ts";
import { column, type Queryable, query, type Selected, select, type Tx } from "../../core/sql.ts";
import { placementNotFound } from "../placements/index.ts";
import { type Candidate, findLive, lockCandidate } from "./demand-queries.ts";
import { type Reason, refusalOf } from "./match.ts";
import { findWallet } from "./wallet-queries.ts";

const REQUEST = select({
  placementId: column.id("plc", "placement_id"),
  status: column.plain<"queued" | "booked" | "declined">("status"),
  reason: column.optional(column.plain<Reason>("reason")),
  campaignId: column.optional(column.id("cmp", "campaign_id")),
  requestedAt: column.time("requested_at"),
  decidedAt: column.optional(column.time("decided_at")),
});

/** What a publisher asked for and what became of it. */
export type DemandRequest = Selected<typeof REQUEST>;

export async function findRequest(db: Queryable, placementId: string) {
  return REQUEST.first(db, "platform.find_request", [uuidFromId(placementId)])`
    select ${REQUEST.list} from platform_request where placement_id = $1`;
}

/** Queues a placement; one that is queued already keeps its place. */
export async function putQueued(
  tx: Tx,
  request: { placementId: string; publisherId: string; now: Date },
): Promise<DemandRequest> {
  const { placementId, publisherId, now } = request;
  const values = [uuidFromId(placementId), uuidFromId(publisherId), now];
  return REQUEST.one(tx, "platform.put_queued", values)`
    insert into platform_request as r (placement_id, publisher_id, status, requested_at)
    values ($1, $2, 'queued', $3)
    on conflict (placement_id) do update
    set status = 'queued',
      reason = null,
      campaign_id = null,
      decided_at = null,
      requested_at = case when r.status = 'queued' then r.requested_at else $3 end
    returning ${REQUEST.list}`;
}

/** Notes what serves a placement, as the answer to its publisher's request. */
export async function putBooked(
  tx: Tx,
  request: { placementId: string; publisherId: string; campaignId: string; now: Date },
): Promise<DemandRequest> {
  const { placementId, publisherId, campaignId, now } = request;
  const values = [uuidFromId(placementId), uuidFromId(publisherId), uuidFromId(campaignId), now];
  return REQUEST.one(tx, "platform.put_booked", values)`insert into platform_request as r (
      placement_id, publisher_id, status, campaign_id, requested_at, decided_at
    )
    values ($1, $2, 'booked', $3, $4, $4)
    on conflict (placement_id) do update
    set status = 'booked',
      reason = null,
      campaign_id = excluded.campaign_id,
      decided_at = case
        when r.campaign_id = excluded.campaign_id then r.decided_at
        else excluded.decided_at
      end
    returning ${REQUEST.list}`;
}

/** Decides a request that is there; a placement without a request has none. */
export async function markBooked(
  tx: Tx,
  booked: { placementId: string; campaignId: string; now: Date },
): Promise<void> {
  const { placementId, campaignId, now } = booked;
  const values = [uuidFromId(placementId), uuidFromId(campaignId), now];
  await query(tx, "platform.mark_booked", values)`update platform_request
    set status = 'booked', reason = null, campaign_id = $2, decided_at = $3
    where placement_id = $1`;
}

export interface Declined {
  readonly placementId: string;
  readonly reason: Reason;
}

/** Decides requests that are there, all in one statement; a word that stays the same stays. */
export async function markDeclined(db: Queryable, declined: readonly Declined[], now: Date) {
  await query(db, "platform.mark_declined", [
    declined.map(({ placementId }) => uuidFromId(placementId)),
    declined.map(({ reason }) => reason),
    now,
  ])`update platform_request r
    set status = 'declined', reason = d.reason, campaign_id = null, decided_at = $3
    from unnest($1::uuid[], $2::text[]) as d (placement_id, reason)
    where r.placement_id = d.placement_id
      and r.requested_at <= $3
      and (r.status = 'queued' or r.reason is distinct from d.reason)`;
}

export async function countRequests(db: Queryable) {
  const rows = await query<{ status: DemandRequest["status"]; count: string }>(
    db,
    "platform.count_requests",
  )`
    select status, count(*)::text as count from platform_request group by status`;
  const count = (status: DemandRequest["status"]) =>
    Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { queued: count("queued"), booked: count("booked"), declined: count("declined") };
}

export interface Asked {
  readonly request: DemandRequest;
  /** What stands in the way: as it was decided, or, while it is queued, as things are. */
  readonly obstacle: Reason | undefined;
}

/**
 * Queues a publisher's placement for the next pass, once: from then on every pass looks at it. One
 * that a campaign of a brand serves answers `booked`. One that was declined answers so, and is
 * queued again only when it was changed since, or when what was booked for it is over.
 *
 * **Errors** `not_found`, also for a placement of another agent; `placement_not_bookable`.
 */
export async function requestDemand(
  tx: Tx,
  own: { placementId: string; publisherId: string },
  now: Date,
): Promise<Asked> {
  const placement = await lockCandidate(tx, own.placementId);
  if (placement?.publisherId !== own.publisherId) throw placementNotFound("list_placements");
  if (!placement.isOpen) {
    throw new ExchangeError("placement_not_bookable", {
      suggestion: "Make it active with update_placement, or wait for its review.",
      nextTools: ["list_placements", "update_placement"],
    });
  }
  const campaignId = await findLive(tx, own.placementId);
  if (campaignId !== undefined) {
    return { request: await putBooked(tx, { ...own, campaignId, now }), obstacle: undefined };
  }
  const before = await findRequest(tx, own.placementId);
  if (before !== undefined && isStillDeclined(before, placement)) {
    return { request: before, obstacle: before.reason };
  }
  const wallet = await findWallet(tx);
  return {
    request: await putQueued(tx, { ...own, now }),
    obstacle: refusalOf(placement, wallet?.agentId),
  };
}

function isStillDeclined({ status, decidedAt }: DemandRequest, placement: Candidate): boolean {
  return status === "declined" && decidedAt !== undefined && placement.updatedAt <= decidedAt;
}
