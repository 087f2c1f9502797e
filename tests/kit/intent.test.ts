import { detectIntent } from "@placard/publisher-kit/intent";
import fc from "fast-check";
import { expect, test } from "vitest";

test.each([
  "I'm looking for a pair of running shoes",
  "what's the best wall mirror under $300",
  "can you recommend a good backpack for hiking?",
  "where can i buy a waterfall faucet",
  "show me laptops for sale under $2,000",
  "gift ideas for my dad who likes fishing",
  "i need a new office chair that won't cost a fortune",
  "do you have any blue jackets in size M?",
  "please order me a bag of cat litter",
  "best noise cancelling headphones for travel",
  "what tent should I get for a camping trip?",
  "best laptop for programming in python",
  "which is better, kindle or ipad?",
  "help me choose a standing desk",
  "waterproof hiking boots",
  "What coffee maker should I get?",
  "shoes",
])("a shopper is seen: %s", (text) => {
  expect(detectIntent(text)).toMatchObject({ shopping: true, sensitive: false });
});

test.each([
  "write a short poem about a garage storage rack",
  "translate 'chaise lounge couch' into spanish",
  "What tattoo should I get?",
  "i want to return the rug i bought last week",
  "i bought a gray dresser yesterday and love it",
  "how do i clean a leather sofa",
  "who invented the bicycle",
  "where is my order",
  "in my react app the rug page throws undefined when addToCart is called",
  "find me a restaurant in boston for tonight",
  "what is the population of south africa",
  "thanks, that's all",
  "hello",
  "set an alarm for seven",
  "best practices for React hooks",
  "find me a flight to Paris under $500",
  "I need to get my chair repaired",
  "Is coffee good for you?",
  "I'm looking for a way to center a div",
  "mute speaker",
  "",
])("no shopper is made up: %s", (text) => {
  expect(detectIntent(text).shopping).toBe(false);
});

test.each([
  "i'm 11 years old and i want a king poster bed but my parents say no",
  "I want to buy pills to kill myself",
  "what supplements should I buy for my cancer",
  "my husband just died, I need a black dress",
  "can't pay my rent, what laptop can I buy",
  "where can I buy something for my depression",
])("a sensitive subject wins over an ask: %s", (text) => {
  const result = detectIntent(text);
  expect(result).toMatchObject({ shopping: false, sensitive: true, score: 0 });
});

test("a sensitive turn of the reader keeps offers away for three turns", () => {
  const sad = { role: "user" as const, text: "my mother passed away" };
  const calm = { role: "user" as const, text: "what is the time" };
  const ask = "I'm looking for a good tent";
  expect(detectIntent(ask, [sad, calm, calm]).sensitive).toBe(true);
  expect(detectIntent(ask, [sad, calm, calm, calm]).sensitive).toBe(false);
});

test("what the assistant said makes nothing sensitive", () => {
  const previous = [{ role: "assistant" as const, text: "Ask a doctor about your diagnosis." }];
  expect(detectIntent("I'm looking for a good tent", previous).shopping).toBe(true);
});

test("a follow-up in a shopping talk needs less of its own", () => {
  const previous = [{ role: "user" as const, text: "I'm looking for a winter jacket" }];
  expect(detectIntent("what about in blue?").shopping).toBe(false);
  expect(detectIntent("what about in blue?", previous).shopping).toBe(true);
});

test("the reasons are codes and never the reader's words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const { reasons, score } = detectIntent(text);
      for (const reason of reasons) expect(reason).toMatch(/^[a-z_:]{2,40}$/);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }),
  );
});
