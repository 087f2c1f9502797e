import type { DemoAdUnit, DemoAdvertiser } from "../advertisers.ts";

/** A chat app of the demo that sells what stands beside its answers. */
export type DemoPublisher = {
  /** Under this name its key is kept. */
  slot: string;
  slug: PublisherSlug;
  name: string;
};

export type PublisherSlug = "larkspur" | "ladle";

/** The first one is what a new visitor talks to. */
export const DEMO_PUBLISHERS: readonly DemoPublisher[] = [
  { slot: "publisher", slug: "larkspur", name: "Larkspur Chat" },
  { slot: "publisher ladle", slug: "ladle", name: "Ladle Kitchen Chat" },
];

/** What a publisher of the demo sells, and what the advertiser of that unit spends on it. */
export type DemoPlacement = {
  /** The kit asks for six bookings a turn, so no publisher has more than that. */
  publisher: PublisherSlug;
  adUnitType: DemoAdUnit;
  /** The subject of the conversations it stands beside. */
  subject: Subject;
  title: string;
  description: string;
  /** **Units** credits; of 1,000 impressions for cpm. */
  rateCredits: number;
  budgetCredits: number;
  contextUse: "presentation_only" | "reasoning_context";
  /** Campaigns booked here pay for cited reports only. */
  citations?: true;
};

export const SUBJECTS = [
  "camping",
  "shoes",
  "coffee",
  "audio",
  "desk",
  "cycling",
  "pans",
  "knives",
  "blenders",
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The topic of a turn that none of the placements is for. */
export const OTHER_TOPIC = "other";

const READERS = "Shown to readers of the demo chat while they ask about it.";
const COOKS = "Shown to readers of the kitchen chat while they ask about it.";

export const DEMO_PLACEMENTS: readonly DemoPlacement[] = [
  {
    publisher: "larkspur",
    adUnitType: "cpm",
    subject: "camping",
    title: "Sidebar beside camping questions",
    description: `Cards beside answers about tents and trips. ${READERS}`,
    rateCredits: 500,
    budgetCredits: 600,
    contextUse: "presentation_only",
  },
  {
    publisher: "larkspur",
    adUnitType: "cpc",
    subject: "shoes",
    title: "Sidebar beside shoe questions",
    description: `Cards beside answers about running and hiking shoes. ${READERS}`,
    rateCredits: 35,
    budgetCredits: 1_400,
    contextUse: "presentation_only",
  },
  {
    publisher: "larkspur",
    adUnitType: "cpia",
    subject: "coffee",
    title: "Model context of coffee questions",
    description: `An offer in the context of answers about coffee and breakfast. ${READERS}`,
    rateCredits: 3,
    budgetCredits: 300,
    contextUse: "reasoning_context",
  },
  {
    publisher: "larkspur",
    adUnitType: "cpr",
    subject: "audio",
    title: "Recommendation in answers about headphones",
    description: `Paid when the answer recommends the offer beside its label. ${READERS}`,
    rateCredits: 18,
    budgetCredits: 900,
    contextUse: "reasoning_context",
    citations: true,
  },
  {
    publisher: "larkspur",
    adUnitType: "cpd",
    subject: "desk",
    title: "Decision in answers about desks and chairs",
    description: `Paid when the answer chooses the offer among several it cites. ${READERS}`,
    rateCredits: 30,
    budgetCredits: 1_200,
    contextUse: "reasoning_context",
    citations: true,
  },
  {
    publisher: "larkspur",
    adUnitType: "cpa",
    subject: "cycling",
    title: "Sidebar beside cycling questions",
    description: `Cards beside answers about bikes; paid for each order. ${READERS}`,
    rateCredits: 240,
    budgetCredits: 4_800,
    contextUse: "presentation_only",
  },
  {
    publisher: "ladle",
    adUnitType: "cppromo",
    subject: "pans",
    title: "Coupons beside questions about pans",
    description: `Cards beside answers about pans; paid for each redeemed code. ${COOKS}`,
    rateCredits: 80,
    budgetCredits: 1_600,
    contextUse: "presentation_only",
  },
  {
    publisher: "ladle",
    adUnitType: "cpl",
    subject: "knives",
    title: "Sidebar beside questions about knives",
    description: `Cards beside answers about knives; paid for each sign-up. ${COOKS}`,
    rateCredits: 150,
    budgetCredits: 3_000,
    contextUse: "presentation_only",
  },
  {
    publisher: "ladle",
    adUnitType: "cpi",
    subject: "blenders",
    title: "Sidebar beside questions about blenders",
    description: `Cards beside answers about blenders; paid for each install. ${COOKS}`,
    rateCredits: 120,
    budgetCredits: 2_400,
    contextUse: "presentation_only",
  },
];

/** Everything a turn can be about except a placement's own subject. */
export function excludedTopicsOf(subject: Subject): string[] {
  return [...SUBJECTS.filter((other) => other !== subject), OTHER_TOPIC];
}

export function placementFor({ adUnitType }: DemoAdvertiser): DemoPlacement {
  const found = DEMO_PLACEMENTS.find((placement) => placement.adUnitType === adUnitType);
  if (found === undefined) throw new Error(`No demo placement sells ${adUnitType}.`);
  return found;
}
