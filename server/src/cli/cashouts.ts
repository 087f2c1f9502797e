import { creditsFromMicros } from "../contract/money.ts";
import { CASHOUT_STATUSES, cashoutStatusSchema } from "../contract/resources/wallet.ts";
import {
  approveByHand,
  cashoutOnWire,
  findForReview,
  findPayoutHold,
  heldBy,
  type PayoutHold,
  pausePayouts,
  type ReviewRecord,
  rejectByHand,
  resumePayouts,
} from "../domain/cashout/index.ts";
import { type Action, audit, type CommandContext, defineCommand, listing } from "./command.ts";

const LISTED_MAX = 200;

/** **Errors** `not_found`, `invalid_state`. */
export const runCashoutsCommand = defineCommand("cashouts", {
  list: {
    usage: `[--status ${CASHOUT_STATUSES.join("|")}]`,
    async run(given, { db, clock }) {
      const status = cashoutStatusSchema.optional().parse(given.get("status"));
      const found = await findForReview(db, { limit: LISTED_MAX, status });
      const now = clock.now();
      const rows = found.map((one) => rowOf(one, now));
      const items = found.map((one) => itemOf(one, now));
      return listing(items, { head: HEAD, rows, empty: "No cashouts." });
    },
  },
  approve: {
    usage: "CASHOUT_ID --yes",
    run: deciding("approve", "is cleared; the exchange approves it within seconds, at that price"),
  },
  reject: {
    usage: "CASHOUT_ID --reason TEXT --yes",
    run: deciding("reject", "is rejected; its credits are returned"),
  },
  pause: {
    usage: "--reason TEXT",
    run: (given, context) => switching("pause", given.get("reason") ?? "", context),
  },
  resume: { usage: "--yes", run: (_given, context) => switching("resume", "", context) },
});

/** Stops or starts all payouts of all processes, with its audit row. */
async function switching(action: "pause" | "resume", reason: string, context: CommandContext) {
  const { db, actor, clock } = context;
  const hold = await db.tx(async (tx) => {
    if (action === "pause") await pausePayouts(tx, { actor, reason, now: clock.now() });
    else await resumePayouts(tx);
    await audit(tx, context, {
      action: `cashouts.${action}`,
      subject: "payouts",
      detail: action === "pause" ? { reason } : {},
    });
    return (await findPayoutHold(tx)) ?? null;
  });
  return { json: { hold }, text: holdText(hold) };
}

export function holdText(hold: PayoutHold | null): string {
  if (hold === null) return "payouts are submitted\n";
  if (hold === "paused") return "payouts are paused until `cashouts resume`\n";
  return "payouts wait for `operator reconcile`, because the database was restored or promoted\n";
}

/** The decision and its audit row, in one transaction. The publisher reads the reason. */
function deciding(action: "approve" | "reject", done: string): Action<CommandContext>["run"] {
  return async (given, context) => {
    const { subject: cashoutId } = given;
    const reason = given.get("reason");
    const deps = { ids: context.ids, now: context.clock.now() };
    const cashout = await context.db.tx(async (tx) => {
      const decided =
        reason === undefined
          ? await approveByHand(tx, cashoutId, deps)
          : await rejectByHand(tx, { cashoutId, reason }, deps);
      await audit(tx, context, {
        action: `cashouts.${action}`,
        subject: cashoutId,
        detail: {
          agentId: decided.agentId,
          amountCredits: creditsFromMicros(decided.amount),
          reason,
        },
      });
      return cashoutOnWire(decided, undefined);
    });
    return { json: cashout, text: `${cashoutId} ${done}\n` };
  };
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
