import { expect, test } from "vitest";
import { productStrength } from "../../../publisher-kit/src/language/lexicon.ts";
import { linesOfFiles } from "../../../vocabulary/src/files.ts";
import { headNounsOf } from "../../../vocabulary/src/index.ts";

test("the kit reads every head noun of the vocabulary with its strength", () => {
  const { sure, possible } = headNounsOf(linesOfFiles());
  expect(sure.length).toBeGreaterThan(2000);
  expect(sure.filter((word) => productStrength(word) !== 2)).toEqual([]);
  expect(possible.filter((word) => productStrength(word) === 0)).toEqual([]);
});

test.each([
  ["blender", 2],
  ["blenders", 2],
  ["jeans", 2],
  ["knives", 2],
  ["thinkpad", 2],
  ["table", 1],
  ["watches", 1],
  ["adults", 0],
  ["can", 0],
  ["thanks", 0],
])("%s names a thing with strength %d", (word, strength) => {
  expect(productStrength(word)).toBe(strength);
});
