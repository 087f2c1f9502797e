import { type Balance, whoamiSchema } from "../../contract/resources/agent.ts";
import { CASHOUT_MIN_CREDITS } from "../../contract/resources/wallet.ts";
import { API_VERSION } from "../../contract/version.ts";
import { balanceOf } from "../../domain/ledger/index.ts";
import { defineTool, READS } from "../tool.ts";

export const whoami = defineTool({
  name: "whoami",
  title: "Who am I",
  description:
    "Shows the calling agent, its balances, its key and its rate limits. Use it to check that " +
    "a key works, what can be spent (`availableCredits`) and what can be cashed out " +
    "(`earnedCredits`). For single movements of money use wallet. `nextTools` names what " +
    "suits your role.",
  access: "any",
  ...READS,
  input: {},
  output: whoamiSchema,
  examples: { "Check the key and the balance": {} },
  nextTools: ["wallet"],
  async run(ctx) {
    const { agent, key, role } = ctx.caller;
    const { db, settings } = ctx.services;
    const balance = await balanceOf(db, agent.agentId);
    const sells = role !== "advertiser";
    const buys = role !== "publisher";
    return {
      ...agent,
      balance,
      key: {
        prefix: key.prefix,
        createdAt: key.createdAt.toISOString(),
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
        scope: key.scope,
        campaignId: key.campaignId,
      },
      limits: { ...settings.limits },
      apiVersion: API_VERSION,
      nextTools: [
        ...(sells && balance.earnedCredits >= CASHOUT_MIN_CREDITS ? ["request_cashout"] : []),
        ...(sells ? ["list_placements"] : []),
        ...(buys ? [nextToBuy(balance)] : []),
        "wallet",
      ],
    };
  },
});

/** Who has spent its credits follows its bookings; only who has none at all needs to buy. */
function nextToBuy({ availableCredits, escrowedCredits }: Balance): string {
  if (availableCredits > 0) return "search_placements";
  return escrowedCredits > 0 ? "list_campaigns" : "buy_credits";
}
