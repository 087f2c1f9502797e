import { ExchangeError } from "../../contract/errors.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import type { Logger } from "../../core/log.ts";
import { CHECKS } from "./verify-check-queries.ts";
import {
  clearFindingRow,
  findOpenFindings,
  forgetAccepted,
  insertRun,
  type KeptFinding,
  keepFindings,
} from "./verify-findings-queries.ts";
import {
  findSettledBlocks,
  findSnapshot,
  findSuspectAccounts,
  findSuspectBatches,
  findSuspectBooks,
  findSuspectSweeps,
  findSuspectTxns,
  findTouchedAccounts,
  findWatermark,
  findWrongBatches,
  keepAccounts,
  keepBooks,
  type Watermark,
} from "./verify-new-queries.ts";
import {
  allowTime,
  type Finding,
  holdMoment,
  type LedgerCheck,
  runCheck,
  tryVerificationLock,
} from "./verify-queries.ts";

export interface VerifyDeps {
  readonly db: Database;
  readonly ids: Pick<IdSource, "uuid">;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a run looked at, and how many findings are open after it. */
export interface RunResult {
  readonly findings: number;
  readonly checked: Readonly<Record<string, number>>;
}

/**
 * Verifies what changed since the last run, by induction: what was verified stays verified, so only
 * the step from there to here is checked. Accounts and campaigns have changed when they differ from
 * what the last run noted of them, whatever committed when. A step that does not fit is only a
 * suspicion; a finding is what the exact check over all rows of that subject says in the same
 * moment. So a late commit can neither slip by nor raise a false alarm. Open findings are looked at
 * again every time: `seen_at` tells the operator whether the difference is still there.
 *
 * Rows that were verified before and changed behind the ledger's back since are what the nightly
 * `verifyAll` is for.
 *
 * **Errors** undefined when another process is verifying.
 */
export async function verifyNew(deps: VerifyDeps): Promise<RunResult | undefined> {
  const startedAt = deps.clock.now();
  const blocks = await findSettledBlocks(deps.db);
  return deps.db.tx(async (tx) => {
    await holdMoment(tx);
    await allowTime(tx);
    if (!(await tryVerificationLock(tx))) return undefined;
    const since = await findWatermark(tx);
    const seen = await findSnapshot(tx);
    const touched = await findTouchedAccounts(tx);
    const checks = createChecker(tx, deps, startedAt);
    const { batches, suspects } = await findSuspects(tx, since);
    for (const [names, subjects] of suspects) {
      for (const name of names) await checks.confirm(name, subjects);
    }
    await checks.confirm("conservation", ["all"]);
    for (const check of CHECKS) {
      if (check.scope === "agent") await checks.confirm(check.name, touched.agents);
    }
    for (const { check, subject, agentIds } of await findOpenFindings(tx)) {
      await checks.confirm(check, [subject.split(" ")[0] ?? subject, ...agentIds.map(uuidFromId)]);
    }
    await keepAccounts(tx);
    const campaigns = await keepBooks(tx);
    const { accounts, entries } = touched;
    const suspicions = suspects.reduce((sum, [, subjects]) => sum + subjects.length, 0);
    const result = {
      findings: (await findOpenFindings(tx)).length,
      checked: { accounts, entries, campaigns, batches, suspicions },
    };
    await insertRun(tx, {
      ...result,
      uuid: deps.ids.uuid(),
      kind: "new",
      startedAt,
      finishedAt: deps.clock.now(),
      seen,
      blocks,
    });
    return result;
  });
}

/** Subjects whose step does not fit, with the checks that decide about them. */
async function findSuspects(tx: Tx, since: Watermark) {
  const books = await findSuspectBooks(tx, since);
  const doubtful = await findSuspectBatches(tx, since);
  const suspects: readonly (readonly [checks: readonly string[], subjects: readonly string[]])[] = [
    [["balances", "entry_chain"], await findSuspectAccounts(tx)],
    [["transactions"], await findSuspectTxns(tx)],
    [["books", "prices"], books],
    [["journal"], await findWrongBatches(tx, doubtful)],
    [["sweeps"], await findSuspectSweeps(tx)],
  ];
  return { batches: doubtful.batches, suspects };
}

/** Verifies everything, each check in a transaction of its own, so that none is held for long. */
export async function verifyAll(deps: VerifyDeps): Promise<RunResult> {
  const startedAt = deps.clock.now();
  for (const check of CHECKS) {
    await deps.db.tx(async (tx) => {
      await allowTime(tx);
      const checks = createChecker(tx, deps, startedAt);
      const found = await runCheck(tx, check);
      await checks.keep(check, found);
      await forgetAccepted(
        tx,
        check.name,
        found.map(({ subject }) => subject),
      );
    });
  }
  const findings = (await findOpenFindings(deps.db)).length;
  const result = { findings, checked: { checks: CHECKS.length } };
  await insertRun(deps.db, {
    ...result,
    uuid: deps.ids.uuid(),
    kind: "all",
    startedAt,
    finishedAt: deps.clock.now(),
    seen: null,
    blocks: null,
  });
  return result;
}

/** Runs exact checks and keeps what they find. */
function createChecker(tx: Tx, deps: VerifyDeps, now: Date) {
  const keep = async (check: LedgerCheck, findings: readonly Finding[]) => {
    if (findings.length === 0) return;
    const named = findings.map((finding) => ({ ...finding, uuid: deps.ids.uuid() }));
    const kept = await keepFindings(tx, check.name, named, now);
    for (const { subject, isNew } of kept) {
      if (isNew) deps.logger.error({ check: check.name, subject }, "ledger_mismatch");
    }
  };
  return {
    keep,
    async confirm(name: string, suspects: readonly string[]) {
      const check = CHECKS.find((one) => one.name === name);
      if (check === undefined || suspects.length === 0) return;
      await keep(check, await runCheck(tx, check, suspects));
    },
  };
}

/**
 * Lifts a finding: its agents' money moves again, and the same difference counts as accepted.
 *
 * **Errors** `not_found` when there is no such open finding.
 */
export async function clearFinding(
  tx: Tx,
  finding: { findingId: string; actor: string; now: Date },
): Promise<KeptFinding> {
  const cleared = await clearFindingRow(tx, finding);
  if (cleared !== undefined) return cleared;
  throw new ExchangeError("not_found", {
    message: `There is no open finding ${finding.findingId}.`,
    details: { resource: "finding" },
  });
}
