import type { ExchangeError } from "../contract/errors.ts";
import type { Tx } from "../core/db.ts";
import { insertAudit } from "../domain/audit/index.ts";
import {
  clearFinding,
  findOpenFindings,
  type KeptFinding,
  verifyLargeLedger,
} from "../domain/ledger/index.ts";
import { type CommandContext, parseWords, usageError, writeJson } from "./command.ts";

export const LEDGER_USAGE = `ledger verify [--json]
ledger findings [--json]
ledger clear FINDING --yes [--json]`;

const FINDINGS_SHOWN_MAX = 20;
const OPTIONS = {
  yes: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;
const FINDING_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Runs `ledger ...` with the words after `ledger`; answers the exit code: 1 when `verify` finds any
 * difference or `findings` lists one.
 *
 * **Errors** `invalid_request` for a wrong call or a missing `--yes`; `not_found`.
 */
export async function runLedgerCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [action, ...rest] = words;
  const { values, positionals } = parseWords(rest, OPTIONS, LEDGER_USAGE);
  if (action === "clear") return clear(positionals, values, context);
  if (positionals.length > 0 || values.yes) throw wrong("Neither takes more than --json.");
  if (action === "verify") return verify(values.json, context);
  if (action === "findings") return list(values.json, context);
  throw wrong(action === undefined ? "Say what to do." : `There is no ledger ${action}.`);
}

async function verify(isJson: boolean, context: CommandContext): Promise<number> {
  const { db, stdout } = context;
  const verifications = await verifyLargeLedger(db);
  const differences = verifications.reduce((sum, { findings }) => sum + findings.length, 0);
  if (isJson) {
    writeJson(context, { differences, checks: verifications });
    return differences === 0 ? 0 : 1;
  }
  for (const { meaning, findings } of verifications) {
    stdout.write(`${findings.length === 0 ? "ok  " : "DIFF"}  ${meaning}\n`);
    for (const { subject, recorded, computed } of findings.slice(0, FINDINGS_SHOWN_MAX)) {
      stdout.write(`      ${subject}: recorded ${recorded}, computed ${computed}\n`);
    }
  }
  stdout.write(`${differences} differences\n`);
  return differences === 0 ? 0 : 1;
}

async function list(isJson: boolean, context: CommandContext): Promise<number> {
  const findings = await findOpenFindings(context.db);
  if (isJson) writeJson(context, { items: findings });
  else if (findings.length === 0) context.stdout.write("No open finding: nobody is frozen.\n");
  else context.stdout.write(findings.map(shown).join(""));
  return findings.length === 0 ? 0 : 1;
}

function shown(finding: KeptFinding): string {
  const frozen = finding.agentIds.length === 0 ? "nobody" : finding.agentIds.join(", ");
  return `${finding.findingId}  ${finding.check}
      ${finding.subject}: recorded ${finding.recorded}, computed ${finding.computed}
      frozen: ${frozen}
      found ${finding.foundAt.toISOString()}, last seen ${finding.seenAt.toISOString()}
`;
}

async function clear(
  positionals: readonly string[],
  values: { yes: boolean; json: boolean },
  context: CommandContext,
): Promise<number> {
  const [findingId, ...more] = positionals;
  if (findingId === undefined || more.length > 0) throw wrong("Name one finding.");
  if (!FINDING_ID.test(findingId)) throw wrong(`${findingId} is not the id of a finding.`);
  if (!values.yes) throw wrong("This lets frozen money move. Add --yes.");
  const cleared = await context.db.tx((tx) => clearedOne(tx, findingId, context));
  if (values.json) writeJson(context, cleared);
  else context.stdout.write(`${findingId} is lifted; the same difference counts as accepted\n`);
  return 0;
}

/** The decision and its audit row, in one transaction. */
async function clearedOne(
  tx: Tx,
  findingId: string,
  { ids, clock, actor }: CommandContext,
): Promise<KeptFinding> {
  const finding = await clearFinding(tx, { findingId, actor, now: clock.now() });
  const { check, subject, recorded, computed, agentIds } = finding;
  await insertAudit(tx, {
    uuid: ids.uuid(),
    actor,
    action: "ledger.clear",
    subject: findingId,
    detail: { check, subject, recorded, computed, agentIds },
  });
  return finding;
}

function wrong(message: string): ExchangeError {
  return usageError(message, LEDGER_USAGE);
}
