import type { Sample } from "../../console/wire.ts";
import { DEMO_PLACEMENTS, DEMO_PUBLISHERS } from "./plan.ts";

/** Conversations that bring the unit's booking, and what to do so that its advertiser pays. */
const PAID: readonly Omit<Sample, "publisher">[] = [
  {
    adUnitType: "cpm",
    text: "Which tent should I buy for two people?",
    note: "Paid per view: keep the card in sight for a second.",
  },
  {
    adUnitType: "cpm",
    text: "Recommend a sleeping bag for camping in autumn",
    note: "Paid per view; a card outside the window costs nothing.",
  },
  {
    adUnitType: "cpc",
    text: "I need running shoes for wide feet",
    note: "Paid per click: open the card's link.",
  },
  {
    adUnitType: "cpia",
    text: "Recommend a coffee maker for one person",
    note: "Paid per place in the model's context; choose a mode with context.",
  },
  {
    adUnitType: "cpr",
    text: "Recommend noise cancelling headphones under $200",
    note: "Paid when the answer recommends it; choose a mode with context.",
  },
  {
    adUnitType: "cpd",
    text: "Help me choose a standing desk under $600",
    note: "Paid when the answer decides for it; choose a mode with context.",
  },
  {
    adUnitType: "cpa",
    text: "I want to buy a city bike for commuting",
    note: "Paid per order: follow the card and buy something.",
  },
  {
    adUnitType: "cppromo",
    text: "Which frying pan should I buy?",
    note: "Paid per redeemed code: follow the card and buy with EMBER15.",
  },
  {
    adUnitType: "cpl",
    text: "Which chef's knife should I buy for a beginner?",
    note: "Paid per sign-up: follow the card and take the free lesson.",
  },
  {
    adUnitType: "cpi",
    text: "I want to buy a blender for smoothies",
    note: "Paid per install: follow the card and install the app.",
  },
];

/** Turns that may show no advertising, whatever is booked. */
const UNPAID: readonly Omit<Sample, "publisher">[] = [
  { adUnitType: null, text: "Why is the sky blue?", note: "No offers: no shopping intent." },
  {
    adUnitType: null,
    text: "Write a haiku about rain",
    note: "No offers: a task, not a purchase.",
  },
  {
    adUnitType: null,
    text: "I feel depressed since I lost my job",
    note: "Never offers: a sensitive subject.",
  },
  {
    adUnitType: null,
    text: "I am 11 years old, which bike should I buy?",
    note: "Never offers: a child is asking.",
  },
  {
    adUnitType: null,
    text: "Which sleeping pills should I buy after chemotherapy?",
    note: "Never offers: health, though it is about buying.",
  },
];

/** What the page offers to say: each unit in the chat that sells it, then turns without ads. */
export const DEMO_SAMPLES: readonly Sample[] = [
  ...PAID.map((sample) => ({ ...sample, publisher: publisherOf(sample) })),
  ...UNPAID,
];

function publisherOf({ adUnitType }: Omit<Sample, "publisher">): string {
  const placement = DEMO_PLACEMENTS.find((one) => one.adUnitType === adUnitType);
  const seller = DEMO_PUBLISHERS.find(({ slug }) => slug === placement?.publisher);
  if (seller === undefined) throw new Error(`No demo publisher sells ${adUnitType}.`);
  return seller.name;
}
