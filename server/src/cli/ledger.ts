import { ExchangeError } from "../contract/errors.ts";
import type { Queryable } from "../core/db.ts";
import { verifyLedger } from "../domain/ledger/index.ts";
import type { CommandOutput } from "./feed.ts";

export const LEDGER_USAGE = "ledger verify [--json]";

const FINDINGS_SHOWN_MAX = 20;

/**
 * Runs `ledger verify`: 0 when the books add up, 1 with any difference.
 *
 * **Errors** `invalid_request` for a wrong call.
 */
export async function runLedgerCommand(
  words: readonly string[],
  context: { db: Queryable; stdout: CommandOutput },
): Promise<number> {
  const [action, ...options] = words;
  if (action !== "verify" || options.some((option) => option !== "--json")) {
    throw new ExchangeError("invalid_request", { message: LEDGER_USAGE });
  }
  const verifications = await verifyLedger(context.db);
  const differences = verifications.reduce((sum, { findings }) => sum + findings.length, 0);
  if (options.includes("--json")) {
    context.stdout.write(`${JSON.stringify({ differences, checks: verifications })}\n`);
    return differences === 0 ? 0 : 1;
  }
  for (const { meaning, findings } of verifications) {
    context.stdout.write(`${findings.length === 0 ? "ok  " : "DIFF"}  ${meaning}\n`);
    for (const { subject, recorded, computed } of findings.slice(0, FINDINGS_SHOWN_MAX)) {
      context.stdout.write(`      ${subject}: recorded ${recorded}, computed ${computed}\n`);
    }
  }
  context.stdout.write(`${differences} differences\n`);
  return differences === 0 ? 0 : 1;
}
