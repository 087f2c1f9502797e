import { exampleId, idSchema, listOf, pageFields } from "../../contract/fields.ts";
import { couponSchema } from "../../contract/resources/campaign.ts";
import { findCoupons, requireAdvertised } from "../../domain/coupons/index.ts";
import { defineTool, pageById, READS } from "../tool.ts";

export const listCoupons = defineTool({
  name: "list_coupons",
  title: "List coupons",
  description:
    "Lists the coupons of your campaigns, newest first, with how often each was redeemed and " +
    "whether it is active, paused, exhausted or expired. Use it to audit codes; campaignId " +
    "narrows it to one campaign. What redemptions cost is in get_attribution. To add a code " +
    "use create_coupon.",
  access: ["advertiser"],
  ...READS,
  errors: ["not_found"],
  input: { ...pageFields, campaignId: idSchema("cmp").optional() },
  output: listOf(couponSchema),
  examples: { "Codes of one campaign": { campaignId: exampleId("cmp") } },
  nextTools: ["get_campaign", "create_coupon"],
  async run({ agentId, db, now }, { campaignId, ...page }) {
    if (campaignId !== undefined) await requireAdvertised(db, campaignId, agentId);
    const asked = { advertiserId: agentId, campaignId, now };
    return pageById(page, ["cpn", "couponId"], (range) => findCoupons(db, { ...asked, ...range }));
  },
});
