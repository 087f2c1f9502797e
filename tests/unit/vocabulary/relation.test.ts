import { isAbout, offeredIn } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import { expect, test } from "vitest";

const DESKS = "A desk that fits you. Standing desks and office chairs, from Deskbound.";
const CAMPING = "Ready for the first warm weekend. Camping gear for two nights, from Northfold.";
const typesOf = (text: string) => offeredIn(sharedVocabulary(), text).types;
const SLOGAN = "Better every day, from Northfold.";

test.each([
  ["standing desk under $600", DESKS],
  ["a chair for my back", DESKS],
  ["tent for two people", CAMPING],
  ["couch", "Sofas with washable covers."],
  ["laptop", "Notebook computers with a two-year warranty."],
  // Nothing speaks against these.
  ["desk lamp", SLOGAN],
  ["something nice for the weekend", DESKS],
])("%s is what is offered", (query, text) => {
  expect(isAbout(sharedVocabulary(), query, typesOf(text))).toBe(true);
});

test.each([
  ["desk lamp", DESKS],
  ["desk organizer", DESKS],
  ["tent for two people", DESKS],
  ["laptop charger", "Laptops with a two-year warranty."],
  ["shoe rack", "Running shoes in regular and wide fit."],
  ["dog bed", "Bed frames and mattresses."],
  ["lighting for my living room", "Light tents for two, from Northfold."],
  ["kitchen stove", "Northfold: see the current range of tents."],
])("%s is something else", (query, text) => {
  expect(isAbout(sharedVocabulary(), query, typesOf(text))).toBe(false);
});

test("a text offers each type that it names once, under all its names", () => {
  const { types, names } = offeredIn(sharedVocabulary(), "Sofas, couches and desk lamps.");
  expect(types).toHaveLength(2);
  expect(names).toEqual(expect.arrayContaining(["sofa", "couch", "desk lamp"]));
  expect(offeredIn(sharedVocabulary(), SLOGAN)).toEqual({ types: [], names: [] });
});
