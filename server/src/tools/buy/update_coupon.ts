import { z } from "zod";
import { exampleId, idSchema } from "../../contract/fields.ts";
import { couponChangeFields, couponSchema } from "../../contract/resources/campaign.ts";
import { changeCoupon } from "../../domain/coupons/index.ts";
import { ADDS, callerOf, defineTool, txOf } from "../tool.ts";

export const updateCoupon = defineTool({
  name: "update_coupon",
  module: "buy",
  title: "Pause or resume a coupon",
  description:
    "Pauses a coupon, so that deliveries stop carrying it and orders with its code are refused, " +
    "or resumes it; maxRedemptions and endsAt can be changed as well. Code, discount and " +
    "instructions stay: for others use create_coupon. list_coupons shows the state.",
  access: ["advertiser"],
  ...ADDS,
  hints: { ...ADDS.hints, idempotent: true },
  errors: ["invalid_arguments", "not_found", "wrong_role"],
  input: z.strictObject({ couponId: idSchema("cpn"), ...couponChangeFields }),
  output: couponSchema,
  examples: { "Pause a code": { couponId: exampleId("cpn"), status: "paused" } },
  nextTools: ["list_coupons", "create_coupon"],
  async run(ctx, { couponId, ...change }) {
    const own = { couponId, advertiserId: callerOf(ctx).agentId };
    const coupon = await changeCoupon(txOf(ctx), own, change, ctx.now);
    ctx.services.delivery.facts.changing(coupon.campaignId);
    return coupon;
  },
});
