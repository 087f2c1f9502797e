import type { Database, Queryable } from "../../core/db.ts";
import { CHECKS } from "./verify-check-queries.ts";
import { allowTime, type Finding, runCheck } from "./verify-queries.ts";

export type { Finding } from "./verify-queries.ts";

export interface Verification {
  readonly check: string;
  readonly meaning: string;
  readonly findings: readonly Finding[];
}

/**
 * Recomputes the books from their rows and lists every difference. Reads only. Each check is one
 * statement, so it sees one moment, whatever settles beside it.
 *
 * **Shape** one entry for each check, in a fixed order; no findings means that it holds.
 */
export async function verifyLedger(db: Queryable): Promise<Verification[]> {
  const verifications: Verification[] = [];
  for (const check of CHECKS) verifications.push(verification(check, await runCheck(db, check)));
  return verifications;
}

/** The same on a ledger of any size: no check is cut off before its time. */
export async function verifyLargeLedger(db: Database): Promise<Verification[]> {
  const verifications: Verification[] = [];
  for (const check of CHECKS) {
    const findings = await db.tx(async (tx) => {
      await allowTime(tx);
      return runCheck(tx, check);
    });
    verifications.push(verification(check, findings));
  }
  return verifications;
}

function verification(
  { name, meaning }: { name: string; meaning: string },
  findings: readonly Finding[],
): Verification {
  return { check: name, meaning, findings };
}
