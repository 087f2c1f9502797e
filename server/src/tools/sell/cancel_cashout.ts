import { z } from "zod";
import { exampleId, idSchema } from "../../contract/fields.ts";
import { cashoutSchema } from "../../contract/resources/wallet.ts";
import { cancelCashout as cancel, cashoutOnWire } from "../../domain/cashout/index.ts";
import { COMMITS, callerOf, defineTool, ledgerDepsOf, txOf } from "../tool.ts";

export const cancelCashout = defineTool({
  name: "cancel_cashout",
  module: "sell",
  title: "Cancel a cashout",
  description:
    "Takes back one of your cashouts while it is requested or approved; its credits return to " +
    "earned at once. Use it to correct an address or an amount, then call request_cashout " +
    "again. From submitted on it is too late: list_cashouts shows the state.",
  access: ["publisher"],
  ...COMMITS,
  errors: ["invalid_arguments", "not_found", "invalid_state", "agent_suspended", "wrong_role"],
  input: z.strictObject({ cashoutId: idSchema("csh") }),
  output: cashoutSchema,
  examples: { "Take it back": { cashoutId: exampleId("csh") } },
  nextTools: ["whoami", "request_cashout"],
  async run(ctx, input) {
    const own = { ...input, agentId: callerOf(ctx).agentId };
    return cashoutOnWire(await cancel(txOf(ctx), own, ledgerDepsOf(ctx)), undefined);
  },
});
