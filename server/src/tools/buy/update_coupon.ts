import { exampleId, idSchema } from "../../contract/fields.ts";
import { couponChangeFields, couponSchema } from "../../contract/resources/campaign.ts";
import { changeCoupon } from "../../domain/coupons/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const updateCoupon = defineTool({
  name: "update_coupon",
  title: "Pause or resume a coupon",
  description:
    "Pauses a coupon, so that deliveries stop carrying it and orders with its code are refused, " +
    "or resumes it; maxRedemptions and endsAt can be changed as well. Code, discount and " +
    "instructions stay: for others use create_coupon. list_coupons shows the state.",
  access: ["advertiser"],
  ...ADDS,
  hints: { ...ADDS.hints, idempotent: true },
  errors: ["not_found"],
  input: { couponId: idSchema("cpn"), ...couponChangeFields },
  output: couponSchema,
  examples: { "Pause a code": { couponId: exampleId("cpn"), status: "paused" } },
  nextTools: ["list_coupons", "create_coupon"],
  async run({ agentId, now, services, tx }, { couponId, ...change }) {
    const own = { couponId, advertiserId: agentId };
    const coupon = await changeCoupon(tx, own, change, now);
    services.delivery.facts.changing(coupon.campaignId);
    return coupon;
  },
});
