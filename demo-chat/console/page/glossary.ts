import type { StepKind } from "../wire.ts";

/** The words of this page, each explained in a sentence or two where it stands. */

type Words = { name: string; meaning: string };

export const STEPS: Readonly<Record<StepKind, Words>> = {
  intent: {
    name: "Intent",
    meaning:
      "Whether the question is about buying something, decided inside the chat's server. Without " +
      "shopping intent it makes no network call.",
  },
  query: {
    name: "Query",
    meaning: "The search words made from the question. Only these are sent to the exchange.",
  },
  search: {
    name: "Search",
    meaning: "The product search of the exchange. The kit waits for it for 800 ms at most.",
  },
  delivery: {
    name: "Delivery",
    meaning: "The chat asked for the creative of one booked campaign and got it, or a reason.",
  },
  cards: {
    name: "Cards",
    meaning: "What was handed to the sidebar after every card had been checked, or why nothing.",
  },
  context: {
    name: "Context",
    meaning:
      "What the model gets to read: the duty to cite, and the offers as data with their marks.",
  },
  answer: { name: "Answer", meaning: "What the model said to the reader." },
  citation: {
    name: "Citation",
    meaning:
      "The model wrote a mark directly after the name of an offer: ad names it, rec recommends " +
      "it, pick chooses it among several. The kit replaced the mark by a label with a link. Only " +
      "a visible rec or pick can earn.",
  },
  unmarked: {
    name: "Unmarked name",
    meaning:
      "The model named an offer and left out its mark. The kit added the label at the end of " +
      "the paragraph; it reports nothing.",
  },
  viewable: {
    name: "Seen",
    meaning: "At least half of the card was on the screen for one second in a row.",
  },
  click: { name: "Click", meaning: "The reader followed the tracked link of a card." },
  hide: { name: "Hidden", meaning: "The reader hid a card." },
  why: { name: "Why this ad", meaning: "The reader asked why this card was shown." },
  report: {
    name: "Report",
    meaning: "The chat's server reported an event; the exchange settled or rejected it.",
  },
  sale: {
    name: "Sale",
    meaning: "The shop reported an order, a sign-up or an install to the exchange.",
  },
  postback: {
    name: "Postback",
    meaning: "A signed message of the exchange to the advertiser's server about what happened.",
  },
  fault: { name: "Fault", meaning: "A fault that is switched on in this console." },
};

export const TERMS = {
  budget: {
    name: "Budgets",
    meaning:
      "What advertisers set aside for campaigns that run: what is still in escrow and what is " +
      "spent.",
  },
  available: {
    name: "Available",
    meaning: "Credits an advertiser has bought and not yet set aside for a campaign.",
  },
  escrow: {
    name: "In escrow",
    meaning: "Set aside for booked campaigns and not yet earned by anyone.",
  },
  pending: {
    name: "Publisher, pending",
    meaning: "The publisher's share of settled events, held for a while in case one is reversed.",
  },
  earned: {
    name: "Publisher, earned",
    meaning: "The publisher's share after the holding time. It can be cashed out.",
  },
  fee: {
    name: "Platform fee",
    meaning: "What the exchange keeps of each event; fixed when the campaign is booked.",
  },
  spent: {
    name: "Advertisers spent",
    meaning: "Everything settled so far: the publisher's share and the fee together.",
  },
  credit: {
    name: "Credits (cr)",
    meaning: "The money of the exchange. 100 credits are one US dollar.",
  },
  ledger: {
    name: "Accounts",
    meaning:
      "Every event moves credits between named accounts. What leaves one arrives in others, so " +
      "the changes sum to zero.",
  },
  signature: {
    name: "Signature",
    meaning:
      "Each postback is signed with a secret only the advertiser has. The receiver checks it " +
      "before it uses the message.",
  },
  call: {
    name: "Calls",
    meaning:
      "What went over the wire between the chat's server and the exchange. Keys are left out.",
  },
} as const satisfies Readonly<Record<string, Words>>;
export type TermName = keyof typeof TERMS;

export const ACTORS = {
  publisher: "The chat that sells room beside its answers.",
  advertiser: "The agent that books this room and pays for what happens there.",
} as const;
