import { integer, trimmed } from "../../contract/fields.ts";
import { CREDITS_MAX } from "../../contract/money.ts";
import { cashoutSchema } from "../../contract/resources/wallet.ts";
import { cashoutOnWire, requestCashout as request } from "../../domain/cashout/index.ts";
import { COMMITS, defineTool } from "../tool.ts";

export const requestCashout = defineTool({
  name: "request_cashout",
  title: "Cash out earnings in bitcoin",
  description:
    "Pays earned credits out in bitcoin: whole credits, at least 500, 100 for a dollar. Only " +
    "matured earnings count (`earnedCredits` of whoami), held at once; approval fixes the " +
    "price. The first cashout to a new address waits; one may be open at a time. Follow it with " +
    "list_cashouts; cancel_cashout takes it back.",
  access: ["publisher"],
  ...COMMITS,
  errors: ["cashout_below_minimum", "address_invalid", "conflict", "insufficient_credits"],
  input: {
    amountCredits: integer(1, CREDITS_MAX).describe(
      "Whole credits, at least 500 and at most earnedCredits.",
    ),
    btcAddress: trimmed(100).describe("Bitcoin mainnet address."),
  },
  output: cashoutSchema,
  examples: {
    "Cash out five dollars": {
      amountCredits: 500,
      btcAddress: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    },
  },
  nextTools: ["list_cashouts", "cancel_cashout"],
  async run({ agentId, deps, services, tx }, input) {
    const cashout = await request(tx, { ...input, agentId }, { ...deps, ...services.cashout });
    return cashoutOnWire(cashout, services.cashout.quotes.latest());
  },
});
