import { listOf, pageFields } from "../../contract/fields.ts";
import { cashoutSchema, cashoutStatusSchema } from "../../contract/resources/wallet.ts";
import { cashoutOnWire, findCashoutsOf } from "../../domain/cashout/index.ts";
import { defineTool, pageById, READS } from "../tool.ts";

export const listCashouts = defineTool({
  name: "list_cashouts",
  title: "List cashouts",
  description:
    "Shows your cashouts, newest first, with state, price and, once known, the Bitcoin " +
    "transaction. requested and approved can still be canceled (cancel_cashout); submitted, " +
    "in_progress and unknown are with the provider; completed, rejected, canceled and failed " +
    "are final. For the movements of money use wallet.",
  access: ["publisher"],
  ...READS,
  input: {
    ...pageFields,
    status: cashoutStatusSchema.optional().describe("Only those in this state."),
  },
  output: listOf(cashoutSchema),
  examples: { "The latest cashouts": { limit: 5 } },
  nextTools: ["whoami", "request_cashout", "cancel_cashout"],
  async run({ agentId, db, services }, { status, ...page }) {
    const { items, nextCursor } = await pageById(page, ["csh", "cashoutId"], (range) =>
      findCashoutsOf(db, { agentId, status, ...range }),
    );
    const current = services.cashout.quotes.latest();
    return { items: items.map((one) => cashoutOnWire(one, current)), nextCursor };
  },
});
