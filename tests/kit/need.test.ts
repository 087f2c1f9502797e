import { detectIntent } from "@placard/publisher-kit/intent";
import { type ChatTurn, formulateQuery, understand } from "@placard/publisher-kit/query";
import { describe, expect, test } from "vitest";

/** Turns in the order of a talk: the reader begins. */
const talkOf = (...texts: string[]): ChatTurn[] =>
  texts.map((text, at) => ({ role: at % 2 === 0 ? "user" : "assistant", text }));

const TENT = talkOf("I need a blue tent for four people under $300", "Dome or tunnel?");
const JUG = talkOf(
  "which blender for smoothies? no Zumo please",
  "Personal ones and jug blenders.",
);

describe("a turn changes a slot of the need", () => {
  test.each([
    [TENT, "tunnel", ["tunnel", "blue", "4-person", "tent"], []],
    [TENT, "in green please", ["green", "tent", "4-person"], ["blue"]],
    [TENT, "another colour?", ["tent", "4-person"], ["blue"]],
    [TENT, "for six, actually", ["6-person", "tent"], ["4-person"]],
    [TENT, "and with a porch", ["porch", "tent", "blue"], []],
    [TENT, "bigger?", ["large", "tent"], ["bigger"]],
    [TENT, "it has to be for winter", ["winter", "tent"], []],
    [JUG, "a jug one, glass", ["jug", "glass", "blender"], []],
    [JUG, "does glass crack with ice?", ["blender"], ["ice", "crack"]],
    [talkOf("size 9 hiking boots", "Which fit?"), "size 10 wide", ["10", "wide", "boots"], ["9"]],
    [talkOf("a fitness watch or a smart ring?", "Rings are small."), "ring", ["ring"], ["watch"]],
    [talkOf("an espresso machine", "Colour?"), "in white", ["white", "espresso", "machine"], []],
    [talkOf("a gift for my boss", "A teapot or a tea sampler?"), "sampler", ["tea"], ["gift"]],
    [talkOf("I need a sofa", "Fabric?"), "an armchair instead", ["armchair"], ["sofa"]],
    [talkOf("I need a sofa", "Fabric?"), "Which tent should I buy?", ["tent"], ["sofa"]],
    [talkOf("I need a sofa", "Fabric?"), "I also need a rug", ["rug"], ["sofa"]],
  ] as const)("%#: %s", (previous, text, has, lacks) => {
    const { q, isOpen } = understand({ text, previous });
    expect(isOpen).toBe(true);
    for (const word of has) expect(q.toLowerCase()).toContain(word);
    for (const word of lacks) expect(q.toLowerCase().split(" ")).not.toContain(word);
  });
});

test("a place in the assistant's list is the thing on that line", () => {
  const listed = talkOf("a gift for my dad", "1. Tackle box - $20\n2. Fishing vest\n3. Rod holder");
  expect(formulateQuery("the second one, in olive", listed).q).toBe("olive Fishing vest");
  expect(formulateQuery("the last one", listed).q).toContain("Rod holder");
});

describe("what is ruled out", () => {
  test("holds in later turns, until it is asked for", () => {
    expect(formulateQuery("a glass one", JUG).exclude).toEqual(["zumo"]);
    const later = [...TENT, ...talkOf("not tunnel", "OK."), ...talkOf("a tunnel one after all")];
    expect(formulateQuery("in red", later).exclude).toBeUndefined();
  });

  test("takes the word out of what is wanted", () => {
    const { q, exclude } = formulateQuery("not blue", TENT);
    expect(q).not.toContain("blue");
    expect(exclude).toEqual(["blue"]);
  });
});

describe("bounds", () => {
  test.each([
    ["make it 400", { maxPrice: 400 }],
    ["double that budget then", { maxPrice: 600 }],
    ["around 200, 250 max", { maxPrice: 250 }],
    ["150 to 260 dollars", { minPrice: 150, maxPrice: 260 }],
    ["1k to 1.5k", { minPrice: 1000, maxPrice: 1500 }],
    ["max is 90, no make it 120 dollars", { maxPrice: 120 }],
    ["something from 2024 with 5 stars", { maxPrice: 300 }],
  ])("%s", (text, bounds) => {
    const { minPrice, maxPrice } = formulateQuery(text, TENT);
    expect({ minPrice, maxPrice }).toEqual({ minPrice: undefined, ...bounds });
  });

  test("are let go, and end with the thing", () => {
    expect(formulateQuery("forget the budget", TENT)).not.toHaveProperty("maxPrice");
    expect(formulateQuery("I also need a rug", TENT)).not.toHaveProperty("maxPrice");
  });
});

test.each([
  ["anything cheaper?", "price_asc"],
  ["a cheap one", "price_asc"],
  ["the best rated ones", "rating"],
])("%s is an order, and no word of the query", (text, sort) => {
  const query = formulateQuery(text, TENT);
  expect(query.sort).toBe(sort);
  expect(query.q).toMatch(/tent/);
  expect(query.q).not.toMatch(/cheap|rated|best/i);
});

describe("an open need makes a short turn shopping", () => {
  test.each(["in navy?", "tunnel", "without a porch", "does it have windows?", "yes"])(
    "%s",
    (text) => {
      expect(detectIntent(text).shopping).toBe(false);
      expect(detectIntent(text, TENT).shopping).toBe(true);
    },
  );

  test.each([
    "thanks, that's all",
    "great, good night",
    "how do I get mud off a tent",
    "thanks! by the way, who won the match last night?",
    "now write a poem about camping",
    "I need to ask my husband",
  ])("but not one that leaves it: %s", (text) => {
    expect(detectIntent(text, TENT).shopping).toBe(false);
  });
});
