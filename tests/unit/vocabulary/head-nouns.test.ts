import { expect, test } from "vitest";
import { hasFlag, productStrength } from "../../../publisher-kit/src/language/lexicon.ts";
import { WORD_LISTS } from "../../../publisher-kit/src/language/word-lists.ts";
import { linesOfFiles } from "../../../vocabulary/src/files.ts";
import { headNounsOf } from "../../../vocabulary/src/index.ts";

test("the kit reads every head noun of the vocabulary with its strength", () => {
  const { sure, possible } = headNounsOf(linesOfFiles());
  expect(sure.length).toBeGreaterThan(2000);
  expect(sure.filter((word) => productStrength(word) !== 2)).toEqual([]);
  expect(possible.filter((word) => productStrength(word) === 0)).toEqual([]);
});

test("the kit finds every word of its lists, and in no list what is in none", () => {
  const lists = WORD_LISTS.map(([flag, words]) => ({ flag, words: words.trim().split(/\s+/) }));
  for (const { flag, words } of lists) {
    expect(words.filter((word) => !hasFlag(word, flag))).toEqual([]);
  }
  const listed = new Set(lists.flatMap(({ words }) => words));
  const { sure, possible } = headNounsOf(linesOfFiles());
  const others = [...sure, ...possible].filter((word) => !listed.has(word));
  const isTaken = (word: string) => lists.some(({ flag }) => hasFlag(word, flag));
  expect(others.filter(isTaken)).toEqual([]);
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
