import { z } from "zod";
import { entryTypeSchema } from "../../contract/enums.ts";
import { pageFields } from "../../contract/resources/list.ts";
import { walletSchema } from "../../contract/resources/wallet.ts";
import { balanceOf, findEntries, sweepAll } from "../../domain/ledger/index.ts";
import { callerOf, ledgerDepsOf } from "../context.ts";
import { idFromCursor, pageOf } from "../paging.ts";
import { defineTool, READS } from "../tool.ts";

export const wallet = defineTool({
  name: "wallet",
  module: "sell",
  title: "Wallet and ledger",
  description:
    "Lists the movements of the caller's money, newest first, with the balance after each one, " +
    "and the balances now. Entries are never changed or removed; every transaction sums to " +
    "zero over all accounts. Use `type` to see only one kind. For a quick look at the balance " +
    "alone use whoami.",
  access: "any",
  rateClass: "read",
  effect: "read",
  hints: READS,
  errors: ["invalid_arguments", "missing_key", "invalid_key"],
  input: z.strictObject({
    ...pageFields,
    type: entryTypeSchema.optional().describe("Only this kind of movement."),
  }),
  output: walletSchema,
  examples: [
    { title: "The latest movements", arguments: { limit: 5 } },
    { title: "Only purchases", arguments: { type: "credit_purchase" } },
  ],
  nextTools: ["whoami"],
  async run(ctx, input) {
    const { agentId } = callerOf(ctx);
    const { db } = ctx.services;
    await sweepAll(db, agentId, ledgerDepsOf(ctx));
    const before = idFromCursor(input.cursor, "ent");
    const entries = await findEntries(db, {
      agentId,
      limit: input.limit + 1,
      ...(input.type === undefined ? {} : { type: input.type }),
      ...(before === undefined ? {} : { before }),
    });
    return {
      ...pageOf(entries, input.limit, (entry) => entry.entryId),
      balance: await balanceOf(db, agentId),
    };
  },
});
