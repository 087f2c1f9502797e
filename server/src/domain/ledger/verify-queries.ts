import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";
import type { Range } from "./verify-range-queries.ts";

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

/** The differences that a check finds in a range. */
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
  const rows = await query<{ id: string }>(db, `ledger.find_part_end_${table}`, [
    from,
    subjects - 1,
  ])`
    select id from ${table} where id > $1 order by id offset $2 limit 1`;
  return rows[0]?.id ?? LAST_SUBJECT;
}

/** One moment for the whole transaction; must be its first statement. */
export async function holdMoment(tx: Tx): Promise<void> {
  await query(tx, "")`set transaction isolation level repeatable read`;
}

/** One number for all processes that verify what is new. */
const LOCK_KEY = 7_281_640_313;

/** False while another process is verifying. */
export async function tryVerificationLock(tx: Tx): Promise<boolean> {
  const rows = await query<{ locked: boolean }>(tx, "ledger.try_verification_lock", [LOCK_KEY])`
    select pg_try_advisory_xact_lock($1) as locked`;
  return rows[0]?.locked === true;
}
