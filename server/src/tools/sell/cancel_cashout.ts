import { exampleId, idSchema } from "../../contract/fields.ts";
import { cashoutSchema } from "../../contract/resources/wallet.ts";
import { cancelCashout as cancel, cashoutOnWire } from "../../domain/cashout/index.ts";
import { COMMITS, defineTool } from "../tool.ts";

export const cancelCashout = defineTool({
  name: "cancel_cashout",
  title: "Cancel a cashout",
  description:
    "Takes back one of your cashouts while it is requested or approved; its credits return to " +
    "earned at once. Use it to correct an address or an amount, then call request_cashout " +
    "again. From submitted on it is too late: list_cashouts shows the state.",
  access: ["publisher"],
  ...COMMITS,
  errors: ["not_found", "invalid_state"],
  input: { cashoutId: idSchema("csh") },
  output: cashoutSchema,
  examples: { "Take it back": { cashoutId: exampleId("csh") } },
  nextTools: ["whoami", "request_cashout"],
  async run({ agentId, deps, tx }, input) {
    const own = { ...input, agentId };
    return cashoutOnWire(await cancel(tx, own, deps), undefined);
  },
});
