import { idFromUuid } from "../../contract/ids.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import type { Finding } from "./verify-queries.ts";

/** A difference that was written down; open until an operator lifts it. */
export interface KeptFinding {
  readonly findingId: string;
  readonly check: string;
  readonly subject: string;
  readonly recorded: string;
  readonly computed: string;
  readonly difference: string;
  /** Whose money is frozen; empty for the exchange's own accounts. */
  readonly agentIds: readonly string[];
  readonly foundAt: Date;
  /** When a run last saw it. */
  readonly seenAt: Date;
}

interface FindingRow {
  readonly id: string;
  readonly check_name: string;
  readonly subject: string;
  readonly recorded: string;
  readonly computed: string;
  readonly difference: string;
  readonly agent_ids: readonly string[];
  readonly found_at: Date;
  readonly seen_at: Date;
}

function findingOf(row: FindingRow): KeptFinding {
  return {
    findingId: row.id,
    check: row.check_name,
    subject: row.subject,
    recorded: row.recorded,
    computed: row.computed,
    difference: row.difference,
    agentIds: row.agent_ids.map((uuid) => idFromUuid("agt", uuid)),
    foundAt: row.found_at,
    seenAt: row.seen_at,
  };
}

/**
 * Writes down what a check found, or that it still is there. A difference that an operator has
 * accepted as it is stays accepted. Answers those that are open, the new ones marked.
 */
export async function keepFindings(
  tx: Tx,
  check: string,
  findings: readonly (Finding & { readonly uuid: string })[],
  now: Date,
): Promise<{ subject: string; isNew: boolean }[]> {
  const rows = await tx.query<{ subject: string; is_new: boolean }>(
    {
      name: "ledger.keep_findings",
      text: `insert into recon_finding (
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
        returning subject, found_at = seen_at as is_new`,
    },
    [check, JSON.stringify(findings), now],
  );
  return rows.map((row) => ({ subject: row.subject, isNew: row.is_new }));
}

/** A difference that is gone is not accepted any more: should it come back, it is a new one. */
export async function forgetAccepted(
  tx: Tx,
  check: string,
  stillThere: readonly string[],
): Promise<void> {
  await tx.query(
    {
      name: "ledger.forget_accepted",
      text: `update recon_finding
        set is_accepted = false
        where check_name = $1 and is_accepted and subject <> all ($2::text[])`,
    },
    [check, stillThere],
  );
}

const FINDINGS_SHOWN_MAX = 1_000;

/** Oldest first. */
export async function findOpenFindings(db: Queryable): Promise<KeptFinding[]> {
  const rows = await db.query<FindingRow>({
    name: "ledger.find_open_findings",
    text: `select id, check_name, subject, recorded, computed, difference, agent_ids, found_at,
        seen_at
      from recon_finding
      where cleared_at is null
      order by found_at, id
      limit ${FINDINGS_SHOWN_MAX}`,
  });
  return rows.map(findingOf);
}

/** The guarded transition from open to cleared; undefined when it is not open. */
export async function clearFindingRow(
  tx: Tx,
  finding: { findingId: string; actor: string; now: Date },
): Promise<KeptFinding | undefined> {
  const rows = await tx.query<FindingRow>(
    {
      name: "ledger.clear_finding",
      text: `update recon_finding
        set cleared_at = $2, cleared_by = $3, is_accepted = true
        where id = $1 and cleared_at is null
        returning id, check_name, subject, recorded, computed, difference, agent_ids, found_at,
          seen_at`,
    },
    [finding.findingId, finding.now, finding.actor],
  );
  return rows[0] === undefined ? undefined : findingOf(rows[0]);
}

export interface FinishedRun {
  readonly uuid: string;
  readonly kind: "new" | "all";
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly findings: number;
  readonly checked: object;
  readonly seen: string | null;
  readonly blocks: object | null;
}

export async function insertRun(db: Queryable, run: FinishedRun): Promise<void> {
  await db.query(
    {
      name: "ledger.insert_recon_run",
      text: `insert into recon_run (
          id, kind, started_at, finished_at, findings, checked, seen, blocks
        )
        values ($1, $2, $3, $4, $5, $6, $7::pg_snapshot, $8)`,
    },
    [
      run.uuid,
      run.kind,
      run.startedAt,
      run.finishedAt,
      run.findings,
      JSON.stringify(run.checked),
      run.seen,
      run.blocks === null ? null : JSON.stringify(run.blocks),
    ],
  );
}

/** Drops runs past their 30 days, but never the last one, from which the next goes on. */
export async function forgetOldRuns(db: Queryable, now: Date): Promise<void> {
  await db.query(
    {
      name: "ledger.forget_old_runs",
      text: `delete from recon_run
        where started_at < $1::timestamptz - interval '30 days'
          and number < (select max(number) from recon_run where kind = 'new')`,
    },
    [now],
  );
}

/** How verification stands, for `/metrics` and `operator status`. */
export interface VerificationState {
  readonly lastRunAt: Date | null;
  readonly lastCleanRunAt: Date | null;
  readonly lastFullRunAt: Date | null;
  readonly openFindings: number;
  readonly frozenAgents: number;
}

/** When the ledger was last checked, and what the checks left open. */
export async function findVerificationState(db: Queryable): Promise<VerificationState> {
  const rows = await db.query<{
    last_run_at: Date | null;
    last_clean_run_at: Date | null;
    last_full_run_at: Date | null;
    open_findings: number;
    frozen_agents: number;
  }>({
    name: "ledger.find_verification_state",
    text: `select r.last_run_at, r.last_clean_run_at, r.last_full_run_at, f.open_findings,
        f.frozen_agents
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
      ) f`,
  });
  const [row] = rows;
  return {
    lastRunAt: row?.last_run_at ?? null,
    lastCleanRunAt: row?.last_clean_run_at ?? null,
    lastFullRunAt: row?.last_full_run_at ?? null,
    openFindings: row?.open_findings ?? 0,
    frozenAgents: row?.frozen_agents ?? 0,
  };
}
