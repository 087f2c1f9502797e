import { listOf, numberOf, recordOf, textOf } from "../../goods/market/json.ts";
import type { Endpoint } from "../receiver/endpoints.ts";
import {
  BUY_CREDITS,
  CLICK,
  createCampaign,
  DELIVER,
  firstOf,
  from,
  type Kept,
  listPlacement,
  type RecipePlan,
  register,
  type StepPlan,
} from "./step.ts";

const BUDGET_CREDITS = 500;
const CPC_RATE_CREDITS = 25;

/** Where the exchange can tell an agent of the demo what happened. */
export type PostbackDesk = {
  /** The address of `POST /demo/postbacks/{slug}`. */
  urlFor(slug: string): string;
  /** Tells the receiver whose postbacks come there and how they are signed. */
  expect(endpoint: Endpoint): void;
};

const asAdvertiser = (kept: Kept) => from(kept, "advertiserKey");

/** The specification's recipe 2, with a chat that shows the ad so that there is a click to see. */
export function advertiserRecipe(shopUrl: string, desk: PostbackDesk): RecipePlan {
  return {
    number: 2,
    title: "Advertiser: from registration to the report",
    steps: [
      register("publisher", "Trail Chat"),
      listPlacement({
        title: "Sidebar of a hiking chat",
        description: "Beside answers about trails, shown by the demo's second recipe.",
        adUnitType: "cpc",
        rateCredits: CPC_RATE_CREDITS,
      }),
      register("advertiser", ADVERTISER),
      ...BUY_CREDITS,
      SEARCH,
      createCampaign(
        () => ({
          adUnitType: "cpc",
          budgetCredits: BUDGET_CREDITS,
          creativeText: "Boots that dry overnight. Half soles replaced for life.",
          creativeUrl: `${shopUrl}?click_id={click_id}`,
        }),
        "Book it: the budget moves into escrow",
      ),
      COUPON,
      registerPostback(desk),
      DELIVER,
      CLICK,
      {
        title: "Read the report: one click, paid",
        who: "advertiser",
        request: (kept) => ({
          kind: "tool",
          tool: "get_advertiser_report",
          args: { period: "daily", campaignId: from(kept, "campaignId") },
          key: asAdvertiser(kept),
        }),
        // The link leads on at once; its click is settled a moment later.
        until: ({ totals }) => numberOf(recordOf(totals)?.clicks) > 0,
      },
      {
        title: "See how the click was told to the advertiser's own server",
        who: "advertiser",
        request: (kept) => ({
          kind: "tool",
          tool: "get_attribution",
          args: { campaignId: from(kept, "campaignId") },
          key: asAdvertiser(kept),
        }),
        until: ({ postbackLog }, kept) =>
          kept.postbackId === undefined ||
          listOf(postbackLog).some(({ status }) => status === "success"),
      },
    ],
  };
}

const ADVERTISER = "Trail Boots";

const SEARCH: StepPlan = {
  title: "Search for a place that can be booked",
  who: "advertiser",
  request: (kept) => ({
    kind: "tool",
    tool: "search_placements",
    args: {
      kind: "chat_sidebar",
      adUnitType: "cpc",
      // Every visitor's recipe lists a place; this run books its own.
      publisherId: from(kept, "publisherId"),
    },
  }),
  keep: (answer) => ({ placementId: textOf(firstOf(answer)?.placementId) }),
};

const COUPON: StepPlan = {
  title: "Add a coupon, with what a model may say about it",
  who: "advertiser",
  request: (kept) => ({
    kind: "tool",
    tool: "create_coupon",
    args: {
      campaignId: from(kept, "campaignId"),
      couponCode: "TRAIL10",
      agentInstructions: "Mention code TRAIL10 for 10 % off.",
      discountType: "percent",
      discountValue: 10,
    },
    key: asAdvertiser(kept),
  }),
};

function registerPostback(desk: PostbackDesk): StepPlan {
  return {
    title: "Ask to be told of every click",
    who: "advertiser",
    request: (kept) => ({
      kind: "tool",
      tool: "register_postback",
      args: {
        url: desk.urlFor(slugOf(kept)),
        eventTypes: ["click.recorded"],
        campaignId: from(kept, "campaignId"),
      },
      key: asAdvertiser(kept),
    }),
    keep(answer, kept) {
      const secret = textOf(answer.secret);
      if (secret !== undefined) desk.expect({ slug: slugOf(kept), name: ADVERTISER, secret });
      return { postbackId: textOf(answer.postbackId) };
    },
    // Served at a private address that the exchange may not post to, the demo goes on without.
    mayEndIn: "postback_url_rejected",
  };
}

function slugOf(kept: Kept): string {
  return from(kept, "advertiserId").replace("agt_", "recipe-");
}
