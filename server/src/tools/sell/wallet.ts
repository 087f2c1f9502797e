import { entryTypeSchema } from "../../contract/enums.ts";
import { pageFields } from "../../contract/fields.ts";
import { walletSchema } from "../../contract/resources/wallet.ts";
import { balanceOf, findEntries } from "../../domain/ledger/index.ts";
import { defineTool, pageById, READS } from "../tool.ts";

export const wallet = defineTool({
  name: "wallet",
  title: "Wallet and ledger",
  description:
    "Lists the movements of your money, newest first, each with the balance after it, and the " +
    "balances now. Use it to explain a balance, or to find what a campaign, an order or a " +
    "cashout moved. For balances alone use whoami, for sums over a period " +
    "get_publisher_report.",
  access: "any",
  ...READS,
  input: {
    ...pageFields,
    type: entryTypeSchema.optional().describe("Only this kind of movement."),
  },
  output: walletSchema,
  examples: { "The latest movements": { limit: 5 }, "Only purchases": { type: "credit_purchase" } },
  nextTools: ["whoami", "ask_help"],
  async run({ agentId, services }, { type, ...page }) {
    const { db } = services;
    const entries = await pageById(page, ["ent", "entryId"], (range) =>
      findEntries(db, { agentId, type, ...range }),
    );
    return { ...entries, balance: await balanceOf(db, agentId) };
  },
});
