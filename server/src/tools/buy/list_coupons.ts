import { z } from "zod";
import { exampleId, idSchema, listOf, pageFields } from "../../contract/fields.ts";
import { couponSchema } from "../../contract/resources/campaign.ts";
import { findCoupons, requireAdvertised } from "../../domain/coupons/index.ts";
import { callerOf, defineTool, pageById, READS } from "../tool.ts";

export const listCoupons = defineTool({
  name: "list_coupons",
  module: "buy",
  title: "List coupons",
  description:
    "Lists the coupons of your campaigns, newest first, with how often each was redeemed and " +
    "whether it is active, paused, exhausted or expired. Use it to audit codes; campaignId " +
    "narrows it to one campaign. What redemptions cost is in get_attribution. To add a code " +
    "use create_coupon.",
  access: ["advertiser"],
  ...READS,
  errors: ["invalid_arguments", "not_found", "wrong_role"],
  input: z.strictObject({ ...pageFields, campaignId: idSchema("cmp").optional() }),
  output: listOf(couponSchema),
  examples: { "Codes of one campaign": { campaignId: exampleId("cmp") } },
  nextTools: ["get_campaign", "create_coupon"],
  async run(ctx, { campaignId, ...page }) {
    const { agentId } = callerOf(ctx);
    if (campaignId !== undefined) await requireAdvertised(ctx.db, campaignId, agentId);
    const asked = { advertiserId: agentId, campaignId, now: ctx.now };
    return pageById(page, ["cpn", "couponId"], (range) =>
      findCoupons(ctx.db, { ...asked, ...range }),
    );
  },
});
