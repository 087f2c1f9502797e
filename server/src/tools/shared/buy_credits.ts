import { packIdSchema } from "../../contract/enums.ts";
import { CREDIT_PACKS, orderSchema } from "../../contract/resources/wallet.ts";
import { hostOrder, openOrder, orderOnWire } from "../../domain/checkout/index.ts";
import { ADDS, defineTool } from "../tool.ts";

const PACKS = Object.entries(CREDIT_PACKS)
  .map(([packId, pack]) => `${packId} ${pack.credits} credits for $${pack.priceUsd}`)
  .join(", ");

/** The order is committed before its page is made; what is stored for a replay has none yet. */
const NOT_HOSTED_YET = "";

export const buyCredits = defineTool({
  name: "buy_credits",
  title: "Buy credits",
  description:
    `Opens an order for a credit pack (${PACKS}) and returns \`checkoutUrl\`, where a human ` +
    "pays. Use it when your balance is too small to book. The call charges nothing; the credits " +
    "arrive once the payment is confirmed. Then search_placements.",
  access: "any",
  ...ADDS,
  hints: { ...ADDS.hints, openWorld: true },
  errors: ["invalid_state"],
  input: { packId: packIdSchema.describe("Which pack.") },
  output: orderSchema,
  examples: { "The smallest pack": { packId: "starter" } },
  nextTools: ["whoami", "search_placements"],
  async run({ agentId, deps, now, services, tx }, { packId }) {
    const order = await openOrder(tx, { agentId, packId, provider: services.checkout.name }, deps);
    return orderOnWire(order, NOT_HOSTED_YET, now);
  },
  async complete({ now, services }, result) {
    const { db, checkout: provider } = services;
    const checkoutUrl = await hostOrder(db, result.orderId, { provider, now });
    return { ...result, checkoutUrl };
  },
});
