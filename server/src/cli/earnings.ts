import { creditsFromMicros, sumMicros } from "../contract/money.ts";
import { findLatestReasons } from "../domain/audit/index.ts";
import {
  auditActionOf,
  carryOut,
  type Decision,
  decisionOnJson,
  type EarningsAction,
  type EarningsTarget,
  findAffected,
} from "../domain/disputes/index.ts";
import { type EarningGroup, findEarningGroups } from "../domain/ledger/index.ts";
import {
  type Action,
  type CommandContext,
  defineCommand,
  type Given,
  listing,
  printable,
  usageError,
} from "./command.ts";

const LISTED_MAX = 200;
const STATUSES = ["pending", "held", "matured", "reversed"] as const;
const TARGET = "[--agent AGENT_ID] [--campaign CAMPAIGN_ID] [--dispute DISPUTE_ID]";
const CHANGE = `${TARGET} --reason TEXT --yes`;

/** **Errors** `not_found`, `invalid_state`. */
export const runEarningsCommand = defineCommand("earnings", {
  list: {
    usage: `${TARGET} [--status ${STATUSES.join("|")}]`,
    async run(given, context) {
      const { agentId, campaignId, disputeId } = targetOf(given);
      const status = STATUSES.find((known) => known === given.get("status"));
      const filter = { publisherId: agentId, campaignId, disputeId, status, limit: LISTED_MAX };
      const groups = await findEarningGroups(context.db, filter);
      const reasons = await reasonsOf(groups, context);
      const reasonOf = (group: EarningGroup) => reasons.get(subjectOf(group));
      const rows = groups.map((group) => rowOf(group, reasonOf(group)));
      const items = groups.map((group) => itemOf(group, reasonOf(group)));
      return listing(items, { head: HEAD, rows, empty: "No earnings." });
    },
  },
  hold: { usage: CHANGE, run: changing("hold") },
  release: { usage: CHANGE, run: changing("release") },
  reverse: { usage: CHANGE, run: changing("reverse") },
});

const subjectOf = ({ disputeId, campaignId }: EarningGroup) => disputeId ?? campaignId;

/** Why earnings are held: the operator's words, or the code of the check that held them. */
function reasonsOf(groups: readonly EarningGroup[], { db }: CommandContext) {
  const held = groups.filter(({ status }) => status === "held");
  return findLatestReasons(db, { action: auditActionOf("hold"), subjects: held.map(subjectOf) });
}

/**
 * Earnings of a whole agent are decided campaign by campaign, each with its audit row. Repeating a
 * call that was interrupted does the rest.
 */
function changing(action: EarningsAction): Action<CommandContext>["run"] {
  return async (given, { db, ids, clock, actor }) => {
    const target = targetOf(given);
    if (Object.keys(target).length !== 1) {
      const message = `${action} requires one of --agent, --campaign and --dispute.`;
      throw usageError(message, runEarningsCommand.usage);
    }
    const reason = given.get("reason") ?? "";
    const decisions: Decision[] = [];
    for (const book of await findAffected(db, target)) {
      const { disputeId } = target;
      const act = { action, book, disputeId, actor, reason };
      const decision = await carryOut(db, act, { ids, now: clock.now() });
      if (decision !== undefined) decisions.push(decision);
    }
    const json = { items: decisions.map(decisionOnJson) };
    return { json, text: summaryOf(action, decisions) };
  };
}

const DONE: Readonly<Record<EarningsAction, string>> = {
  hold: "held",
  release: "released; they mature at the date they had",
  reverse: "taken back; they and the fee are available to the advertisers again",
};

function summaryOf(action: EarningsAction, decisions: readonly Decision[]): string {
  const total = sumMicros(decisions, ({ amount }) => amount);
  const credits = creditsFromMicros(total).toLocaleString("en-US");
  return `${credits} credits of ${decisions.length} campaigns are ${DONE[action]}\n`;
}

function itemOf(group: EarningGroup, reason: string | undefined): object {
  const { amount, fee, maturesFrom, maturesTo, ...rest } = group;
  const why = group.status === "held" && reason !== undefined ? { reason } : {};
  return {
    ...rest,
    ...why,
    earningsCredits: creditsFromMicros(amount),
    feeCredits: creditsFromMicros(fee),
    maturesFrom: maturesFrom.toISOString(),
    maturesTo: maturesTo.toISOString(),
  };
}

const HEAD = ["campaign", "publisher", "status", "dispute", "credits", "fee", "matures", "reason"];

function rowOf(group: EarningGroup, reason: string | undefined): string[] {
  return [
    group.campaignId,
    group.publisherId,
    group.status,
    group.disputeId ?? "",
    creditsFromMicros(group.amount).toLocaleString("en-US"),
    creditsFromMicros(group.fee).toLocaleString("en-US"),
    group.maturesFrom.toISOString(),
    group.status === "held" ? printable(reason ?? "") : "",
  ];
}

function targetOf(given: Given): EarningsTarget {
  const [agentId, campaignId, disputeId] = ["agent", "campaign", "dispute"].map(given.get);
  return {
    ...(agentId === undefined ? {} : { agentId }),
    ...(campaignId === undefined ? {} : { campaignId }),
    ...(disputeId === undefined ? {} : { disputeId }),
  };
}
