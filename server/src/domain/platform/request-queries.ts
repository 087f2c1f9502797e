import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import type { Reason } from "./reasons.ts";

/** What a publisher asked for and what became of it. */
export interface DemandRequest {
  readonly placementId: string;
  readonly status: "queued" | "booked" | "declined";
  readonly reason: Reason | undefined;
  readonly campaignId: string | undefined;
  readonly requestedAt: string;
  readonly decidedAt: string | undefined;
}

interface RequestRow {
  readonly placement_id: string;
  readonly status: DemandRequest["status"];
  readonly reason: Reason | null;
  readonly campaign_id: string | null;
  readonly requested_at: Date;
  readonly decided_at: Date | null;
}

const COLUMNS = "placement_id, status, reason, campaign_id, requested_at, decided_at";

export async function findRequest(
  db: Queryable,
  placementId: string,
): Promise<DemandRequest | undefined> {
  const rows = await db.query<RequestRow>(
    {
      name: "platform.find_request",
      text: `select ${COLUMNS} from platform_request where placement_id = $1`,
    },
    [uuidFromId(placementId)],
  );
  return rows.length === 0 ? undefined : requestOf(rows);
}

/** Queues a placement; one that is queued already keeps its place. */
export async function putQueued(
  tx: Tx,
  request: { placementId: string; publisherId: string; now: Date },
): Promise<DemandRequest> {
  const rows = await tx.query<RequestRow>(
    {
      name: "platform.put_queued",
      text: `insert into platform_request as r (placement_id, publisher_id, status, requested_at)
        values ($1, $2, 'queued', $3)
        on conflict (placement_id) do update
        set status = 'queued',
          reason = null,
          campaign_id = null,
          decided_at = null,
          requested_at = case when r.status = 'queued' then r.requested_at else $3 end
        returning ${COLUMNS}`,
    },
    [uuidFromId(request.placementId), uuidFromId(request.publisherId), request.now],
  );
  return requestOf(rows);
}

/** Notes what serves a placement, as the answer to its publisher's request. */
export async function putBooked(
  tx: Tx,
  request: { placementId: string; publisherId: string; campaignId: string; now: Date },
): Promise<DemandRequest> {
  const rows = await tx.query<RequestRow>(
    {
      name: "platform.put_booked",
      text: `insert into platform_request as r (
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
        returning ${COLUMNS}`,
    },
    [
      uuidFromId(request.placementId),
      uuidFromId(request.publisherId),
      uuidFromId(request.campaignId),
      request.now,
    ],
  );
  return requestOf(rows);
}

/** Decides a request that is there; a placement that nobody asked for has none. */
export async function markBooked(
  tx: Tx,
  booked: { placementId: string; campaignId: string; now: Date },
): Promise<void> {
  await tx.query(
    {
      name: "platform.mark_booked",
      text: `update platform_request
        set status = 'booked', reason = null, campaign_id = $2, decided_at = $3
        where placement_id = $1`,
    },
    [uuidFromId(booked.placementId), uuidFromId(booked.campaignId), booked.now],
  );
}

export interface Declined {
  readonly placementId: string;
  readonly reason: Reason;
}

/** Decides requests that are there, all in one statement; a word that stays the same stays. */
export async function markDeclined(
  db: Queryable,
  declined: readonly Declined[],
  now: Date,
): Promise<void> {
  await db.query(
    {
      name: "platform.mark_declined",
      text: `update platform_request r
        set status = 'declined', reason = d.reason, campaign_id = null, decided_at = $3
        from unnest($1::uuid[], $2::text[]) as d (placement_id, reason)
        where r.placement_id = d.placement_id
          and r.requested_at <= $3
          and (r.status = 'queued' or r.reason is distinct from d.reason)`,
    },
    [
      declined.map(({ placementId }) => uuidFromId(placementId)),
      declined.map(({ reason }) => reason),
      now,
    ],
  );
}

export interface RequestCounts {
  readonly queued: number;
  readonly booked: number;
  readonly declined: number;
}

export async function countRequests(db: Queryable): Promise<RequestCounts> {
  const rows = await db.query<{ status: DemandRequest["status"]; count: string }>({
    name: "platform.count_requests",
    text: "select status, count(*)::text as count from platform_request group by status",
  });
  const count = (status: DemandRequest["status"]) =>
    Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { queued: count("queued"), booked: count("booked"), declined: count("declined") };
}

function requestOf([row]: readonly RequestRow[]): DemandRequest {
  if (row === undefined) throw new RangeError("A request that was just written is not there.");
  return {
    placementId: idFromUuid("plc", row.placement_id),
    status: row.status,
    reason: row.reason ?? undefined,
    campaignId: row.campaign_id === null ? undefined : idFromUuid("cmp", row.campaign_id),
    requestedAt: row.requested_at.toISOString(),
    decidedAt: row.decided_at?.toISOString(),
  };
}
