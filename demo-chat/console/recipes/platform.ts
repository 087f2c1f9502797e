import { listOf, numberOf, textOf } from "../../goods/market/json.ts";
import {
  BUY_CREDITS,
  CLICK,
  createCampaign,
  DELIVER,
  firstOf,
  from,
  listPlacement,
  type RecipePlan,
  register,
  type StepPlan,
} from "./step.ts";

const CPC_RATE_CREDITS = 30;
const BUDGET_CREDITS = 600;

/** The specification's recipe 3: the operator's own wallet books for a brand of the catalogue. */
export function platformRecipe(): RecipePlan {
  return {
    number: 3,
    title: "Platform demand: a brand of the catalogue books a place",
    steps: [
      register("publisher", "Kitchen Corner"),
      listPlacement({
        title: "Sidebar of a kitchen chat",
        description: "Beside answers about kitchens, shown by the demo's third recipe.",
        adUnitType: "cpc",
        rateCredits: CPC_RATE_CREDITS,
        topics: ["kitchen"],
      }),
      register("advertiser", "Platform demand"),
      ...BUY_CREDITS,
      FIND_BRAND,
      FIND_PLACE,
      NAME_WALLET,
      BOOK,
      DELIVER,
      CLICK,
      {
        title: "See what the brand's campaign has spent",
        who: "advertiser",
        request: (kept) => ({
          kind: "tool",
          tool: "get_campaign",
          args: { campaignId: from(kept, "campaignId") },
          key: from(kept, "advertiserKey"),
        }),
        until: ({ spentCredits }) => numberOf(spentCredits) > 0,
      },
    ],
  };
}

const FIND_BRAND: StepPlan = {
  title: "Find a brand that pays for clicks, its highest rate and its link",
  who: "advertiser",
  request: () => ({
    kind: "tool",
    tool: "search_affiliate_offers",
    args: { category: "kitchen", limit: 5 },
  }),
  keep(answer) {
    const brand = listOf(answer.items).find(
      ({ adUnitTypes }) => Array.isArray(adUnitTypes) && adUnitTypes.includes("cpc"),
    );
    const cap = numberOf(brand?.maxRateCredits);
    const brandId = textOf(brand?.brandId);
    const link = textOf(brand?.deepLink) ?? `https://${textOf(brand?.domain)}/`;
    return { brandId, link, maxRateCredits: cap > 0 ? String(cap) : undefined };
  },
};

const FIND_PLACE: StepPlan = {
  title: "Search for a place whose rate the brand allows",
  who: "advertiser",
  request: (kept) => ({
    kind: "tool",
    tool: "search_placements",
    args: {
      kind: "chat_sidebar",
      adUnitType: "cpc",
      maxRateCredits: Number(from(kept, "maxRateCredits")),
      publisherId: from(kept, "publisherId"),
    },
  }),
  keep: (answer) => ({ placementId: textOf(firstOf(answer)?.placementId) }),
};

const NAME_WALLET: StepPlan = {
  title: "Make this agent the platform's wallet; only it may book for a brand",
  who: "operator",
  request: (kept) => ({ kind: "wallet", agentId: from(kept, "advertiserId") }),
};

const BOOK: StepPlan = {
  ...createCampaign(
    (kept) => ({
      adUnitType: "cpc",
      budgetCredits: BUDGET_CREDITS,
      creativeText: "New in the kitchen this week. See what other cooks chose.",
      creativeUrl: from(kept, "link"),
      brandId: from(kept, "brandId"),
    }),
    "Book it for the brand, with the brand's own link",
  ),
  // There is one wallet, and another visitor's recipe may have taken its place.
  goBack: { code: "platform_wallet_only", steps: 1 },
};
