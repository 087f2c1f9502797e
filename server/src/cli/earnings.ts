import { type IdPrefix, idSchema } from "../contract/ids.ts";
import { creditsFromMicros, micros } from "../contract/money.ts";
import { insertAudit } from "../domain/audit/index.ts";
import {
  type BookSides,
  type Decision,
  decide,
  type EarningsAction,
  type EarningsTarget,
  findAffected,
  hasEffect,
} from "../domain/disputes/index.ts";
import { type EarningGroup, findEarningGroups } from "../domain/ledger/index.ts";
import { type CommandContext, parseWords, tableOf, usageError, writeJson } from "./command.ts";

export const EARNINGS_USAGE = `earnings list [--agent ID] [--campaign ID] [--dispute ID]
              [--status pending|held|matured|reversed] [--json]
earnings hold (--agent ID | --campaign ID | --dispute ID) --reason TEXT --yes [--json]
earnings release (--agent ID | --campaign ID | --dispute ID) --reason TEXT --yes [--json]
earnings reverse (--agent ID | --campaign ID | --dispute ID) --reason TEXT --yes [--json]`;

const LISTED_MAX = 200;
const REASON_MAX = 500;
const STATUSES = ["pending", "held", "matured", "reversed"] as const;
const OPTIONS = {
  agent: { type: "string" },
  campaign: { type: "string" },
  dispute: { type: "string" },
  status: { type: "string" },
  reason: { type: "string" },
  yes: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/**
 * Runs `earnings ...` with the words after `earnings`; answers the exit code. Earnings of a whole
 * agent are decided campaign by campaign, each with its audit row; repeating a call that broke off
 * does the rest.
 *
 * **Errors** `invalid_request` for a wrong call or a missing `--yes`; `not_found`, `invalid_state`.
 */
export async function runEarningsCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [action, ...rest] = words;
  if (action === "list") return list(rest, context);
  if (action === "hold" || action === "release" || action === "reverse") {
    return change(action, rest, context);
  }
  throw wrong(action === undefined ? "Say what to do." : `There is no command earnings ${action}.`);
}

async function list(words: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseWords(words, OPTIONS, EARNINGS_USAGE);
  if (positionals.length > 0 || values.yes || values.reason !== undefined) {
    throw wrong("list takes --agent, --campaign, --dispute, --status and --json.");
  }
  const status = STATUSES.find((known) => known === values.status);
  if (values.status !== undefined && status === undefined) {
    throw wrong(`There is no status ${values.status}.`);
  }
  const { agentId, campaignId, disputeId } = targetOf(values);
  const filter = { publisherId: agentId, campaignId, disputeId, status, limit: LISTED_MAX };
  const groups = await findEarningGroups(context.db, filter);
  if (values.json) writeJson(context, { items: groups.map(itemOf) });
  else if (groups.length === 0) context.stdout.write("No earnings.\n");
  else context.stdout.write(tableOf([HEAD, ...groups.map(rowOf)]));
  return 0;
}

async function change(
  action: EarningsAction,
  words: string[],
  context: CommandContext,
): Promise<number> {
  const { values, positionals } = parseWords(words, OPTIONS, EARNINGS_USAGE);
  const target = targetOf(values);
  if (positionals.length > 0 || values.status !== undefined || Object.keys(target).length !== 1) {
    throw wrong(`${action} takes one of --agent, --campaign and --dispute.`);
  }
  const reason = values.reason?.trim().slice(0, REASON_MAX);
  if (!reason) throw wrong(`${action} needs a --reason, for the audit.`);
  if (!values.yes) throw wrong("This moves money. Add --yes.");
  const decisions: Decision[] = [];
  for (const book of await findAffected(context.db, target)) {
    const { disputeId } = target;
    const decision = await carryOut({ action, book, disputeId, reason }, context);
    if (hasEffect(decision)) decisions.push(decision);
  }
  if (values.json) writeJson(context, { items: decisions.map(decisionOnJson) });
  else context.stdout.write(summaryOf(action, decisions));
  return 0;
}

/** The decision about one campaign and its audit row, in one transaction. */
function carryOut(
  act: { action: EarningsAction; book: BookSides; disputeId: string | undefined; reason: string },
  { db, ids, clock, actor }: CommandContext,
): Promise<Decision> {
  const { action, book, disputeId, reason } = act;
  return db.tx(async (tx) => {
    const decision = await decide(tx, { action, book, disputeId }, { ids, now: clock.now() });
    if (!hasEffect(decision)) return decision;
    await insertAudit(tx, {
      uuid: ids.uuid(),
      actor,
      action: `earnings.${action}`,
      subject: disputeId ?? book.campaignId,
      detail: { ...decisionOnJson(decision), reason },
    });
    return decision;
  });
}

function decisionOnJson(decision: Decision) {
  const { campaignId, publisherId, disputeIds, amount, fee } = decision;
  return {
    campaignId,
    publisherId,
    disputeIds,
    earningsCredits: creditsFromMicros(amount),
    feeCredits: creditsFromMicros(fee),
  };
}

const DONE: Readonly<Record<EarningsAction, string>> = {
  hold: "held",
  release: "released; they mature at the date they had",
  reverse: "taken back; they and the fee are available to the advertisers again",
};

function summaryOf(action: EarningsAction, decisions: readonly Decision[]): string {
  const total = decisions.reduce((sum, { amount }) => sum + amount, 0n);
  const credits = creditsFromMicros(micros(total)).toLocaleString("en-US");
  return `${credits} credits of ${decisions.length} campaigns are ${DONE[action]}\n`;
}

function itemOf(group: EarningGroup): object {
  const { amount, fee, maturesFrom, maturesTo, ...rest } = group;
  return {
    ...rest,
    earningsCredits: creditsFromMicros(amount),
    feeCredits: creditsFromMicros(fee),
    maturesFrom: maturesFrom.toISOString(),
    maturesTo: maturesTo.toISOString(),
  };
}

const HEAD = ["campaign", "publisher", "status", "dispute", "credits", "fee", "matures"];

function rowOf(group: EarningGroup): string[] {
  return [
    group.campaignId,
    group.publisherId,
    group.status,
    group.disputeId ?? "",
    creditsFromMicros(group.amount).toLocaleString("en-US"),
    creditsFromMicros(group.fee).toLocaleString("en-US"),
    group.maturesFrom.toISOString(),
  ];
}

interface Values {
  readonly agent?: string | undefined;
  readonly campaign?: string | undefined;
  readonly dispute?: string | undefined;
}

/** What was named, with well-formed ids. */
function targetOf({ agent, campaign, dispute }: Values): EarningsTarget {
  return {
    ...(agent === undefined ? {} : { agentId: checked("agt", agent) }),
    ...(campaign === undefined ? {} : { campaignId: checked("cmp", campaign) }),
    ...(dispute === undefined ? {} : { disputeId: checked("dsp", dispute) }),
  };
}

function checked(prefix: IdPrefix, id: string): string {
  if (idSchema(prefix).safeParse(id).success) return id;
  throw wrong(`${id} is not an id that begins with ${prefix}_.`);
}

function wrong(message: string) {
  return usageError(message, EARNINGS_USAGE);
}
