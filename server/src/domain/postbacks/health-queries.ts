import type { Queryable } from "../../core/db.ts";

/** What a round of attempts says about one receiver. */
export interface EndpointHealth {
  readonly endpointUuid: string;
  readonly hasSucceeded: boolean;
  readonly hasFailed: boolean;
  readonly isGone: boolean;
  readonly pausedUntil: Date | null;
}

/**
 * Keeps the health of receivers, and disables those that are gone or have failed for too long: what
 * waits for them is given up, until it is asked for again. One update a minute is enough to know
 * that a receiver is well.
 */
export async function noteHealth(
  db: Queryable,
  notes: readonly EndpointHealth[],
  times: { now: Date; failingSinceMin: Date; successNotedMin: Date },
): Promise<void> {
  await db.query(
    {
      name: "postbacks.note_health",
      text: `with note as (
          select id, has_succeeded, is_gone, paused_until
          from unnest($1::uuid[], $2::boolean[], $3::boolean[], $4::timestamptz[])
            as n (id, has_succeeded, is_gone, paused_until)
        ), disabled as (
          update postback_endpoint e
          set status = 'disabled', updated_at = $5,
            disabled_reason = case when n.is_gone then 'gone' else 'failing' end
          from note n
          where e.id = n.id and e.status = 'active'
            and (n.is_gone or (not n.has_succeeded and e.failing_since <= $6))
          returning e.id
        ), noted as (
          update postback_endpoint e
          set failing_since = case
              when n.has_succeeded then null else coalesce(e.failing_since, $5) end,
            last_success_at = case when n.has_succeeded then $5 else e.last_success_at end,
            paused_until = coalesce(n.paused_until, e.paused_until)
          from note n
          where e.id = n.id
            and not n.is_gone
            and (n.has_succeeded or e.failing_since is null or e.failing_since > $6)
            and (
              n.paused_until is not null
              or (n.has_succeeded and e.failing_since is not null)
              or (n.has_succeeded and coalesce(e.last_success_at <= $7, true))
              or (not n.has_succeeded and e.failing_since is null)
            )
        )
        update postback_message m
        set status = 'dead', due_at = null
        from disabled d
        where m.endpoint_id = d.id and m.status = 'pending'`,
    },
    [
      notes.map((note) => note.endpointUuid),
      notes.map((note) => note.hasSucceeded),
      notes.map((note) => note.isGone),
      notes.map((note) => note.pausedUntil),
      times.now,
      times.failingSinceMin,
      times.successNotedMin,
    ],
  );
}

/** Drops what was delivered and logged before `before`; answers whether there was more. */
export async function forgetMessages(
  db: Queryable,
  old: { deliveredBefore: Date; before: Date; limit: number },
): Promise<boolean> {
  const rows = await db.query<{ count: number }>(
    {
      name: "postbacks.forget_messages",
      text: `with gone as (
          delete from postback_message m
          where m.ctid = any(array(
            select o.ctid
            from postback_message o
            where o.created_at < $1
              and (o.status = 'delivered' or o.created_at < $2)
            limit $3
          ))
          returning 1
        ), forgotten as (
          delete from postback_attempt a
          where a.ctid = any(array(
            select o.ctid
            from postback_attempt o
            where o.created_at < $2
            limit $3
          ))
          returning 1
        )
        select ((select count(*) from gone) + (select count(*) from forgotten))::integer as count`,
    },
    [old.deliveredBefore, old.before, old.limit],
  );
  return (rows[0]?.count ?? 0) >= old.limit;
}
