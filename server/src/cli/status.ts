import { defineCommand } from "./command.ts";
import { type Facts, readFacts, type Status, type StatusContext } from "./status-facts.ts";
import { textOfStatus } from "./status-text.ts";

/** The exit code is 1 when something needs attention; `problems` says what. */
export const runStatusCommand = defineCommand<StatusContext>("status", {
  "": {
    usage: "",
    async run(_given, context) {
      const facts = await readFacts(context);
      const status: Status = { ...facts, problems: problemsOf(facts) };
      const exitCode = status.problems.length === 0 ? 0 : 1;
      return { json: status, text: textOfStatus(status), exitCode };
    },
  },
});

/** A run is due every minute; three that are missing are no coincidence. */
const VERIFICATION_LATE_MS = 200_000;
const DISK_FREE_MIN = 0.05;

function problemsOf(status: Facts): string[] {
  const { money, verification, disk, at } = status;
  const lastRunMs = verification?.lastRunAt?.getTime() ?? 0;
  const isLate = new Date(at).getTime() - lastRunMs > VERIFICATION_LATE_MS;
  const checks: readonly [boolean, string][] = [
    [!status.migrated, "the database is not migrated: run `npm run migrate`"],
    [status.payoutHold === "paused", "payouts are paused: `operator cashouts resume`"],
    [status.payoutHold === "recovery", "payouts wait for `operator reconcile`"],
    [status.replica?.reachable === false, "the replica does not answer"],
    [status.redis?.reachable === false, "Redis does not answer"],
    [money !== undefined && money.sumCredits !== 0, "the accounts do not sum to zero"],
    [
      (verification?.openFindings ?? 0) > 0,
      "there are ledger findings: run `operator ledger findings`",
    ],
    [status.migrated && isLate, "the ledger was not verified for minutes: check `npm run work`"],
    [disk !== null && disk.freeBytes < disk.sizeBytes * DISK_FREE_MIN, "the disk is nearly full"],
  ];
  return checks.filter(([isSo]) => isSo).map(([, problem]) => problem);
}
