import {
  adjustBalance,
  clearFinding,
  findOpenFindings,
  type KeptFinding,
  verifyLedger,
} from "../domain/ledger/index.ts";
import { audit, defineCommand, usageError } from "./command.ts";

const FINDINGS_SHOWN_MAX = 20;
/** **Units** credits; a slip of the finger must not create more. */
const ADJUSTMENT_MAX = 1_000_000;
const CHECK_MS_MAX = 900_000;
const FINDING_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The exit code is 1 when there are differences or open findings. **Errors** `not_found`. */
export const runLedgerCommand = defineCommand("ledger", {
  verify: {
    usage: "",
    async run(_given, { db }) {
      const checks = await verifyLedger(db.lane(1, { statementTimeoutMs: CHECK_MS_MAX }));
      const differences = checks.reduce((sum, { findings }) => sum + findings.length, 0);
      const lines = checks.flatMap(({ meaning, findings }) => [
        `${findings.length === 0 ? "ok  " : "DIFF"}  ${meaning}\n`,
        ...findings
          .slice(0, FINDINGS_SHOWN_MAX)
          .map(
            ({ subject, recorded, computed }) =>
              `      ${subject}: recorded ${recorded}, computed ${computed}\n`,
          ),
      ]);
      return {
        json: { differences, checks },
        text: `${lines.join("")}${differences} differences\n`,
        exitCode: differences === 0 ? 0 : 1,
      };
    },
  },
  adjust: {
    usage: "AGENT_ID --account available|earned --credits NUMBER --reason TEXT --yes",
    async run(given, context) {
      const { subject: agentId } = given;
      const account = given.get("account") === "earned" ? "earned" : "available";
      const credits = Number(given.get("credits"));
      const description = given.get("reason") ?? "";
      if (!Number.isInteger(credits) || credits === 0 || Math.abs(credits) > ADJUSTMENT_MAX) {
        throw usageError(
          "--credits must be a whole number other than 0, such as --credits=-250.",
          runLedgerCommand.usage,
        );
      }
      const amount = BigInt(credits) * 1_000_000n;
      await context.db.tx(async (tx) => {
        const deps = { ids: context.ids, now: context.clock.now() };
        await adjustBalance(tx, { agentId, account, amount, description }, deps);
        const detail = { account, credits, reason: description };
        await audit(tx, context, { action: "ledger.adjust", subject: agentId, detail });
      });
      const text = `${agentId}: ${credits} credits booked to ${account}\n`;
      return { json: { agentId, account, credits }, text };
    },
  },
  findings: {
    usage: "",
    async run(_given, { db }) {
      const items = await findOpenFindings(db);
      const text = items.map(shown).join("") || "No open findings: no agent is frozen.\n";
      return { json: { items }, text, exitCode: items.length === 0 ? 0 : 1 };
    },
  },
  clear: {
    usage: "FINDING --yes",
    async run({ subject: findingId }, context) {
      if (!FINDING_ID.test(findingId)) {
        throw usageError(
          "FINDING must be an id that `ledger findings` lists.",
          runLedgerCommand.usage,
        );
      }
      const { actor, clock } = context;
      const cleared = await context.db.tx(async (tx) => {
        const finding = await clearFinding(tx, { findingId, actor, now: clock.now() });
        const { check, subject, recorded, computed, agentIds } = finding;
        const detail = { check, subject, recorded, computed, agentIds };
        await audit(tx, context, { action: "ledger.clear", subject: findingId, detail });
        return finding;
      });
      const text = `${findingId} is cleared; the same difference counts as accepted\n`;
      return { json: cleared, text };
    },
  },
});

function shown(finding: KeptFinding): string {
  const frozen = finding.agentIds.length === 0 ? "nobody" : finding.agentIds.join(", ");
  return `${finding.findingId}  ${finding.check}
      ${finding.subject}: recorded ${finding.recorded}, computed ${finding.computed}
      frozen: ${frozen}
      found ${finding.foundAt.toISOString()}, last seen ${finding.seenAt.toISOString()}
`;
}
