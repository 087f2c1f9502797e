import { column, type Selected, select } from "../../core/columns.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";
import type { Finding } from "./verify-queries.ts";

const FINDING = select({
  findingId: column.text("id"),
  check: column.text("check_name"),
  subject: column.text("subject"),
  recorded: column.text("recorded"),
  computed: column.text("computed"),
  difference: column.text("difference"),
  agentIds: column.ids("agt", "agent_ids"),
  foundAt: column.date("found_at"),
  seenAt: column.date("seen_at"),
});

/**
 * A stored difference, open until an operator clears it. `agentIds` are those whose money is
 * frozen, none for the exchange's own accounts; `seenAt` is the time of the last run that found it.
 */
export type KeptFinding = Selected<typeof FINDING>;

/**
 * Stores what a check found, except differences that an operator has accepted. Returns the open
 * ones, the new ones marked.
 */
export async function keepFindings(
  tx: Tx,
  check: string,
  findings: readonly (Finding & { readonly uuid: string })[],
  now: Date,
): Promise<{ subject: string; isNew: boolean }[]> {
  const rows = await query<{ subject: string; is_new: boolean }>(tx, "ledger.keep_findings", [
    check,
    JSON.stringify(findings),
    now,
  ])`insert into recon_finding (
      id, check_name, subject, recorded, computed, difference, agent_ids, found_at, seen_at
    )
    select f.uuid, $1, f.subject, f.recorded, f.computed, f.difference, f.agents, $3, $3
    from jsonb_to_recordset($2) as f (
      uuid uuid, subject text, recorded text, computed text, difference text, agents uuid[]
    )
    where not exists (
      select 1
      from recon_finding k
      where k.check_name = $1 and k.subject = f.subject and k.is_accepted
        and k.difference = f.difference
    )
    on conflict (check_name, subject) where cleared_at is null do update
    set recorded = excluded.recorded, computed = excluded.computed,
      difference = excluded.difference, seen_at = excluded.seen_at
    returning subject, found_at = seen_at as is_new`;
  return rows.map((row) => ({ subject: row.subject, isNew: row.is_new }));
}

/** Ends the acceptance of differences that no longer exist: the same one later is a new finding. */
export async function forgetAccepted(
  tx: Tx,
  check: string,
  stillThere: readonly string[],
): Promise<void> {
  await query(tx, "ledger.forget_accepted", [check, stillThere])`update recon_finding
    set is_accepted = false
    where check_name = $1 and is_accepted and subject <> all ($2::text[])`;
}

const FINDINGS_SHOWN_MAX = 1_000;

/** Oldest first. */
export async function findOpenFindings(db: Queryable): Promise<KeptFinding[]> {
  return FINDING.all(db, "ledger.find_open_findings")`select ${FINDING.list}
    from recon_finding
    where cleared_at is null
    order by found_at, id
    limit ${FINDINGS_SHOWN_MAX}`;
}

/** The guarded transition from open to cleared; undefined when it is not open. */
export async function clearFindingRow(
  tx: Tx,
  finding: { findingId: string; actor: string; now: Date },
): Promise<KeptFinding | undefined> {
  return FINDING.first(tx, "ledger.clear_finding", [finding.findingId, finding.now, finding.actor])`
    update recon_finding
    set cleared_at = $2, cleared_by = $3, is_accepted = true
    where id = $1 and cleared_at is null
    returning ${FINDING.list}`;
}

export interface FinishedRun {
  readonly uuid: string;
  readonly kind: "new" | "all";
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly findings: number;
  readonly checked: object;
  readonly blocks: object | null;
}

export async function insertRun(db: Queryable, run: FinishedRun): Promise<void> {
  await query(db, "ledger.insert_recon_run", [
    run.uuid,
    run.kind,
    run.startedAt,
    run.finishedAt,
    run.findings,
    JSON.stringify(run.checked),
    run.blocks === null ? null : JSON.stringify(run.blocks),
  ])`insert into recon_run (
      id, kind, started_at, finished_at, findings, checked, seen, blocks
    )
    values (
      $1, $2, $3, $4, $5, $6, case when $2 = 'new' then pg_current_snapshot() end, $7
    )`;
}

/** Drops runs past their 30 days, but never the last one, from which the next goes on. */
export async function forgetOldRuns(db: Queryable, now: Date): Promise<void> {
  await query(db, "ledger.forget_old_runs", [now])`delete from recon_run
    where started_at < $1::timestamptz - interval '30 days'
      and number < (select max(number) from recon_run where kind = 'new')`;
}

const STATE = select({
  lastRunAt: column.nullable(column.date("r.last_run_at")),
  lastCleanRunAt: column.nullable(column.date("r.last_clean_run_at")),
  lastFullRunAt: column.nullable(column.date("r.last_full_run_at")),
  openFindings: column.plain<number>("f.open_findings"),
  frozenAgents: column.plain<number>("f.frozen_agents"),
});

/** The state of verification, for `/metrics` and `operator status`. */
export type VerificationState = Selected<typeof STATE>;

/** When the ledger was last checked, and what the checks left open. */
export async function findVerificationState(db: Queryable): Promise<VerificationState> {
  return STATE.one(db, "ledger.find_verification_state")`select ${STATE.list}
    from (
      select max(finished_at) as last_run_at,
        max(finished_at) filter (where findings = 0) as last_clean_run_at,
        max(finished_at) filter (where kind = 'all') as last_full_run_at
      from recon_run
    ) r
    cross join (
      select count(distinct f.id)::integer as open_findings,
        count(distinct a.agent)::integer as frozen_agents
      from recon_finding f
      left join lateral unnest(f.agent_ids) as a (agent) on true
      where f.cleared_at is null
    ) f`;
}
