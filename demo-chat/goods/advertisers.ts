import type { AdUnitType } from "@placard/publisher-kit/types";
import { listProducts } from "./browse.ts";
import type { CatalogueOptions } from "./generate.ts";

/** The pricing units that the demo books, one advertiser each: all there are. */
export type DemoAdUnit = AdUnitType;

/** A code of an advertiser, made with `create_coupon` and taken by the shop. */
export type DemoCoupon = {
  code: string;
  /** For the chat's model, which is given it as quoted data. */
  agentInstructions: string;
  /** What the shop takes off the price. **Units** percent. */
  percentOff: number;
  /** Orders that may use it. */
  maxRedemptions: number;
};

export type DemoAdvertiser = {
  slug: string;
  name: string;
  adUnitType: DemoAdUnit;
  /** Title of the landing page. */
  headline: string;
  /** Text of the landing page. */
  text: string;
  /** What the ad says; plain statements without superlatives. */
  creativeText: string;
  /** Landing page with the click macro. */
  creativeUrl: string;
  /** Codes the shop takes; the ad carries the last one. */
  coupons: readonly DemoCoupon[];
  /** Topics that suit the ad. */
  topics: readonly string[];
  productIds: readonly string[];
};

type Plan = Omit<DemoAdvertiser, "creativeUrl" | "productIds" | "coupons"> & {
  types: readonly string[];
  coupons?: readonly DemoCoupon[];
};

const OFFERS_PER_TYPE = 2;

/** An offer that is sold out would be a landing page that disappoints; a few more are looked at. */
const CANDIDATES_PER_TYPE = 12;

const PLANS: readonly Plan[] = [
  {
    slug: "northfold-outfitters",
    name: "Northfold Outfitters",
    adUnitType: "cpm",
    headline: "Ready for the first warm weekend",
    text: "Tents, sleeping bags and stoves that are easy to pack and quick to dry.",
    creativeText:
      "Camping gear, tents and sleeping bags for two nights, from Northfold Outfitters.",
    topics: ["camping", "hiking", "outdoor", "travel"],
    types: ["tent", "sleeping-bag", "camping-stove", "camping-chair"],
  },
  {
    slug: "solegarden",
    name: "Solegarden Shoes",
    adUnitType: "cpc",
    headline: "Shoes for the road and for the trail",
    text: "Running shoes and hiking boots, also in wide fits and small sizes.",
    creativeText:
      "Running shoes and boots in regular and wide fit, with free returns at Solegarden.",
    topics: ["running", "shoes", "fitness", "hiking"],
    types: ["running-shoe", "hiking-boot", "sneaker"],
  },
  {
    slug: "copperspoon",
    name: "Copperspoon Kitchen",
    adUnitType: "cpia",
    headline: "A kitchen that makes breakfast easy",
    text: "Coffee makers, kettles and toasters that match.",
    creativeText:
      "Copperspoon sells coffee makers, kettles, toasters and mugs with a repair service.",
    topics: ["coffee", "kitchen", "cooking", "breakfast"],
    types: ["coffee-maker", "kettle", "toaster", "mug"],
  },
  {
    slug: "quietwave-audio",
    name: "Quietwave Audio",
    adUnitType: "cpr",
    headline: "Hear more of the music and less of the train",
    text: "Headphones and speakers that you can send back within 60 days.",
    creativeText: "Headphones and speakers, to try for 60 days, from Quietwave Audio.",
    topics: ["headphones", "music", "audio", "commuting"],
    types: ["headphones", "earbuds", "speaker"],
  },
  {
    slug: "deskbound",
    name: "Deskbound Supply",
    adUnitType: "cpd",
    headline: "A desk that fits you",
    text: "Standing desks, chairs and keyboards for a home office.",
    creativeText: "Standing desks, office chairs, keyboards and monitors, from Deskbound Supply.",
    topics: ["home office", "desk", "work", "ergonomics"],
    types: ["standing-desk", "office-chair", "keyboard", "monitor"],
  },
  {
    slug: "pedalhouse",
    name: "Pedalhouse Cycles",
    adUnitType: "cpa",
    headline: "Ride to work, and arrive dry",
    text: "City bikes, helmets and lights, checked by a mechanic before they leave.",
    creativeText: "City bikes, helmets and bike lights, checked by hand, from Pedalhouse Cycles.",
    coupons: [
      {
        code: "PEDAL10",
        agentInstructions: "Mention code PEDAL10 for 10% off city bikes.",
        percentOff: 10,
        maxRedemptions: 1_000,
      },
    ],
    topics: ["cycling", "bikes", "commuting"],
    types: ["city-bike", "bike-helmet", "bike-light", "bike-lock"],
  },
  {
    slug: "emberpan",
    name: "Emberpan Cookware",
    adUnitType: "cppromo",
    headline: "Pans that outlive their recipes",
    text: "Frying pans and dutch ovens with handles that can be replaced.",
    creativeText: "Frying pans and dutch ovens with a code for less, from Emberpan Cookware.",
    coupons: [
      // Good for one order, so that the second one shows what a used-up code does.
      {
        code: "LASTPAN",
        agentInstructions: "Mention code LASTPAN for 40% off one pan.",
        percentOff: 40,
        maxRedemptions: 1,
      },
      {
        code: "EMBER15",
        agentInstructions: "Mention code EMBER15 for 15% off pans and dutch ovens.",
        percentOff: 15,
        maxRedemptions: 1_000,
      },
    ],
    topics: ["pans", "kitchen", "cooking"],
    types: ["frying-pan", "dutch-oven"],
  },
  {
    slug: "tablespoon-school",
    name: "Tablespoon School",
    adUnitType: "cpl",
    headline: "Learn to cut, in one free lesson",
    text: "An evening in a small group: how to hold a knife, and how to keep it sharp.",
    creativeText: "A first lesson with the chef's knife, without a fee, at Tablespoon School.",
    topics: ["knives", "kitchen", "cooking", "lessons"],
    types: ["kitchen-knife", "cutting-board"],
  },
  {
    slug: "pantrypage",
    name: "Pantrypage App",
    adUnitType: "cpi",
    headline: "What to blend with what is there",
    text: "An app that turns the fruit and vegetables at home into recipes for any blender.",
    creativeText: "Recipes for any blender from what is at home, in the Pantrypage App.",
    topics: ["blenders", "kitchen", "recipes", "smoothies"],
    types: ["blender", "water-bottle"],
  },
];

/** The advertisers of the demo with offers from the catalogue; the same for the same seed. */
export function demoAdvertisers(options: CatalogueOptions & { count: number }): DemoAdvertiser[] {
  return PLANS.map(({ types, coupons = [], ...plan }) => ({
    ...plan,
    coupons,
    creativeUrl: `${options.baseUrl}/shop/c/${plan.slug}?click_id={click_id}`,
    productIds: types.flatMap((type) =>
      listProducts(options, { type, offset: 0, limit: CANDIDATES_PER_TYPE })
        .filter(({ row }) => row.availability === "in_stock")
        .slice(0, OFFERS_PER_TYPE)
        .map(({ row }) => row.id),
    ),
  }));
}
