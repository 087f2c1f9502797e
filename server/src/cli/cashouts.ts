import { idSchema } from "../contract/ids.ts";
import { creditsFromMicros } from "../contract/money.ts";
import { cashoutStatusSchema } from "../contract/resources/cashout.ts";
import type { Tx } from "../core/db.ts";
import { insertAudit } from "../domain/audit/index.ts";
import {
  approveByHand,
  cashoutOnWire,
  findForReview,
  heldBy,
  type ReviewRecord,
  rejectByHand,
} from "../domain/cashout/index.ts";
import { type CommandContext, parseWords, tableOf, usageError, writeJson } from "./command.ts";

export const CASHOUTS_USAGE = `cashouts list [--status STATUS] [--json]
cashouts approve CASHOUT_ID --yes [--json]
cashouts reject CASHOUT_ID --reason TEXT --yes [--json]`;

const LISTED_MAX = 200;
const REASON_MAX = 500;

/**
 * Runs `cashouts ...` with the words after `cashouts`; answers the exit code.
 *
 * **Errors** `invalid_request` for a wrong call or a missing `--yes`; `not_found`, `invalid_state`.
 */
export async function runCashoutsCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [action, ...rest] = words;
  if (action === "list") return list(rest, context);
  if (action === "approve" || action === "reject") return decide(action, rest, context);
  throw wrong(action === undefined ? "Say what to do." : `There is no command cashouts ${action}.`);
}

async function list(words: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parsed(words);
  if (positionals.length > 0 || values.yes || values.reason !== undefined) {
    throw wrong("list takes --status and --json.");
  }
  const status = cashoutStatusSchema.optional().safeParse(values.status);
  if (!status.success) throw wrong(`There is no status ${values.status}.`);
  const found = await findForReview(context.db, {
    limit: LISTED_MAX,
    ...(status.data === undefined ? {} : { status: status.data }),
  });
  const now = context.clock.now();
  if (values.json) writeJson(context, { items: found.map((one) => itemOf(one, now)) });
  else if (found.length === 0) context.stdout.write("No cashout.\n");
  else context.stdout.write(tableOf([HEAD, ...found.map((one) => rowOf(one, now))]));
  return 0;
}

async function decide(
  action: "approve" | "reject",
  words: string[],
  context: CommandContext,
): Promise<number> {
  const { values, positionals } = parsed(words);
  const [cashoutId, ...more] = positionals;
  if (cashoutId === undefined || more.length > 0) throw wrong("Name one cashout.");
  if (!idSchema("csh").safeParse(cashoutId).success) {
    throw wrong(`${cashoutId} is not the id of a cashout.`);
  }
  const reason = values.reason?.trim();
  if ((action === "reject") !== (reason !== undefined && reason !== "")) {
    throw wrong("reject, and only reject, needs a --reason; the publisher reads it.");
  }
  if (!values.yes) throw wrong("This moves money. Add --yes.");
  const decision = { action, cashoutId, reason: reason?.slice(0, REASON_MAX) };
  const cashout = await context.db.tx((tx) => decided(tx, decision, context));
  if (values.json) writeJson(context, cashout);
  else context.stdout.write(`${cashoutId} ${DONE[action]}\n`);
  return 0;
}

const DONE = {
  approve: "is cleared; the exchange approves it within seconds, at the price of that moment",
  reject: "is rejected; its credits are returned",
} as const;

/** The decision and its audit row, in one transaction. */
async function decided(
  tx: Tx,
  decision: { action: "approve" | "reject"; cashoutId: string; reason: string | undefined },
  { ids, clock, actor }: CommandContext,
) {
  const { action, cashoutId, reason } = decision;
  const deps = { ids, now: clock.now() };
  const cashout =
    reason === undefined
      ? await approveByHand(tx, cashoutId, deps)
      : await rejectByHand(tx, { cashoutId, reason }, deps);
  await insertAudit(tx, {
    uuid: ids.uuid(),
    actor,
    action: `cashouts.${action}`,
    subject: cashoutId,
    detail: {
      agentId: cashout.agentId,
      amountCredits: creditsFromMicros(cashout.amount),
      ...(reason === undefined ? {} : { reason }),
    },
  });
  return cashoutOnWire(cashout, undefined);
}

function itemOf(cashout: ReviewRecord, now: Date): object {
  const held = heldBy(cashout, now);
  return {
    ...cashoutOnWire(cashout, undefined),
    agentId: cashout.agentId,
    ...(cashout.providerId === undefined ? {} : { providerId: cashout.providerId }),
    ...(held === "" ? {} : { heldBy: held }),
  };
}

const HEAD = ["cashout", "agent", "status", "credits", "address", "requested", "held by"];

function rowOf(cashout: ReviewRecord, now: Date): string[] {
  return [
    cashout.cashoutId,
    cashout.agentId,
    cashout.status,
    creditsFromMicros(cashout.amount).toLocaleString("en-US"),
    cashout.address,
    cashout.createdAt.toISOString(),
    heldBy(cashout, now),
  ];
}

const OPTIONS = {
  status: { type: "string" },
  reason: { type: "string" },
  yes: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

function parsed(words: string[]) {
  return parseWords(words, OPTIONS, CASHOUTS_USAGE);
}

function wrong(message: string) {
  return usageError(message, CASHOUTS_USAGE);
}
