import { z } from "zod";
import { exampleId, idSchema } from "../../contract/fields.ts";
import { couponFields, couponSchema } from "../../contract/resources/campaign.ts";
import { createCoupon as create } from "../../domain/coupons/index.ts";
import { ADDS, callerOf, defineTool, ledgerDepsOf, txOf } from "../tool.ts";

export const createCoupon = defineTool({
  name: "create_coupon",
  module: "buy",
  title: "Attach a coupon to a campaign",
  description:
    "Gives your campaign a coupon code with instructions for the chat model, passed on as " +
    "quoted data; deliver_ad carries the newest active one. On a cppromo campaign each order " +
    "with the code pays once, up to maxRedemptions; on other units it is only shown. See " +
    "list_coupons.",
  access: ["advertiser"],
  ...ADDS,
  errors: [
    "invalid_arguments",
    "not_found",
    "invalid_state",
    "creative_rejected",
    "conflict",
    "wrong_role",
  ],
  input: z.strictObject({ campaignId: idSchema("cmp"), ...couponFields }),
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
  async run(ctx, input) {
    const coupon = await create(txOf(ctx), callerOf(ctx).agentId, input, ledgerDepsOf(ctx));
    ctx.services.delivery.facts.changing(input.campaignId);
    return coupon;
  },
});
