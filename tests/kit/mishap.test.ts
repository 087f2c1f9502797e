import { formulateQuery } from "@placard/publisher-kit/query";
import { expect, test } from "vitest";

test.each([
  ["My toaster packed in this morning, what's a decent one under £40?", "toaster"],
  ["the dishwasher gave up the ghost, need one that fits a 45cm gap", "dishwasher fits 45cm gap"],
  ["my old laptop has died, I need a tablet now", "tablet"],
  ["my old one broke so I need a garden hose, thanks!", "garden hose"],
  ["the zip on my tent broke so i need a new tent for 3", "tent 3-person"],
])("%s: what happened to the old thing is not searched for", (text, q) => {
  expect(formulateQuery(text).q).toBe(q);
});

test.each([
  ["glue for my boots, a sole is torn", "sole"],
  ["a case that fits the cracked phone", "cracked"],
])("%s: what is to be repaired or fitted stays", (text, word) => {
  expect(formulateQuery(text).q).toContain(word);
});
