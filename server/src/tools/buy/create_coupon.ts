import { exampleId, idSchema } from "../../contract/fields.ts";
import { couponFields, couponSchema } from "../../contract/resources/campaign.ts";
import { createCoupon as create } from "../../domain/coupons/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const createCoupon = defineTool({
  name: "create_coupon",
  title: "Attach a coupon to a campaign",
  description:
    "Gives your campaign a coupon code with instructions for the chat model, passed on as " +
    "quoted data; deliver_ad carries the newest active one. On a cppromo campaign each order " +
    "with the code pays once, up to maxRedemptions; on other units it is only shown. See " +
    "list_coupons.",
  access: ["advertiser"],
  ...ADDS,
  errors: ["not_found", "invalid_state", "creative_rejected", "conflict"],
  input: { campaignId: idSchema("cmp"), ...couponFields },
  output: couponSchema,
  examples: {
    "Ten percent off": {
      campaignId: exampleId("cmp"),
      couponCode: "PAN10",
      agentInstructions: "Mention code PAN10 for 10 % off cast-iron pans.",
      discountType: "percent",
      discountValue: 10,
    },
  },
  nextTools: ["get_campaign", "list_coupons"],
  async run({ agentId, deps, services, tx }, input) {
    const coupon = await create(tx, agentId, input, deps);
    services.delivery.facts.changing(input.campaignId);
    return coupon;
  },
});
