import type { Change } from "./copy.ts";

const TOOL = `import { exampleId, idSchema } from "../../contract/fields.ts";
import { couponSchema } from "../../contract/resources/campaign.ts";
import { getCoupon as get } from "../../domain/coupons/index.ts";
import { defineTool, READS } from "../tool.ts";

export const getCoupon = defineTool({
  name: "get_coupon",
  title: "Get a coupon",
  description:
    "Shows one coupon of your campaigns: its code, its terms, how often it was redeemed and " +
    "whether it is active, paused, exhausted or expired. Use it to look at a code whose id you " +
    "know; list_coupons shows all of them, and what redemptions cost is in get_attribution. " +
    "Coupons of other advertisers answer not_found.",
  access: ["advertiser"],
  ...READS,
  errors: ["not_found"],
  input: { couponId: idSchema("cpn") },
  output: couponSchema,
  examples: { "One code": { couponId: exampleId("cpn") } },
  nextTools: ["list_coupons"],
  run: ({ agentId, db, now }, { couponId }) => get(db, agentId, couponId, now),
});
`;

const TEST = `import { afterAll, beforeAll, expect, test } from "vitest";
import { couponSchema } from "../../../../server/src/contract/resources/campaign.ts";
import { registerAgent, resultOf } from "../../../setup/agents.ts";
import { bookPair, type Market, refused, startMarket } from "../market.ts";

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});
afterAll(() => market.close());

test("a coupon is read by its advertiser and by nobody else", async () => {
  const pair = await bookPair(market, "cppromo");
  const { campaignId, advertiser } = pair;
  const args = { campaignId, agentInstructions: "Mention it.", discountType: "free_shipping" };
  const coupon = await resultOf(market.call("create_coupon", args, advertiser.key), couponSchema);
  const { couponId } = coupon;
  const own = market.call("get_coupon", { couponId }, advertiser.key);
  expect(await resultOf(own, couponSchema)).toEqual(coupon);
  const other = await registerAgent(market.call, "advertiser");
  await refused(market.call("get_coupon", { couponId }, other.key), "not_found");
  await refused(market.call("get_coupon", { couponId: "x" }, other.key), "invalid_arguments");
});
`;

const RULE = `
/**
 * One coupon of the advertiser.
 *
 * **Errors** \`not_found\`, also for coupons of others.
 */
export async function getCoupon(
  db: Queryable,
  advertiserId: string,
  couponId: string,
  now: Date,
): Promise<Coupon> {
  const coupon = await findCouponOf(db, advertiserId, couponId, now);
  if (coupon !== undefined) return coupon;
  throw new ExchangeError("not_found", {
    field: "/arguments/couponId",
    message: "You have no coupon with this id.",
  });
}
`;

const QUERY = `/** A coupon, if it is the advertiser's. */
export async function findCouponOf(
  db: Queryable,
  advertiserId: string,
  couponId: string,
  now: Date,
): Promise<Coupon | undefined> {
  return COUPON.first(
    db,
    {
      name: "coupons.find_own",
      text: \`select \${COUPON.list}
        from coupon c
        join campaign m on m.id = c.campaign_id
        where c.id = $1 and m.advertiser_id = $3\`,
    },
    [uuidFromId(couponId), now, uuidFromId(advertiserId)],
  );
}

`;

/** A tool that reads one coupon, which list_coupons can only list. */
export const TOOL_RECIPE: Change = {
  recipe: "Add a tool",
  names: { MODULE: "buy", TOOL_NAME: "get_coupon", DOMAIN: "coupons" },
  files: {
    "server/src/tools/buy/get_coupon.ts": TOOL,
    "server/src/tools/catalogue.ts": [
      {
        after: 'import { getCampaign } from "./buy/get_campaign.ts";\n',
        add: 'import { getCoupon } from "./buy/get_coupon.ts";\n',
      },
      { after: "\n    listCoupons,", add: "\n    getCoupon," },
    ],
    "server/src/domain/coupons/index.ts": [
      {
        replace: "import { findCoupon, insertCoupon,",
        by: "import { findCoupon, findCouponOf, insertCoupon,",
      },
      { after: 'export { findCoupons } from "./queries.ts";\n', add: RULE },
    ],
    "server/src/domain/coupons/queries.ts": [
      { replace: "/** Newest first; of one", by: `${QUERY}/** Newest first; of one` },
    ],
    "tests/integration/tools/buy/get_coupon.test.ts": TEST,
    "tests/mcp/tour.ts": [
      {
        after: '  await call("list_coupons", { campaignId }, advertiser.key);\n',
        add: '  await call("get_coupon", { couponId }, advertiser.key);\n',
      },
    ],
  },
};
