import { type IdPrefix, idSchema } from "../contract/ids.ts";
import { creditsFromMicros, micros } from "../contract/money.ts";
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
  type CommandContext,
  parseWords,
  printable,
  tableOf,
  usageError,
  writeJson,
} from "./command.ts";

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
  const reasons = await reasonsOf(groups, context);
  const reasonOf = (group: EarningGroup) => reasons.get(subjectOf(group));
  if (values.json) {
    writeJson(context, { items: groups.map((group) => itemOf(group, reasonOf(group))) });
  } else if (groups.length === 0) context.stdout.write("No earnings.\n");
  else context.stdout.write(tableOf([HEAD, ...groups.map((one) => rowOf(one, reasonOf(one)))]));
  return 0;
}

/** What the audit keeps a decision under. */
const subjectOf = ({ disputeId, campaignId }: EarningGroup) => disputeId ?? campaignId;

/** Why earnings are held: the operator's words, or the code of the check that held them. */
function reasonsOf(groups: readonly EarningGroup[], { db }: CommandContext) {
  const held = groups.filter(({ status }) => status === "held");
  return findLatestReasons(db, { action: auditActionOf("hold"), subjects: held.map(subjectOf) });
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
    const { db, ids, clock, actor } = context;
    const act = { action, book, disputeId, actor, reason };
    const decision = await carryOut(db, act, { ids, now: clock.now() });
    if (decision !== undefined) decisions.push(decision);
  }
  if (values.json) writeJson(context, { items: decisions.map(decisionOnJson) });
  else context.stdout.write(summaryOf(action, decisions));
  return 0;
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
