import { creditsFromMicros } from "../contract/money.ts";
import { CASHOUT_STATUSES, cashoutStatusSchema } from "../contract/resources/cashout.ts";
import {
  approveByHand,
  cashoutOnWire,
  findForReview,
  heldBy,
  type ReviewRecord,
  rejectByHand,
} from "../domain/cashout/index.ts";
import { type Action, audit, type CommandContext, defineCommand, listing } from "./command.ts";

const LISTED_MAX = 200;

/** **Errors** `not_found`, `invalid_state`. */
export const runCashoutsCommand = defineCommand("cashouts", {
  list: {
    usage: `[--status ${CASHOUT_STATUSES.join("|")}]`,
    async run(given, { db, clock }) {
      const status = cashoutStatusSchema.optional().parse(given.get("status"));
      const found = await findForReview(db, {
        limit: LISTED_MAX,
        ...(status === undefined ? {} : { status }),
      });
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
});

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
