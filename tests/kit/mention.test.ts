import { createMentionMatcher } from "@placard/publisher-kit/mention";
import type { MentionOffer } from "@placard/publisher-kit/types";
import { expect, test } from "vitest";
import { bookOf } from "../../publisher-kit/src/mention/book.ts";
import { namedOffers, readAnswer } from "../../publisher-kit/src/mention/index.ts";
import { watchIterable } from "../../publisher-kit/src/observe.ts";
import { precisionOf, recallOf, scoreMentions } from "../eval/mention/score.ts";

const NORTHWIND = { offerId: "n", title: "Northwind Trail Boot 2", sponsor: "Northwind" };
const ACME = { offerId: "a", title: "Acme Runner", sponsor: "Acme Inc." };
const TARGET = { offerId: "t", title: "Target", sponsor: "Target" };

function mentionsOf(answer: string, offers: MentionOffer[] = [NORTHWIND, ACME], step = 7) {
  const matcher = createMentionMatcher(offers);
  for (let at = 0; at < answer.length; at += step) matcher.push(answer.slice(at, at + step));
  return matcher.end();
}

const named = (answer: string, offers?: MentionOffer[]): string[] =>
  mentionsOf(answer, offers).map(({ offerId }) => offerId);

test.each([
  "I'd recommend the Northwind Trail Boot 2 for wet paths.",
  "For mud, Northwind's boots are a great choice.",
  "You could try **Northwind** first.",
  "Here are some good options:\n\n1. **Northwind Trail Boot 2** - waterproof\n2. Something else",
  "You can't go wrong with Northwind.",
  "Don't wait for a sale; go with Northwind.",
  "Instead of sneakers, consider Northwind.",
  "It is not the cheapest, but Northwind is worth it.",
  "I'd pick the ＮＯＲＴＨＷＩＮＤ　Trail Boot 2.",
  "Northwind is a solid pick at $89.",
  "NORTHWIND TRAIL BOOT 2 is an excellent boot.",
  "You could also look at Northwind (Sponsored): it takes boots back for sixty days.",
  "I'd go with Northwind (Ad) because of its service.",
  "I'd go with Northwind [sponsored] because of its service.",
])("affirms: %s", (answer) => {
  expect(named(answer)).toEqual(["n"]);
});

test.each([
  "Avoid Northwind if you have wide feet.",
  "I would not recommend Northwind for this.",
  "I'd choose leather boots instead of Northwind.",
  "Unlike Northwind, these boots are great.",
  "There are better boots than Northwind.",
  "Rather than Northwind, try a local shop.",
  "Northwind isn't a good choice here.",
  "Northwind has been discontinued, so look for something good.",
  "Good alternatives to Northwind are easy to find.",
  "You mentioned Northwind as a good brand.",
  "Northwind was founded in 1990.",
  "Have you tried Northwind?",
  "> I recommend Northwind",
  "```\nconst best = 'Northwind'; // recommend\n```",
  "The best one is `Northwind`.",
  "The best list is at https://shop.example/Northwind/best",
  "Write to sales@Northwind.com for the best price.",
  "A reader said “I think that Northwind is the best of them all” and left.",
  "Northwinds are strong; a good jacket helps.",
  "The best is Northwind-like fabric.",
  "Brands to avoid:\n- Northwind\n- Others",
  "I can't recommend anything by Northwind.",
  "",
])("does not affirm: %s", (answer) => {
  expect(named(answer)).toEqual([]);
});

test.each([
  ["Target a lower price and you will find a good deal.", []],
  ["You should target a good price.", []],
  ["You can find a good tent at Target for $40.", ["t"]],
])("a brand that is an everyday word needs its place: %s", (answer, expected) => {
  const offers = namedOffers(readAnswer(answer, bookOf([TARGET])));
  expect(offers.map(({ offerId }) => offerId)).toEqual(expected);
});

test("a mention says where it stands and in which sentence", () => {
  const answer = "Sure. I'd go with the Northwind Trail Boot 2 here. Enjoy!";
  const [mention] = mentionsOf(answer);
  expect(answer.slice(mention?.start, mention?.end)).toBe("Northwind Trail Boot 2");
  expect(mention?.sentence).toBe("I'd go with the Northwind Trail Boot 2 here.");
});

test.each([
  ["Both are good: Northwind and Acme Runner. I'd go with Northwind.", ["n"]],
  ["The Acme Runner is fine, but between the two I'd take the Northwind Trail Boot 2.", ["n"]],
  ["I'd choose Northwind over Salomon.", ["n"]],
  ["Northwind is the best choice; Acme Runner is good too.", ["n"]],
  ["Both Northwind and Acme Runner are good options.", []],
  ["I'd go with Northwind.", []],
  ["Acme Runner is good, but I'd avoid Northwind.", []],
])("a decision needs two options and ours chosen: %s", (answer, deciders) => {
  const decided = mentionsOf(answer).filter(({ decision }) => decision);
  expect(decided.map(({ offerId }) => offerId)).toEqual(deciders);
  for (const { options } of decided) expect(options.length).toBeGreaterThanOrEqual(2);
});

test("a brand that two offers share names neither of them without its product", () => {
  const twin = { offerId: "x", title: "Northwind Sandal", sponsor: "Northwind" };
  expect(named("I'd go with Northwind.", [NORTHWIND, twin])).toEqual([]);
  expect(named("I'd go with the Northwind sandal.", [NORTHWIND, twin])).toEqual(["x"]);
});

test.each([
  ["I'd get the Northwind Trail Boot 3.", []],
  ["A Northwind tent is a great choice.", []],
  ["Trail boots are a great choice.", []],
  ["I'd get the Trail Boot 2 from Northwind.", ["n"]],
  ["I'd get the northwind trail-boots.", ["n"]],
])("another model is not ours, another spelling is: %s", (answer, expected) => {
  expect(named(answer)).toEqual(expected);
});

const SHELF: readonly MentionOffer[] = [
  { offerId: "terra", title: "Trundle Terra 3 Stroller", brand: "Trundle" },
  { offerId: "lite", title: "Trundle City Lite Stroller", brand: "Trundle" },
  { offerId: "vpn", title: "Cloak VPN", brand: "Cloak" },
  { offerId: "saw", title: "Quarrystone TC-60 tile cutter", brand: "Quarrystone" },
  { offerId: "lamp", title: "Glimmer Infrared Heater 600 W", brand: "Glimmer" },
  { offerId: "planner", title: "Monday Planner A5", brand: "Monday" },
  { offerId: "kettle", title: "Vellomar Tidewell Kettle 1.7 L", brand: "Vellomar" },
  { offerId: "bag", title: "Larkhalt Orbit Carry-On 38 L", brand: "Larkhalt" },
  { offerId: "dumbbell", title: "Ironvale Adjustable Dumbbells", brand: "Ironvale" },
  { offerId: "cover", title: "Safepath Travel Insurance", brand: "Safepath" },
  { offerId: "cream", title: "Mellow Hand Cream 75 ml", brand: "Mellow" },
];

test.each([
  ["Take the Terra 3.", ["terra"]],
  ["Get a Bugaboo Terra 3.", []],
  ["A terra cotta pot, 3 litres.", []],
  ["You wouldn't regret the TC-60.", ["saw"]],
  ["The TC-600 is another.", []],
  ["CloakVPN is a good fit.", ["vpn"]],
  ["Cloakroom tickets cost two euros.", []],
  ["Hang a Glimmer above the door.", ["lamp"]],
  ["There is a glimmer of hope.", []],
  ["You have a slot left, Monday at nine; I'd take Monday.", []],
  ["Ten years of guarantee on the Tidewell, two on the Bosch.", ["kettle"]],
  ["What you need is the Orbit.", ["bag"]],
  ["Satellites orbit the earth.", []],
  ["Adjustable dumbbells beat a rack of fixed ones.", []],
  ["Buying the Safepath policy is a sound move.", ["cover"]],
  ["Vellomar's big K8 is superb for a barn.", []],
  ["Mellow yellow would be my choice for the walls.", []],
])("a model names its offer without the brand, a common word does not: %s", (answer, expected) => {
  expect(namedOffers(readAnswer(answer, bookOf(SHELF))).map(({ offerId }) => offerId)).toEqual(
    expected,
  );
});

test("the way an answer is cut into chunks changes nothing", () => {
  const answer = "Acme Runner is good on roads. My pick is the Northwind Trail Boot 2.";
  const whole = mentionsOf(answer, undefined, 1_000);
  for (const step of [1, 2, 3, 11]) expect(mentionsOf(answer, undefined, step)).toEqual(whole);
});

test("names with signs of pattern language are plain names", () => {
  const offer = { offerId: "p", title: "C++ (2nd) $1*", brand: ".*" };
  expect(named("I recommend something good.", [offer])).toEqual([]);
  expect(named("I recommend C++ (2nd) $1* to you.", [offer])).toEqual(["p"]);
});

test("a stream is passed on before the matcher does its work", async () => {
  const matcher = createMentionMatcher([NORTHWIND]);
  const order: string[] = [];
  async function* model() {
    yield "I'd recommend the ";
    yield "Northwind Trail Boot 2.";
  }
  const watched = watchIterable(model(), {
    push: (chunk) => matcher.push(chunk),
    end: () => order.push(`matched ${matcher.end().length}`),
  });
  for await (const chunk of watched) order.push(chunk);
  expect(order).toEqual(["I'd recommend the ", "Northwind Trail Boot 2.", "matched 1"]);
});

test("hearing a chunk costs no more than a scan of the answer for one name", () => {
  const answer = "You will find that most trails are wet in spring, so bring a spare pair. ".repeat(
    40,
  );
  const chunks = answer.match(/\S+\s*/g) ?? [];
  const heard = (): void => {
    const matcher = createMentionMatcher([NORTHWIND]);
    for (const chunk of chunks) matcher.push(chunk);
  };
  const scanned = (): void => {
    let text = "";
    for (const chunk of chunks) {
      text += chunk;
      if (text.indexOf("Northwind Trail Boot 2") >= 0) throw new Error("There is no such name.");
    }
  };
  expect(fastest(heard)).toBeLessThan(fastest(scanned));
});

/**
 * What `npm run eval -- mention` measured, rounded down: a change may only raise these. The model
 * learnt from `tune` among much else, so only `held` and `fresh` say how it reads wording it has
 * not met.
 */
test.each([
  { set: "tune" as const, recommendation: [1, 0.98], decision: [1, 0.96] },
  { set: "held" as const, recommendation: [0.984, 0.92], decision: [1, 0.87] },
  { set: "fresh" as const, recommendation: [0.989, 0.94], decision: [0.97, 0.75] },
])("labelled answers of $set are read no worse than before", (floor) => {
  const score = scoreMentions(floor.set, 1);
  expect(score.answers).toBe(400);
  for (const type of ["recommendation", "decision"] as const) {
    const [precision = 1, recall = 1] = floor[type];
    expect(precisionOf(score[type]), `${type} precision`).toBeGreaterThanOrEqual(precision);
    expect(recallOf(score[type]), `${type} recall`).toBeGreaterThanOrEqual(recall);
  }
});

test("the label of an ad is no option beside it", () => {
  const answer =
    "Measure first: elbows at a right angle. Two options: the Acme Runner for $90 (Ad), and " +
    "Northwind (Sponsored): it takes boots back.\n\nI'd go with Northwind over the Acme Runner.";
  const [mention] = mentionsOf(answer);
  expect(mention).toMatchObject({ offerId: "n", decision: true });
  expect(mention?.options).toEqual(["Northwind Trail Boot 2", "Acme Runner"]);
});

/** The fastest of a few runs, in ms: what else the machine does only ever adds. */
function fastest(work: () => void): number {
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}
