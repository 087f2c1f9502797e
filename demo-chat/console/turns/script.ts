import { setTimeout as sleep } from "node:timers/promises";
import { detectIntent } from "@placard/publisher-kit/intent";
import type { ChatTurn } from "@placard/publisher-kit/types";
import { type Json, parseJson, recordOf, textOf } from "../../goods/market/json.ts";
import type { Subject } from "../../goods/market/plan.ts";
import type { Model } from "../../src/chat.ts";
import { plainAnswer, unsaid } from "./script-answers.ts";
import { subjectOf } from "./topics.ts";

export type Question = {
  text: string;
  previous: readonly ChatTurn[];
  /** The offers of the kit's prompt; empty without offers. */
  context: string;
};

/** A reader follows at this speed. **Units** milliseconds per word. */
const WORD_MS = 16;

/**
 * The demo's language model: a script. It starts with its own advice, which depends on the
 * conversation alone, and then cites the offers, if there are any.
 */
export const script: Model = {
  name: "demo-script",
  async *answer({ text, previous, prompt, signal }) {
    const advice = adviceOn(text, previous);
    yield* spoken(advice, signal);
    const { user } = await prompt;
    const whole = answerOf({ text, previous, context: user });
    yield* spoken(whole.slice(advice.length), signal);
  },
};

async function* spoken(text: string, signal: AbortSignal): AsyncGenerator<string> {
  for (const word of text.match(/\s*\S+/g) ?? []) {
    if (signal.aborted) return;
    yield word;
    await sleep(WORD_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The whole answer. The same question with the same offers has the same answer. */
export function answerOf({ text, previous, context }: Question): string {
  const offers = recommendation(text, readOffers(context), previous);
  return [adviceOn(text, previous), ...offers].join("\n\n");
}

/** What the model says of itself, with or without offers. */
function adviceOn(text: string, previous: readonly ChatTurn[]): string {
  const { shopping, sensitive } = detectIntent(text, previous);
  if (!shopping || sensitive) return plainAnswer(text, previous);
  const subject = subjectOf(text, previous);
  const advice = subject === undefined ? GENERAL_ADVICE : ADVICE[subject];
  return unsaid([advice, ...FOLLOWING], previous);
}

/** The marks of an offer, as the context gives them: to be written, never put together. */
type Marks = { ad: string; rec: string; pick: string };
type Sponsored = { sponsor: string; offer: string; marks: Marks };
type Product = { title: string; price: string; marks: Marks };
type Offers = { sponsored: Sponsored[]; products: Product[] };

const FIRST_LINE = /^\[offers [\w-]+\]$/;
const LAST_LINE = /^\[end of offers [\w-]+\]$/;

/** Reads the data lines of the context: offers of campaigns, and products of the feed. */
function readOffers(context: string): Offers {
  const offers: Offers = { sponsored: [], products: [] };
  let isInside = false;
  for (const line of context.split("\n")) {
    if (FIRST_LINE.test(line)) isInside = true;
    else if (LAST_LINE.test(line)) isInside = false;
    else if (isInside) readOffer(line, offers);
  }
  return offers;
}

/** An offer without marks cannot be cited, so the answer does without it. */
function readOffer(line: string, { sponsored, products }: Offers): void {
  const data = recordOf(parseJson(line));
  const marks = readMarks(recordOf(data?.marks));
  if (marks === undefined) return;
  const sponsor = textOf(data?.sponsor);
  const offer = textOf(data?.offer);
  const title = textOf(data?.title);
  if (sponsor !== undefined && offer !== undefined) sponsored.push({ sponsor, offer, marks });
  else if (title !== undefined) {
    products.push({ title, price: textOf(data?.price) ?? "", marks });
  }
}

function readMarks(marks: Json | undefined): Marks | undefined {
  const [ad, rec, pick] = [textOf(marks?.ad), textOf(marks?.rec), textOf(marks?.pick)];
  if (ad === undefined || rec === undefined || pick === undefined) return undefined;
  return { ad, rec, pick };
}

const ASKS_FOR_A_CHOICE = /\b(choose|decide|which|versus|vs|better|help me pick)\b/i;

/** Each mark stands directly after the name that it cites. */
function recommendation(
  text: string,
  { sponsored, products }: Offers,
  previous: readonly ChatTurn[],
): string[] {
  const hasSaid = (words: string) => previous.some((turn) => turn.text.includes(words));
  const product = products.find(({ title }) => !hasSaid(shortTitle(title))) ?? products[0];
  const [booked] = sponsored;
  if (booked === undefined) {
    if (product === undefined) return [];
    return [`One to look at is the ${named(product, "rec")}${priceText(product.price)}.`];
  }
  const { sponsor, marks } = booked;
  const claim = claimOf(booked);
  const isSaid = hasSaid(claim);
  const fit = isSaid
    ? `${sponsor} ${marks.rec} still fits.`
    : `A good fit for you is ${sponsor} ${marks.rec}: ${claim}`;
  if (product === undefined) return [fit];
  const alternative = `the ${named(product, "ad")}${priceText(product.price)}`;
  if (!ASKS_FOR_A_CHOICE.test(text)) return [fit, `To compare, look at ${alternative}.`];
  const sold = isSaid ? "." : `: ${claim}`;
  const reminder = isSaid ? "" : " Compare the return terms before you order.";
  return [
    `You could look at ${alternative}, or at what ${sponsor} ${marks.ad} sells${sold}`,
    `I would go with ${sponsor} ${marks.pick}.${reminder}`,
  ];
}

function named({ title, marks }: Product, kind: keyof Marks): string {
  return `${shortTitle(title)} ${marks[kind]}`;
}

/** The advertiser's sentence without its own name at the end, which stands before it already. */
function claimOf({ offer, sponsor }: { offer: string; sponsor: string }): string {
  const shop = sponsor.split(" ")[0] ?? sponsor;
  const tail = new RegExp(`,? (?:from|at) (?:${escaped(sponsor)}|${escaped(shop)})\\.?$`, "i");
  // After the headline comes what is really offered.
  const sentence = offer.split(/(?<=[.!?])\s+/).at(-1) ?? offer;
  const claim = sentence.replace(tail, "").replace(new RegExp(`^${escaped(shop)} `, "i"), "it ");
  const text = claim.replace(/\.$/, "");
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function shortTitle(title: string): string {
  return title.split(",")[0] ?? title;
}

function priceText(price: string): string {
  const [amount, currency] = price.split(" ");
  if (amount === undefined || amount === "") return "";
  return currency === "USD" ? ` for ${DOLLARS.format(Number(amount))}` : ` for ${price}`;
}

const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const GENERAL_ADVICE =
  "Start with where you will use it and how often, then set a price you will not regret. " +
  "Reviews that mention long use say more than the number of stars.";

/** Where the advice on a subject has been given. */
const FOLLOWING = [
  "What I said above holds for this, too.",
  "My advice stays the same with that in mind.",
  "I have nothing to add to my advice.",
];

const ADVICE: Readonly<Record<Subject, string>> = {
  camping:
    "For two nights outside, weight matters less than a floor that stays dry: look for taped " +
    "seams and a water column of 3,000 mm or more. Pitch it once at home before you leave.",
  shoes:
    "Fit decides: leave a thumb's width at the toes, and try them on in the evening, when feet " +
    "are largest. Road shoes want cushioning, trails want grip.",
  coffee:
    "Fresh beans and clean water do more than any machine. If you make one or two cups, a small " +
    "brewer that heats quickly beats a large one that idles.",
  audio:
    "On trains and planes, closed headphones with active noise cancelling help most. Check the " +
    "weight and the battery life; both matter after the second hour.",
  desk:
    "Measure first: your elbows should rest at a right angle, sitting and standing. A stable " +
    "frame is worth more than extra presets.",
  cycling:
    "For a daily commute, mudguards, a chain guard and good lights matter more than a light " +
    "frame. Try the size before you fall for the colour.",
  pans:
    "One pan of cast iron or carbon steel and one that does not stick cover nearly everything. " +
    "Heavy bottoms hold heat; handles of metal may go into the oven.",
  knives:
    "One good chef's knife of 20 cm does more than a block of six. Hold it before you buy, and " +
    "plan for a whetstone: any knife is only as good as its edge.",
  blenders:
    "For frozen fruit, power matters less than a jug that is narrow at the bottom. Look for " +
    "blades that come out for cleaning.",
};
