import { exampleId, idSchema } from "../../contract/fields.ts";
import { bookingFields, campaignSchema } from "../../contract/resources/campaign.ts";
import { bookCampaign } from "../../domain/campaigns/index.ts";
import { findPlacement, placementNotFound } from "../../domain/placements/index.ts";
import { COMMITS, defineTool } from "../tool.ts";
import { createCampaign } from "./create_campaign.ts";
import { bookingOf } from "./platform-wallet.ts";

export const buyPlacement = defineTool({
  name: "buy_placement",
  title: "Book a placement at its own terms",
  description:
    "The short form of create_campaign: books one placement at its own ad unit and rate, so " +
    "only budget and creative are needed. The budget moves into escrow, the rest returns. To " +
    "offer a higher rate use create_campaign, for several placements buy_campaign. Follow it " +
    "with get_campaign.",
  access: ["advertiser"],
  ...COMMITS,
  errors: createCampaign.errors,
  input: { placementId: idSchema("plc"), ...bookingFields },
  output: campaignSchema,
  examples: {
    "Book at the offered rate": {
      placementId: exampleId("plc"),
      budgetCredits: 500,
      creativeText: "Cast-iron pans that last a lifetime.",
      creativeUrl: "https://shop.example.com/pans?click={click_id}",
    },
  },
  nextTools: ["get_campaign"],
  async run(ctx, input) {
    const placement = await findPlacement(ctx.db, input.placementId);
    if (placement === undefined) throw placementNotFound();
    const booking = await bookingOf(ctx, { ...input, adUnitType: placement.adUnitType });
    return bookCampaign(ctx.tx, ctx.agentId, booking, ctx.deps);
  },
});
