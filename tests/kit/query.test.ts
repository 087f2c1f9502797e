import { formulateQuery, removePrivateData } from "@placard/publisher-kit/query";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreKept, scorePrices, scorePrivate } from "../eval/query/frozen.ts";

describe("a query typed into a search box", () => {
  test.each([
    "red dress",
    "iphone 15",
    "Sony WH-1000XM5",
    "the north face jacket",
    "1/2 inch drill bits",
    "100% cotton shirt",
    "2 way radio",
    "28 inch road bike",
    "012345678905",
    "best laptop",
    "Café crème cups",
  ])("%s comes through unchanged", (text) => {
    expect(formulateQuery(text)).toEqual({ q: text });
  });
});

describe("a slip in an asking word", () => {
  test.each([
    ["lookng for a speaker for the shower", "speaker for shower"],
    ["can you recomend a good mouse", "mouse"],
    ["a rain jacket wihtout a hood", "a rain jacket"],
    ["presents for kids", "presents for kids"],
    ["locking pliers", "locking pliers"],
  ])("%s: %s", (text, q) => {
    expect(formulateQuery(text).q).toBe(q);
  });
});

describe("prices", () => {
  test.each([
    ["nike shoes under $50", "nike shoes", { maxPrice: 50, currency: "USD" }],
    [
      "headphones between 20 and 80 dollars",
      "headphones",
      { minPrice: 20, maxPrice: 80, currency: "USD" },
    ],
    ["laptop less than 1k", "laptop", { maxPrice: 1000 }],
    ["laptop under $1.5k", "laptop", { maxPrice: 1500, currency: "USD" }],
    ["€30 or less headphones", "headphones", { maxPrice: 30, currency: "EUR" }],
    ["20-40 bucks keyboard", "keyboard", { minPrice: 20, maxPrice: 40, currency: "USD" }],
    ["£20-£40 dress", "dress", { minPrice: 20, maxPrice: 40, currency: "GBP" }],
    ["tv under 1,299.99 usd", "tv", { maxPrice: 1299.99, currency: "USD" }],
    ["kettle under 30,50 €", "kettle", { maxPrice: 30.5, currency: "EUR" }],
    ["watch over $100", "watch", { minPrice: 100, currency: "USD" }],
    ["tent, my budget is $200", "tent", { maxPrice: 200, currency: "USD" }],
    ["10 pack socks under $20", "10 pack socks", { maxPrice: 20, currency: "USD" }],
    ["4k tv under $500", "4k tv", { maxPrice: 500, currency: "USD" }],
    ["phone, maximum price: $300", "phone", { maxPrice: 300, currency: "USD" }],
    [
      "watch bands that do not cost more than $15",
      "watch bands",
      { maxPrice: 15, currency: "USD" },
    ],
    ["lamp not to cost over $40", "lamp", { maxPrice: 40, currency: "USD" }],
    ["between $80 and $20 lamp", "lamp", { minPrice: 20, maxPrice: 80, currency: "USD" }],
    ["lamp max 40 quid", "lamp", { maxPrice: 40, currency: "GBP" }],
    ["lamp below two hundred dollars", "lamp", { maxPrice: 200, currency: "USD" }],
    ["lamp, nothing above CHF 1'250", "lamp", { maxPrice: 1250, currency: "CHF" }],
    ["lamp, not under 70 euros", "lamp", { minPrice: 70, currency: "EUR" }],
    ["lamp for a tenner tops", "lamp", { maxPrice: 10, currency: "GBP" }],
  ])("%s", (text, q, bounds) => {
    expect(formulateQuery(text)).toEqual({ q, ...bounds });
  });

  test.each([
    "shampoo under 5 stars",
    "toys for kids under 5",
    "skillet between 6 and 8 inches",
    "books under 300 pages",
    "boots size 10 or under",
    "kayak under 40 pounds",
    "10 pack",
    "iphone 15",
    "shoes under 12 oz",
    "tv over 50 inch",
    "headphones around $50",
    "Nike Air Max 90",
    "free shipping over $35 on plants",
    "moisturizer for women over 40",
    "400 thread count sheets, not under 400",
  ])("%s holds no price", (text) => {
    expect(formulateQuery(text)).not.toHaveProperty("maxPrice");
    expect(formulateQuery(text)).not.toHaveProperty("minPrice");
  });
});

test.each([
  ["running shoes on sale", { q: "running shoes", minDiscountPercent: 1 }],
  ["jackets 20% off", { q: "jackets", minDiscountPercent: 20 }],
  ["coffee maker in stock", { q: "coffee maker", inStockOnly: true }],
])("filters: %s", (text, expected) => {
  expect(formulateQuery(text)).toEqual(expected);
});

test.each([
  ["Hi! Can you recommend a good waterproof jacket, please?", "waterproof jacket"],
  ["I'm looking for a birthday gift for my sister", "birthday gift for sister"],
  ["where can i buy a waterfall faucet", "waterfall faucet"],
  ["do you have any blue suede shoes?", "blue suede shoes"],
])("politeness goes, the product stays: %s", (text, q) => {
  expect(formulateQuery(text).q).toBe(q);
});

test.each([
  ["I would like to buy slippers as a birthday gift for my sister", "slippers"],
  ["I need slippers for my dad", "slippers"],
  ["Thanks, that helps. Now I also want an adapter that is not too expensive.", "adapter"],
  ["I need a birthday gift for my sister", "birthday gift for sister"],
])("for whom and how dear goes, unless it is all there is: %s", (text, q) => {
  expect(formulateQuery(text).q).toBe(q);
});

describe("what no shop sells", () => {
  test.each([
    "flight to paris",
    "symptoms of flu",
    "plumber near me",
    "weather tomorrow in boston",
    "why is the sky blue",
    "how long does covid last",
    "what is a foreign key in sql",
    "is it normal to feel dizzy",
    "translate good morning to german",
    "tell me a joke",
    "cancel my subscription",
    "never mind",
  ])("%s becomes no query", (text) => {
    expect(formulateQuery(text)).toEqual({ q: "" });
  });

  test.each([
    "flight jacket",
    "weather station",
    "horse blanket",
    "visa gift card",
    "why is my kettle so loud",
    "how to choose a mattress",
    "what is the best adapter",
    "do you have any adapters",
    "who sells adapters",
    "where can I get ticket holders",
    "recipe book",
    "home theater",
    "track pants",
  ])("%s stays one", (text) => {
    expect(formulateQuery(text).q).not.toBe("");
  });
});

test("a follow-up takes its product from the turn before", () => {
  const previous = [
    { role: "user" as const, text: "I am looking for a running jacket" },
    { role: "assistant" as const, text: "Any colour?" },
  ];
  expect(formulateQuery("in blue please, under $50", previous)).toEqual({
    q: "blue running jacket",
    maxPrice: 50,
    currency: "USD",
  });
});

describe("a follow-up", () => {
  const asked = { role: "user" as const, text: "I need hiking shoes for less than $100" };
  const answered = { role: "assistant" as const, text: "I would suggest the Merrell Moab 3." };

  test("keeps the bound of the talk, and replaces it with its own", () => {
    expect(formulateQuery("and the waterproof ones?", [asked])).toEqual({
      q: "waterproof hiking shoes",
      maxPrice: 100,
      currency: "USD",
    });
    const moved = formulateQuery("make it under 80 instead", [asked]);
    expect(moved).toMatchObject({ maxPrice: 80, currency: "USD" });
  });

  test("takes along what the assistant named", () => {
    expect(formulateQuery("do you have something similar?", [asked, answered]).q).toBe(
      "Merrell Moab 3 shoes",
    );
  });

  test("about another product or another matter carries nothing", () => {
    expect(formulateQuery("I also need a tent", [asked, answered])).toEqual({ q: "tent" });
    const elsewhere = formulateQuery("thanks! what's the weather in Rome?", [asked, answered]);
    expect(elsewhere).toEqual({ q: "" });
  });

  test("never brings back a name the reader told", () => {
    const named = { role: "user" as const, text: "I'm Priya Raman, looking for a kettle" };
    const greeted = { role: "assistant" as const, text: "Hello Priya Raman! Which colour?" };
    expect(formulateQuery("red", [named, greeted])).toEqual({ q: "red kettle" });
  });
});

describe("the frozen turns", () => {
  test("at least 98 of 100 state exactly the price bounds that are read", () => {
    const { right, asked } = scorePrices();
    expect(asked).toBe(500);
    expect(right / asked).toBeGreaterThanOrEqual(0.98);
  });

  test("nothing private leaves with a query, and the product does", () => {
    expect(scorePrivate()).toMatchObject({ asked: 300, wrong: [] });
    expect(scoreKept().right / 300).toBeGreaterThanOrEqual(0.98);
  });
});

describe("personal data", () => {
  const secrets: [string, RegExp][] = [
    ["my name is John Smith and I need a blue tent", /john|smith/i],
    ["I need a tent, mail me at jane.doe+x@mail.example.org", /jane|mail\.|example/i],
    ["need a tent call me at 415-555-1234", /415|555|1234/],
    ["need a tent, call +44 20 7946 0958", /7946|0958/],
    ["visa 4111 1111 1111 1111 for a tent please", /4111/],
    ["ship to 12 oak street, Springfield IL 62704 a red tent", /oak|springfield|62704/i],
    ["I live at 221B Baker Street and want a tent", /baker|221/i],
    ["a tent for my wife Anna", /anna/i],
    ["ssn 123-45-6789 tent", /6789/],
    ["order number 99887766 tent", /9988/],
    ["tent like https://me.example/secret?token=1", /secret|token/],
    ["IBAN DE89 3704 0044 0532 0130 00 tent", /3704|0532/],
    ["tent for @someone_real", /someone/],
  ];
  test.each(secrets)("%s", (text, secret) => {
    const { q } = formulateQuery(text);
    expect(q).not.toMatch(secret);
    expect(q).toMatch(/tent/);
  });

  test("a product number alone is no personal data", () => {
    expect(removePrivateData("4006381333931")).toBe("4006381333931");
  });
});

test("any text gives at most twelve words, within bounds that make sense", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
      const { q, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = formulateQuery(text);
      expect(q.split(/\s+/).length).toBeLessThanOrEqual(12);
      expect(q).toBe(q.trim());
      expect(maxPrice).toBeGreaterThan(0);
      expect(minPrice).toBeGreaterThanOrEqual(0);
    }),
  );
});
