import { detectIntent } from "@placard/publisher-kit/intent";
import { formulateQuery } from "@placard/publisher-kit/query";
import { expect, test } from "vitest";

test.each([
  ["I'm looking for a drill bit", "drill bit"],
  ["I need an electric can opener", "electric can opener"],
  ["do you have trash cans?", "trash cans"],
  ["recommend a sound bar", "sound bar"],
  ["I am hunting for a hunting knife", "hunting knife"],
  ["I'm shopping for a shopping bag", "shopping bag"],
  ["i want a cool box for the beach", "cool box for beach"],
])("%s: words that are mostly filler stay where a name has them", (text, q) => {
  expect(formulateQuery(text).q).toBe(q);
});

test.each([
  ["a tent that can sleep 4", "tent sleep 4"],
  ["cool, I need a tent", "tent"],
  ["the kettle sounds good, a bit cheaper?", "kettle"],
])("%s: elsewhere they are filler", (text, q) => {
  expect(formulateQuery(text).q).toBe(q);
});

test.each([
  "I'm looking for a curling iron",
  "I need a watering can",
  "can you recommend a tank top?",
  "I'm looking for an umbrella",
])("%s: a plain ask for a thing is one, whatever the thing is called", (text) => {
  expect(detectIntent(text).shopping).toBe(true);
});

test.each([
  "I'm looking for a job",
  "I need a drink",
  "can you recommend a doctor?",
  "I'm looking for a watering can I bought last week, track my order",
])("%s: no thing is asked for", (text) => {
  expect(detectIntent(text).shopping).toBe(false);
});
