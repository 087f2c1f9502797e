import { notFound } from "../../contract/errors.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import type { Foundation } from "../../core/foundation.ts";
import { CHECKS } from "./verify-check-queries.ts";
import {
  clearFindingRow,
  FIRST_SUBJECT,
  type Finding,
  findOpenFindings,
  findPartEnd,
  forgetAccepted,
  holdMoment,
  insertRun,
  type KeptFinding,
  keepFindings,
  LAST_SUBJECT,
  type LedgerCheck,
  runCheck,
  tryVerificationLock,
} from "./verify-queries.ts";
import {
  EVERYTHING,
  findSettledBlocks,
  findTouched,
  findWatermark,
  keepVerified,
  type Range,
  rangeBetween,
  rangeOf,
  rangeOfBatches,
  rangeSince,
} from "./verify-range-queries.ts";

export type { Finding } from "./verify-queries.ts";

/** What a run compared, and how many findings are open after it. */
export interface RunResult {
  readonly findings: number;
  readonly checked: Readonly<Record<string, number>>;
}

/**
 * Verifies what changed since the last run, by induction: only the step from the verified state to
 * the present one is compared. A difference in a step is a suspicion; a finding is what the same
 * check says over all rows of that subject in the same snapshot. So a late commit is neither missed
 * nor a false alarm.
 *
 * `verifyAll` finds rows that changed after they were verified.
 *
 * **Errors** undefined while another process is verifying.
 */
export async function verifyNew(deps: Foundation): Promise<RunResult | undefined> {
  const startedAt = deps.clock.now();
  const blocks = await findSettledBlocks(deps.db);
  return deps.db.tx(async (tx) => {
    await holdMoment(tx);
    if (!(await tryVerificationLock(tx))) return undefined;
    const since = await findWatermark(tx);
    const { agents, ...counts } = await findTouched(tx, since);
    let suspicions = 0;
    for (const check of CHECKS) {
      const found = check.isStepwise ? await runCheck(tx, check, rangeSince(since)) : [];
      if (check.scope !== "batch") suspicions += found.length;
      const range = rangeToConfirm(check, found, agents);
      if (range !== undefined) await keep(tx, check, range, { ...deps, startedAt });
    }
    await checkOpenFindings(tx, { ...deps, startedAt });
    await keepVerified(tx);
    return finish(tx, deps, { kind: "new", startedAt, checked: { ...counts, suspicions }, blocks });
  });
}

/** The rows that decide whether a difference exists; undefined without any suspicion. */
function rangeToConfirm(
  check: LedgerCheck,
  suspicions: readonly Finding[],
  agents: readonly string[],
): Range | undefined {
  if (check.scope === "everything") return EVERYTHING;
  const subjects = check.scope === "agent" ? agents : suspicions.map(({ subject }) => subject);
  if (subjects.length === 0) return undefined;
  return check.scope === "batch" ? rangeOfBatches(subjects) : rangeOf(subjects.map(idOf));
}

/** `seen_at` of a finding tells the operator whether the difference still exists. */
async function checkOpenFindings(tx: Tx, deps: KeepDeps): Promise<void> {
  for (const { check: name, subject, agentIds } of await findOpenFindings(tx)) {
    const check = CHECKS.find((one) => one.name === name);
    const range = rangeOf([idOf(subject), ...agentIds.map(uuidFromId)]);
    if (check !== undefined && check.scope !== "everything") await keep(tx, check, range, deps);
  }
}

const idOf = (subject: string) => subject.split(" ")[0] ?? subject;

/**
 * Verifies everything, each check in parts of about a second: a transaction that reads for longer
 * keeps vacuum from removing the old versions of busy rows. A subject is compared in one statement.
 */
export async function verifyAll(deps: Foundation): Promise<RunResult> {
  const startedAt = deps.clock.now();
  for (const check of CHECKS) {
    const found = await keepInParts(check, { ...deps, startedAt });
    const subjects = found.map(({ subject }) => subject);
    await deps.db.tx((tx) => forgetAccepted(tx, check.name, subjects));
  }
  const checked = { checks: CHECKS.length };
  return finish(deps.db, deps, { kind: "all", startedAt, checked, blocks: null });
}

const PART_MS = 1_000;
const FIRST_PART_SUBJECTS = 10;

/** The next part takes as many subjects as this one would have had in its time, twice at most. */
async function keepInParts(check: LedgerCheck, deps: Foundation & KeepDeps): Promise<Finding[]> {
  const { db, clock } = deps;
  const { scope } = check;
  if (scope === "everything") return db.tx((tx) => keep(tx, check, EVERYTHING, deps));
  const found: Finding[] = [];
  let from = FIRST_SUBJECT;
  let subjects = FIRST_PART_SUBJECTS;
  while (from !== LAST_SUBJECT) {
    const startedMs = clock.monotonicMs();
    const to = await findPartEnd(db, scope, { from, subjects });
    const range = rangeBetween(from, to);
    found.push(...(await db.tx((tx) => keep(tx, check, range, deps))));
    const fitting = PART_MS / Math.max(1, clock.monotonicMs() - startedMs);
    subjects = Math.max(1, Math.floor(subjects * Math.min(2, fitting)));
    from = to;
  }
  return found;
}

/** The findings of one check; none means that the rule holds. */
export interface Verification {
  readonly check: string;
  readonly meaning: string;
  readonly findings: readonly Finding[];
}

/**
 * Recomputes the books from their rows and lists every difference. Reads only. Each check is one
 * statement, so it sees one moment, whatever settles beside it.
 *
 * **Shape** one entry for each check, in a fixed order.
 */
export async function verifyLedger(db: Queryable): Promise<Verification[]> {
  const verifications: Verification[] = [];
  for (const check of CHECKS) {
    const { name, meaning } = check;
    const findings = await runCheck(db, check, EVERYTHING);
    verifications.push({ check: name, meaning, findings });
  }
  return verifications;
}

type KeepDeps = Pick<Foundation, "ids" | "logger"> & { readonly startedAt: Date };

async function keep(tx: Tx, check: LedgerCheck, range: Range, deps: KeepDeps): Promise<Finding[]> {
  const findings = await runCheck(tx, check, range);
  if (findings.length === 0) return findings;
  const named = findings.map((finding) => ({ ...finding, uuid: deps.ids.uuid() }));
  for (const { subject, isNew } of await keepFindings(tx, check.name, named, deps.startedAt)) {
    if (isNew) deps.logger.error({ check: check.name, subject }, "ledger_mismatch");
  }
  return findings;
}

async function finish(
  db: Queryable,
  { ids, clock }: Foundation,
  run: {
    kind: "new" | "all";
    startedAt: Date;
    checked: RunResult["checked"];
    blocks: object | null;
  },
): Promise<RunResult> {
  const findings = (await findOpenFindings(db)).length;
  await insertRun(db, { ...run, findings, uuid: ids.uuid(), finishedAt: clock.now() });
  return { findings, checked: run.checked };
}

/**
 * Clears a finding: its agents' money moves again, and the same difference counts as accepted.
 *
 * **Errors** `not_found` when there is no such open finding.
 */
export async function clearFinding(
  tx: Tx,
  finding: { findingId: string; actor: string; now: Date },
): Promise<KeptFinding> {
  const cleared = await clearFindingRow(tx, finding);
  if (cleared !== undefined) return cleared;
  throw notFound("finding", { message: `There is no open finding ${finding.findingId}.` });
}
