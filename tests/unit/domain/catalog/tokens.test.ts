import { describe, expect, test } from "vitest";
import { stem } from "../../../../server/src/domain/catalog/index/stem.ts";
import { eachTerm, fold, wordsOf } from "../../../../server/src/domain/catalog/index/tokens.ts";

function termsOf(text: string): string[] {
  const terms: string[] = [];
  eachTerm(text, (term) => terms.push(term));
  return terms;
}

describe("the stemmer", () => {
  test.each([
    ["shoes", "shoe"],
    ["snowshoes", "snowshoe"],
    ["batteries", "battery"],
    ["boxes", "box"],
    ["watches", "watch"],
    ["shelves", "shelf"],
    ["knives", "knife"],
    ["cases", "case"],
    ["lenses", "lens"],
    ["potatoes", "potato"],
    ["women", "woman"],
    ["running", "run"],
    ["gaming", "game"],
    ["charged", "charging"],
    ["insulated", "insulate"],
    ["earrings", "earring"],
    ["cds", "cd"],
  ])("%s and %s are one term", (left, right) => {
    expect(stem(left)).toBe(stem(right));
  });

  test.each([
    ["charger", "charge"],
    ["glass", "glas"],
    ["bus", "bu"],
    ["string", "str"],
    ["bed", "b"],
    ["printer", "print"],
    ["dv7s", "dv7"],
  ])("%s and %s stay apart", (left, right) => {
    expect(stem(left)).not.toBe(stem(right));
  });

  test("stemming a stem changes nothing that matters for plurals", () => {
    for (const word of ["shoe", "battery", "box", "watch", "shelf", "glass", "bus", "case"]) {
      expect(stem(stem(word))).toBe(stem(word));
    }
  });
});

describe("the tokeniser", () => {
  test("case, accents, ligatures and trade marks do not matter", () => {
    expect(fold("Crème BRÛLÉE Straße Core™2")).toBe("creme brulee strasse core 2");
  });

  test("hyphenated words are found by their parts and joined", () => {
    expect(termsOf("Wi-Fi")).toEqual(["wi", "fi", "wifi"]);
    expect(termsOf("dv7-1211ea")).toEqual(["dv7", "1211ea", "dv71211ea"]);
  });

  test("decimals and fractions stay whole, sentences do not", () => {
    expect(wordsOf('43.2 cm (17") 1/2 inch. Next')).toEqual([
      "43.2",
      "cm",
      "17",
      "1/2",
      "inch",
      "next",
    ]);
  });

  test("a possessive is the word itself", () => {
    expect(wordsOf("women's men’s O'Neill")).toEqual(["women", "men", "oneill"]);
  });

  test("no input makes it fail or give an empty word", () => {
    for (const text of ["", " ", "'s", "---", "😀", "\ud800", "a".repeat(10_000), "漢字 кофе"]) {
      for (const word of wordsOf(text)) expect(word).not.toBe("");
    }
  });
});

test.each([
  ["colour", "color"],
  ["moisturisers", "moisturizer"],
  ["personalised", "personalized"],
  ["sulphates", "sulfate"],
  ["grey", "gray"],
])("%s and %s are one word", (british, american) => {
  expect(stem(british)).toBe(stem(american));
});
