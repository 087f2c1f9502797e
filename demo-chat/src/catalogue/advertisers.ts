import { listProducts } from "./browse.ts";
import type { CatalogueOptions } from "./generate.ts";

/** The pricing units that the demo books, one advertiser each. */
export type DemoAdUnit = "cpm" | "cpc" | "cpia" | "cpr" | "cpd" | "cpa";

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
  couponCode?: string;
  /** Topics that suit the ad. */
  topics: readonly string[];
  productIds: readonly string[];
};

type Plan = Omit<DemoAdvertiser, "creativeUrl" | "productIds"> & { types: readonly string[] };

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
    creativeText: "Camping gear for two nights or two weeks, from Northfold Outfitters.",
    topics: ["camping", "hiking", "outdoor", "travel"],
    types: ["tent", "sleeping-bag", "camping-stove", "headlamp"],
  },
  {
    slug: "solegarden",
    name: "Solegarden Shoes",
    adUnitType: "cpc",
    headline: "Shoes for the road and for the trail",
    text: "Running shoes and hiking boots, also in wide fits and small sizes.",
    creativeText: "Running shoes in regular and wide fit, with free returns at Solegarden.",
    topics: ["running", "shoes", "fitness", "hiking"],
    types: ["running-shoes", "hiking-boots", "sneakers"],
  },
  {
    slug: "copperspoon",
    name: "Copperspoon Kitchen",
    adUnitType: "cpia",
    headline: "A kitchen that makes breakfast easy",
    text: "Coffee makers, kettles and toasters that match.",
    creativeText: "Copperspoon sells coffee makers, kettles and toasters with a repair service.",
    topics: ["coffee", "kitchen", "cooking", "breakfast"],
    types: ["coffee-maker", "electric-kettle", "toaster", "mug"],
  },
  {
    slug: "quietwave-audio",
    name: "Quietwave Audio",
    adUnitType: "cpr",
    headline: "Hear more of the music and less of the train",
    text: "Headphones and speakers that you can send back within 60 days.",
    creativeText: "Headphones with noise cancelling, to try for 60 days, from Quietwave Audio.",
    topics: ["headphones", "music", "audio", "commuting"],
    types: ["headphones", "earbuds", "bluetooth-speaker"],
  },
  {
    slug: "deskbound",
    name: "Deskbound Supply",
    adUnitType: "cpd",
    headline: "A desk that fits you",
    text: "Standing desks, chairs and keyboards for a home office.",
    creativeText: "Standing desks and chairs, with assembly on request, from Deskbound Supply.",
    topics: ["home office", "desk", "work", "ergonomics"],
    types: ["standing-desk", "office-chair", "keyboard", "monitor"],
  },
  {
    slug: "pedalhouse",
    name: "Pedalhouse Cycles",
    adUnitType: "cpa",
    headline: "Ride to work, and arrive dry",
    text: "City bikes, helmets and lights, checked by a mechanic before they leave.",
    creativeText: "City bikes that come assembled and checked, from Pedalhouse Cycles.",
    couponCode: "PEDAL10",
    topics: ["cycling", "bikes", "commuting"],
    types: ["city-bike", "bike-helmet", "bike-light", "bike-lock"],
  },
];

/** The advertisers of the demo with offers from the catalogue; the same for the same seed. */
export function demoAdvertisers(options: CatalogueOptions & { count: number }): DemoAdvertiser[] {
  return PLANS.map(({ types, ...plan }) => ({
    ...plan,
    creativeUrl: `${options.baseUrl}/shop/c/${plan.slug}?click_id={click_id}`,
    productIds: types.flatMap((type) =>
      listProducts(options, { type, offset: 0, limit: CANDIDATES_PER_TYPE })
        .filter(({ row }) => row.availability === "in_stock")
        .slice(0, OFFERS_PER_TYPE)
        .map(({ row }) => row.id),
    ),
  }));
}
