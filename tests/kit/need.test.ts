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

const NAMED = "One that fits is the Dunmarsh Copenhagen Dining Table for $639.";

describe("what was named is meant only where a turn points to it", () => {
  test.each([
    ["dining table for six", "round", "round dining table 6-person"],
    ["dining table for six", "without drawers", "dining table 6-person"],
    ["tent and lamp for camping", "he already has a tent though", "tent lamp for camping"],
    ["dining table for six", "is it extendable?", "Dunmarsh Copenhagen Dining Table"],
  ])("%s, %s: %s", (first, text, q) => {
    expect(understand({ text, previous: talkOf(first, NAMED) }).q).toBe(q);
  });
});

const SPONSORED =
  "A good fit for you is Deskbound Supply (Ad · Deskbound Supply): desks and chairs. " +
  "To compare, look at the Lumenara Lisbon Desk (Ad · Sponsored) for $443.99.";

test("of several names in an answer none is pinned, and an advertiser is no product", () => {
  const previous = talkOf("standing desk 140 cm wide", SPONSORED);
  const { q } = understand({ text: "is it hard to put together?", previous });
  expect(q).toBe("standing desk 140 cm wide");
  const payer = talkOf("standing desk", "A good fit is Deskbound Supply (Ad · Deskbound Supply).");
  const lone = understand({ text: "is it hard to put together?", previous: payer });
  expect(lone.q).toBe("standing desk");
  const one = talkOf("dining table for six", SPONSORED.replace(/A good.*chairs\. /, ""));
  expect(understand({ text: "is it extendable?", previous: one }).q).toContain("Lumenara Lisbon");
});

test("what goes with an accessory is for the model that it is for", () => {
  const case9 = talkOf("pixel 9 pro screen protector", "Here is one.");
  const ask = (text: string, previous = case9) => understand({ text, previous }).q;
  expect(ask("and a case, transparent")).toBe("transparent pixel 9 pro case");
  expect(ask("any chargers that work with it")).toBe("pixel 9 pro chargers");
  const other = talkOf("case for iphone 15", "Here is one.");
  expect(ask("and a screen protector", other)).toBe("iphone 15 screen protector");
  expect(ask("strings for it", talkOf("tennis racket size 3", "Ok."))).toBe(
    "tennis racket strings",
  );
});

test("anything to go with a thing are its accessories", () => {
  const previous = talkOf("standing desk 140 cm wide", "Here is one.");
  const { q } = understand({ text: "do I need anything to go with it?", previous });
  expect(q).toBe("accessories for standing desk");
});

test("what is to match has the colour of the thing before", () => {
  const previous = talkOf("winter coat for men", "Which colour?", "in navy", "Nice.");
  const { q } = understand({ text: "and gloves to match", previous });
  expect(q).toBe("navy gloves for coat");
});

test("what somebody needs to begin with, and why, is no question about a fact", () => {
  const asked = (text: string) => formulateQuery(text).q;
  expect(asked("what do I need to start growing tomatoes on a balcony")).toContain("tomatoes");
  expect(asked("my hair goes frizzy as soon as it rains")).toContain("hair");
  expect(asked("what does a tomato need to grow")).toBe("");
});

describe("a turn changes a slot of the need", () => {
  test.each([
    [TENT, "tunnel", ["tunnel", "blue", "4-person", "tent"], []],
    [TENT, "in green please", ["green", "tent", "4-person"], ["blue"]],
    [TENT, "another colour?", ["tent", "4-person"], ["blue"]],
    [TENT, "for six, actually", ["6-person", "tent"], ["4-person"]],
    [TENT, "and with a porch", ["porch", "tent", "blue"], []],
    [TENT, "bigger?", ["6-person", "tent"], ["bigger", "4-person"]],
    [talkOf("a carry-on suitcase", "Hm."), "something bigger", ["large", "suitcase"], ["carry-on"]],
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
    [talkOf("I need a backpack", "Which?"), "waterproof", ["waterproof", "backpack"], []],
    [talkOf("coffee beans", "Which?"), "decaf", ["decaf", "coffee", "beans"], []],
    [talkOf("a robot vacuum please", "Ok."), "self emptying base a must", ["base", "vacuum"], []],
    [TENT, "a bigger one", ["6-person", "tent"], ["4-person"]],
    [talkOf("cat food please", "Ok."), "a litter box", ["litter", "box"], ["food"]],
    [
      talkOf("my kettle broke. something quiet for a small kitchen", "Ok."),
      "cheaper?",
      ["quiet", "kettle"],
      [],
    ],
    [talkOf("need a kettle", "Ok."), "do any come in cream", ["cream", "kettle"], []],
    [TENT, "my landlord's hallway is tiny", ["tent"], ["landlord's", "hallway", "tiny"]],
    [TENT, "the neighbours complain about the noise", ["tent"], ["neighbours", "noise"]],
  ] as const)("%#: %s", (previous, text, has, lacks) => {
    const { q, isOpen } = understand({ text, previous });
    expect(isOpen).toBe(true);
    for (const word of has) expect(q.toLowerCase()).toContain(word);
    for (const word of lacks) expect(q.toLowerCase().split(" ")).not.toContain(word);
  });
});

describe("a gift", () => {
  test("is searched by what its receiver likes, later turns too", () => {
    const asked = "my aunt turns 60, she loves gardening. any gift ideas?";
    expect(formulateQuery(asked).q).toBe("gardening");
    expect(formulateQuery("max 50, no plastic", talkOf(asked, "A nice idea!"))).toMatchObject({
      q: "gardening",
      maxPrice: 50,
      exclude: ["plastic"],
    });
    const present = talkOf("a present for my uncle", "What does he like?");
    expect(formulateQuery("he's into jazz", present).q).toBe("jazz");
  });
  test.each([
    ["birthday present for a 5 year old who's crazy about dinosaurs", "dinosaurs"],
    ["gift for a coffee lover", "coffee"],
    ["gift for a runner", "runner"],
    ["he is a big star wars fan, christmas gift?", "star wars"],
    ["christmas present for a mate who brews his own beer", "beer"],
    ["a gift for my brother, he is in rehab and loves music", "music"],
  ])("%s", (text, q) => {
    expect(formulateQuery(text).q).toBe(q);
  });
  test("as a word of another thing is no gift", () => {
    expect(formulateQuery("gift wrap for a boy who loves trains").q).toMatch(/gift wrap/);
    expect(formulateQuery("a mug as a gift, she loves cats").q).toContain("mug");
  });
});

test("a colour, size or material alone leaves the product that the assistant named", () => {
  const sofa = talkOf("a two seater sofa", "Take the Bexholm Hygge Sofa in Terracotta.");
  expect(formulateQuery("in grey?", sofa).q).toBe("grey 2 seater sofa");
  const rug = talkOf("a rug for the hall", "The one I like is the Solmara Dune Rug.");
  expect(formulateQuery("cotton, 200x300", rug).q).not.toMatch(/Solmara/);
});

test.each([
  ["kids bike for a girl", "helmet too pls", "kids bike helmet"],
  ["a tent for four", "and sleeping bags", "sleeping bags"],
  ["a camera", "do I need a tripod too?", "tripod for camera"],
  ["a dining table for six", "and six chairs that match", "six chairs for dining table"],
  ["an office desk", "and a lamp which goes with it", "lamp for office desk"],
  ["tennis racket", "balls as well please", "tennis racket balls"],
])("%s, %s: another thing", (asked, text, q) => {
  expect(formulateQuery(text, talkOf(asked, "The Jorvane Mesa is good.")).q).toBe(q);
});

test("what is for a pet names the pet of the turns before", () => {
  const post = talkOf("my cat scratches all, need a scratching post", "The Sisal is tall.");
  expect(formulateQuery("what about food for her, she's 12", post).q).toBe("cat food");
  const treats = "treats for my cat, no chicken, she is allergic";
  expect(formulateQuery(treats).exclude).toEqual(["chicken"]);
  const dress = talkOf("my wife loves cats, she needs a dress", "Which colour?");
  expect(formulateQuery("and a hat for her", dress).q).not.toContain("cat");
});

test("a place in the assistant's list is the thing on that line", () => {
  const listed = talkOf("a gift for my dad", "1. Tackle box - $20\n2. Fishing vest\n3. Rod holder");
  expect(formulateQuery("the second one, in olive", listed).q).toBe("olive Fishing vest");
  expect(formulateQuery("the last one", listed).q).toContain("Rod holder");
});

const LISTED = talkOf(
  "a kettle under $90, glass please",
  "There are the Brando 3000, the Halvik Clear and the Tamm.",
);

describe("a name that the assistant listed", () => {
  test("is pinned by its place or its name, and no other one is", () => {
    expect(formulateQuery("the second one", LISTED).q).toMatch(/^Halvik Clear .*kettle/);
    expect(formulateQuery("is the tamm loud?", LISTED).q).toMatch(/^Tamm .*kettle/i);
    expect(formulateQuery("in white", LISTED).q).not.toMatch(/Brando|Halvik|Tamm/);
    expect(formulateQuery("not the tamm", LISTED).q).not.toMatch(/Tamm/i);
    const one = talkOf("a moisturiser", "The Arvenna Willow is what I would take.");
    expect(formulateQuery("one with spf", one).q).not.toMatch(/Arvenna/);
    expect(formulateQuery("does that one have spf?", one).q).toMatch(/Arvenna/);
  });

  test("holds in later turns, until another one is wanted", () => {
    const pinned = [...LISTED, ...talkOf("the halvik then", "Good choice.")];
    expect(formulateQuery("in white", pinned).q).toMatch(/Halvik/i);
    expect(formulateQuery("anything cheaper?", pinned).q).not.toMatch(/Halvik/i);
    expect(formulateQuery("not that brand", pinned).exclude).toEqual(["halvik"]);
  });
});

test("yes to an offered feature takes it", () => {
  const offered = talkOf("I need a bike lock", "With a cable?");
  expect(formulateQuery("yes", offered).q).toMatch(/cable.*bike lock/);
  expect(formulateQuery("no", offered).q).not.toMatch(/cable/);
});

test("a need is taken up again after another topic, but not after a goodbye", () => {
  const away = [...LISTED, ...talkOf("how often should I descale?", "Once a month.")];
  expect(detectIntent("how often should I descale?", LISTED).shopping).toBe(false);
  expect(formulateQuery("ok the tamm please", away)).toMatchObject({ maxPrice: 90 });
});

test("an ask after a story is for the thing of the story", () => {
  const story = talkOf("my mower is dead", "What is wrong?", "it is old", "I see.");
  const { q } = formulateQuery("what's a decent cordless one", story);
  expect(q).toMatch(/cordless.*mower/);
  expect(q).not.toMatch(/dead|old/);
});

test("what is for the thing is sought with the thing", () => {
  const laptop = talkOf("a laptop for uni, 14 inch", "The Norvane Air.");
  expect(formulateQuery("and a sleeve for it", laptop).q).toBe("laptop sleeve");
});

test("a new measure replaces the old one", () => {
  const wok = talkOf("I want a wok, 14 inch", "Carbon steel?");
  expect(formulateQuery("no, I meant 12", wok).q).toMatch(/12 inch.*wok/);
  expect(formulateQuery("12 inch", wok).q).not.toMatch(/14/);
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
    ["half that", { maxPrice: 150 }],
    ["a bit more than that is fine", { maxPrice: 360 }],
    ["two fifty at the very most", { maxPrice: 250 }],
    ["I'd spend 300, maybe 350 if it is light", { maxPrice: 350 }],
    ["I have about 110 but can stretch to 130", { maxPrice: 130 }],
    ["260 and that's my ceiling", { maxPrice: 260 }],
    ["can't go above four hundred dollars", { maxPrice: 400 }],
    ["forty at a push", { maxPrice: 40 }],
    ["120 at the outside", { maxPrice: 120 }],
    ["40 to 60 including delivery", { minPrice: 40, maxPrice: 60 }],
    ["ok 220 then", { maxPrice: 220 }],
    ["120 cm instead", { maxPrice: 300 }],
    ["a 2019 to 2023 model", { maxPrice: 300 }],
    ["something from 2024 with 5 stars", { maxPrice: 300 }],
  ])("%s", (text, bounds) => {
    const { minPrice, maxPrice } = formulateQuery(text, TENT);
    expect({ minPrice, maxPrice }).toEqual({ minPrice: undefined, ...bounds });
  });

  test("a bare amount or range answers for the price", () => {
    const asked = talkOf("a garden bench", "What would you like to spend?");
    expect(formulateQuery("20 to 30", asked)).toMatchObject({ minPrice: 20, maxPrice: 30 });
    expect(formulateQuery("three fifty", asked).maxPrice).toBe(350);
    const told = talkOf("a garden bench", "They run from 90 to 400.");
    expect(formulateQuery("150 to 200", told)).toMatchObject({ minPrice: 150, maxPrice: 200 });
    expect(formulateQuery("two of them", told)).not.toHaveProperty("maxPrice");
  });

  test("half of a price that was told", () => {
    const told = talkOf("a garden bench", "The Arlo is $240.");
    expect(formulateQuery("anything for half that?", told).maxPrice).toBe(120);
    expect(formulateQuery("a bit less than that", told).maxPrice).toBe(239.99);
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
    "thx, you've been great",
    "should I stretch before the hike",
  ])("but not one that leaves it: %s", (text) => {
    expect(detectIntent(text, TENT).shopping).toBe(false);
  });
});
