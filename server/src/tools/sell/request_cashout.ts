import { z } from "zod";
import { integer, trimmed } from "../../contract/fields.ts";
import { CREDITS_MAX } from "../../contract/money.ts";
import { cashoutSchema } from "../../contract/resources/wallet.ts";
import { cashoutOnWire, requestCashout as request } from "../../domain/cashout/index.ts";
import { COMMITS, callerOf, defineTool, ledgerDepsOf, txOf } from "../tool.ts";

export const requestCashout = defineTool({
  name: "request_cashout",
  module: "sell",
  title: "Cash out earnings in bitcoin",
  description:
    "Pays earned credits out in bitcoin: whole credits, at least 500, 100 for a dollar. Only " +
    "matured earnings count (`earnedCredits` of whoami), held at once; approval fixes the " +
    "price. The first cashout to a new address waits; one may be open at a time. Follow it with " +
    "list_cashouts; cancel_cashout takes it back.",
  access: ["publisher"],
  ...COMMITS,
  errors: [
    "invalid_arguments",
    "cashout_below_minimum",
    "address_invalid",
    "conflict",
    "insufficient_credits",
    "agent_suspended",
    "wrong_role",
  ],
  input: z.strictObject({
    amountCredits: integer(1, CREDITS_MAX).describe(
      "Whole credits, at least 500 and at most earnedCredits.",
    ),
    btcAddress: trimmed(100).describe("Bitcoin mainnet address."),
  }),
  output: cashoutSchema,
  examples: {
    "Cash out five dollars": {
      amountCredits: 500,
      btcAddress: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    },
  },
  nextTools: ["list_cashouts", "cancel_cashout"],
  async run(ctx, input) {
    const { agentId } = callerOf(ctx);
    const { provider, quotes, newAddressMs } = ctx.services.cashout;
    const ledger = ledgerDepsOf(ctx);
    const cashout = await request(
      txOf(ctx),
      { ...input, agentId },
      { ...ledger, provider, newAddressMs },
    );
    return cashoutOnWire(cashout, quotes.latest());
  },
});
