import type { DemoAdUnit, DemoAdvertiser } from "../catalogue/advertisers.ts";

/** What the demo's publisher sells, and what the advertiser of that unit spends on it. */
export type DemoPlacement = {
  adUnitType: DemoAdUnit;
  /** The subject of the conversations it stands beside. */
  subject: Subject;
  title: string;
  description: string;
  /** **Units** credits; of 1,000 impressions for cpm. */
  rateCredits: number;
  budgetCredits: number;
  contextUse: "presentation_only" | "reasoning_context";
};

export const SUBJECTS = ["camping", "shoes", "coffee", "audio", "desk", "cycling"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The topic of a turn that none of the placements is for. */
export const OTHER_TOPIC = "other";

export const PUBLISHER_NAME = "Larkspur Chat";

const READERS = "Shown to readers of the demo chat while they ask about it.";

export const DEMO_PLACEMENTS: readonly DemoPlacement[] = [
  {
    adUnitType: "cpm",
    subject: "camping",
    title: "Sidebar beside camping questions",
    description: `Cards beside answers about tents and trips. ${READERS}`,
    rateCredits: 500,
    budgetCredits: 600,
    contextUse: "presentation_only",
  },
  {
    adUnitType: "cpc",
    subject: "shoes",
    title: "Sidebar beside shoe questions",
    description: `Cards beside answers about running and hiking shoes. ${READERS}`,
    rateCredits: 35,
    budgetCredits: 1_400,
    contextUse: "presentation_only",
  },
  {
    adUnitType: "cpia",
    subject: "coffee",
    title: "Model context of coffee questions",
    description: `An offer in the context of answers about coffee and breakfast. ${READERS}`,
    rateCredits: 3,
    budgetCredits: 300,
    contextUse: "reasoning_context",
  },
  {
    adUnitType: "cpr",
    subject: "audio",
    title: "Recommendation in answers about headphones",
    description: `Paid when the answer recommends the offer. ${READERS}`,
    rateCredits: 18,
    budgetCredits: 900,
    contextUse: "reasoning_context",
  },
  {
    adUnitType: "cpd",
    subject: "desk",
    title: "Decision in answers about desks and chairs",
    description: `Paid when the answer chooses the offer among several. ${READERS}`,
    rateCredits: 30,
    budgetCredits: 1_200,
    contextUse: "reasoning_context",
  },
  {
    adUnitType: "cpa",
    subject: "cycling",
    title: "Sidebar beside cycling questions",
    description: `Cards beside answers about bikes; paid for each order. ${READERS}`,
    rateCredits: 240,
    budgetCredits: 4_800,
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
