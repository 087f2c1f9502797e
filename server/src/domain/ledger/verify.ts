import type { Queryable } from "../../core/db.ts";
import { CHECKS, type Finding, runCheck } from "./verify-queries.ts";

export type { Finding } from "./verify-queries.ts";

export interface Verification {
  readonly check: string;
  readonly meaning: string;
  readonly findings: readonly Finding[];
}

/**
 * Recomputes the books from their rows and lists every difference. Reads only; on a busy database
 * run it in one repeatable-read transaction, so that all checks see the same moment.
 *
 * **Shape** one entry for each check, in a fixed order; no findings means that it holds.
 */
export async function verifyLedger(db: Queryable): Promise<Verification[]> {
  const verifications: Verification[] = [];
  for (const check of CHECKS) {
    const findings = await runCheck(db, check);
    verifications.push({ check: check.name, meaning: check.meaning, findings });
  }
  return verifications;
}
