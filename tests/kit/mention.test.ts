import { createMentionMatcher } from "@placard/publisher-kit/mention";
import type { MentionOffer } from "@placard/publisher-kit/types";
import { expect, test } from "vitest";

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
  expect(named(answer, [TARGET])).toEqual(expected);
});

test("a mention says where it stands and in which sentence", () => {
  const answer = "Sure. I'd go with the Northwind Trail Boot 2 here. Enjoy!";
  const [mention] = mentionsOf(answer);
  expect(answer.slice(mention?.start, mention?.end)).toBe("Northwind Trail Boot 2");
  expect(mention?.sentence).toBe("I'd go with the Northwind Trail Boot 2 here.");
});

test.each([
  ["Both are good: Northwind and Acme Runner. I'd go with Northwind.", ["n"]],
  ["Acme Runner is good on roads. My pick is the Northwind Trail Boot 2.", ["n"]],
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

test("one brand under two offers is one option, not two", () => {
  const twin = { offerId: "x", title: "Northwind Sandal", sponsor: "Northwind" };
  const mentions = mentionsOf("I'd go with Northwind.", [NORTHWIND, twin]);
  expect(mentions.map(({ decision }) => decision)).toEqual([false, false]);
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
