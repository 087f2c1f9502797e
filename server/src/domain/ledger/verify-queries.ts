import type { Queryable, Tx } from "../../core/db.ts";
import { column, only, query, type Selected, select } from "../../core/sql.ts";
import { opening, type Range } from "./verify-range-queries.ts";

/** A rule of the books: values of a row, and what other rows say that they must be. */
export interface LedgerCheck {
  readonly name: string;
  readonly meaning: string;
  /** Whose ids limit the check to a few subjects, and begin the subject of a finding. */
  readonly scope: "account" | "txn" | "campaign" | "batch" | "agent" | "everything";
  /** It can compare what is new since a run, so the incremental run starts with that. */
  readonly isStepwise?: true;
  /** The relations to compare. */
  from(range: Range): string;
  readonly subject: string;
  /** Recorded numbers and what each must be. An absent number counts as 0. */
  readonly equal: Readonly<Record<string, string>>;
}

/** Whose money a finding concerns, by the aliases that the relations of a scope have. */
const SIDES = "array_remove(array[b.advertiser_id, b.publisher_id], null)";
const AGENTS: Readonly<Record<LedgerCheck["scope"], string>> = {
  account: "array_remove(array[a.owner_id], null)",
  txn: "coalesce(t.agents, '{}')",
  campaign: SIDES,
  batch: SIDES,
  agent: "array[s.agent_id]",
  everything: "'{}'::uuid[]",
};

/** One difference: what a row says, and what the rows below it add up to. Micro-credits. */
export interface Finding {
  /** Begins with the id of the account, campaign or other subject. */
  readonly subject: string;
  readonly recorded: string;
  readonly computed: string;
  readonly difference: string;
  /** Whose money it concerns, as uuids; empty for the exchange's own accounts. */
  readonly agents: readonly string[];
}

export function runCheck(db: Queryable, check: LedgerCheck, range: Range): Promise<Finding[]> {
  const pairs = Object.entries(check.equal).map((pair) => pair.map((one) => `coalesce(${one}, 0)`));
  const [recorded, computed] = [0, 1].map((side) => pairs.map((pair) => pair[side]).join(", "));
  const differences = pairs.map((pair) => pair.join(" - ")).join(", ");
  const text = `select ${check.subject} as subject, concat_ws(' ', ${recorded}) as recorded,
      concat_ws(' ', ${computed}) as computed,
      concat_ws(' ', ${differences}) as difference, ${AGENTS[check.scope]} as agents
    from ${check.from(range)}
    where (${recorded}) <> (${computed})
    order by 1
    limit ${range.limit}`;
  return db.query<Finding>(
    { name: `ledger.verify_${check.name}_${range.name}`, text },
    range.values.filter((_, place) => text.includes(`$${place + 1}`)),
  );
}

/** The table whose ids are the subjects of a scope. */
function subjectsOf(scope: LedgerCheck["scope"]): string {
  if (scope === "account" || scope === "txn") return scope;
  return scope === "campaign" || scope === "batch" ? "campaign" : "agent";
}

export const FIRST_SUBJECT = "00000000-0000-0000-0000-000000000000";
export const LAST_SUBJECT = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The id that is so many subjects after another; the last possible one when there are fewer. */
export async function findPartEnd(
  db: Queryable,
  scope: LedgerCheck["scope"],
  { from, subjects }: { from: string; subjects: number },
): Promise<string> {
  const table = subjectsOf(scope);
  const end = await only.text.first(db, `ledger.find_part_end_${table}`, [from, subjects - 1])`
    select id from ${table} where id > $1 order by id offset $2 limit 1`;
  return end ?? LAST_SUBJECT;
}

/** One moment for the whole transaction; must be its first statement. */
export async function holdMoment(tx: Tx): Promise<void> {
  await query(tx, "")`set transaction isolation level repeatable read`;
}

/** One number for all processes that verify what is new. */
const LOCK_KEY = 7_281_640_313;

/** False while another process is verifying. */
export function tryVerificationLock(tx: Tx): Promise<boolean> {
  return only.flag.one(tx, "ledger.try_verification_lock", [LOCK_KEY])`
    select pg_try_advisory_xact_lock($1)`;
}

/** How many events of each campaign and kind were counted, the archived ones too. */
export const countedEvents = (condition: string) => `(
          select campaign_id, kind, count(*) as events
          from event
          where counted > 0 and id >= ${opening("event_from")} and ${condition}
          group by campaign_id, kind
          union all
          select campaign_id, kind, counted_events
          from closing_balance
          where ${condition}
        ) e`;

/** Campaigns whose rows were archived, with the batches that lost only some of their events. */
export const CLOSING_CHECK: LedgerCheck = {
  name: "closing_balances",
  meaning: "the closing balance of a campaign's journal is that of its events",
  scope: "campaign",
  subject: "c.campaign_id::text",
  equal: {
    "c.booked_events": "c.events",
    "c.booked_units": "c.units",
    "c.booked_charged": "c.charged",
  },
  // Batches that lost some of their events are compared together with the closing balances.
  from: ({ only }) => `(
      select campaign_id,
        sum(events) filter (where is_journal) as booked_events,
        sum(units) filter (where is_journal) as booked_units,
        sum(charged) filter (where is_journal) as booked_charged,
        sum(events) filter (where not is_journal) as events,
        sum(units) filter (where not is_journal) as units,
        sum(charged) filter (where not is_journal) as charged
      from (
        select campaign_id, kind = 0 as is_journal, events, units, charged
        from closing_balance
        union all
        select campaign_id, true, events, units, -escrow_delta
        from journal
        where batch_id >= ${opening("journal_from")} and batch_id < ${opening("whole_from")}
        union all
        select campaign_id, false, 1, case when charged > 0 then counted else 0 end, charged
        from event
        where id >= ${opening("event_from")}
          and id < (select uuid_floor(uuid_time(whole_from) + interval '1 hour') from closing)
          and batch_id < ${opening("whole_from")}
      ) r
      where ${only("campaign_id")}
      group by campaign_id
    ) c
    left join campaign_book b on b.campaign_id = c.campaign_id`,
};

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
export async function forgetAccepted(tx: Tx, check: string, stillThere: readonly string[]) {
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
