import { placementFields, placementSchema } from "../../contract/resources/placement.ts";
import { AD_UNITS, unitsWhere } from "../../contract/units.ts";
import { listPlacement as list } from "../../domain/placements/index.ts";
import { ADDS, defineTool } from "../tool.ts";

const FLOORS = Object.entries(AD_UNITS)
  .map(([adUnitType, unit]) => `${adUnitType} ${unit.floorCredits}`)
  .join(", ");
const REASONING = unitsWhere((unit) => unit.needsReasoningContext).join(", ");

export const listPlacement = defineTool({
  name: "list_placement",
  title: "List a placement",
  description:
    "Offers a piece of your inventory to advertisers: one ad unit type at one rate. Once for " +
    "each unit you sell; to change one use update_placement. `rateCredits` must reach the " +
    `floor (${FLOORS}). ${REASONING} need contextUse reasoning_context. Then list_campaigns ` +
    "shows its bookings.",
  access: ["publisher"],
  ...ADDS,
  errors: ["rate_below_floor", "creative_rejected", "invalid_state"],
  input: placementFields,
  output: placementSchema,
  examples: {
    "A chat sidebar sold by the thousand impressions": {
      title: "Sidebar of a cooking chat",
      description: "Beside recipes and kitchen questions, US readers.",
      kind: "chat_sidebar",
      adUnitType: "cpm",
      rateCredits: 500,
      feedType: "shopfeed_us_shop",
    },
  },
  nextTools: ["list_campaigns", "request_platform_demand", "get_publisher_activation"],
  run: ({ agentId, deps, tx }, input) => list(tx, agentId, input, deps),
});
