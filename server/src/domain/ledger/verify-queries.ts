import type { Queryable, Tx } from "../../core/db.ts";

/** What the ids are by which a check can be narrowed to a few subjects. */
export type CheckScope = "account" | "txn" | "campaign" | "agent" | "everything";

export interface LedgerCheck {
  readonly name: string;
  readonly meaning: string;
  readonly scope: CheckScope;
  /**
   * Selects `subject`, `recorded`, `computed`, `difference` and `agents` of each difference. `only`
   * gives the condition that narrows a column to the subjects asked for.
   */
  text(only: (column: string) => string): string;
}

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

const FINDINGS_MAX = 1_000;

/** Runs a check over everything, or over the subjects named by uuid. */
export function runCheck(
  db: Queryable,
  check: LedgerCheck,
  subjects?: readonly string[],
): Promise<Finding[]> {
  const isNarrow = subjects !== undefined && check.scope !== "everything";
  const only = isNarrow ? (column: string) => `${column} = any($1::uuid[])` : () => "true";
  return db.query<Finding>(
    {
      name: `ledger.verify_${check.name}${isNarrow ? "_of" : ""}`,
      text: `select f.subject, f.recorded, f.computed, f.difference, f.agents
        from (${check.text(only)}) f
        order by f.subject
        limit ${FINDINGS_MAX}`,
    },
    isNarrow ? [subjects] : [],
  );
}

/** Gives the statements of this transaction as long as a large ledger takes. */
export async function allowTime(tx: Tx): Promise<void> {
  await tx.query({ name: "", text: "set local statement_timeout = '15min'" });
}

/** One moment for the whole transaction; must be its first statement. */
export async function holdMoment(tx: Tx): Promise<void> {
  await tx.query({ name: "", text: "set transaction isolation level repeatable read" });
}

/** One number for all processes that verify what is new. */
const LOCK_KEY = 7_281_640_313;

/** False when another process is verifying right now. */
export async function tryVerificationLock(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ locked: boolean }>(
    {
      name: "ledger.try_verification_lock",
      text: "select pg_try_advisory_xact_lock($1) as locked",
    },
    [LOCK_KEY],
  );
  return rows[0]?.locked === true;
}
