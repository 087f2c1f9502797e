import { describe, expect, test } from "vitest";
import { formulateQuery } from "../../publisher-kit/src/language/query/index.ts";

/** What a reader writes, the words that are searched, and what is ruled out. */
const RULED_OUT: readonly (readonly [string, string, readonly string[]])[] = [
  ["rain boots, anything except Hunter", "rain boots", ["hunter"]],
  ["a wallet that is not leather", "wallet", ["leather"]],
  ["speakers without cables", "speakers", ["cables"]],
  ["lunch box not made of plastic", "lunch box", ["plastic"]],
  ["I need a floor lamp that isn't white or black, under $50", "floor lamp", ["white", "black"]],
  ["trainers but not Nike or Adidas please", "trainers", ["nike", "adidas"]],
  ["a phone other than an iPhone", "phone", ["iphone"]],
  ["hiking socks, no wool", "hiking socks", ["wool"]],
  ["shampoo by any brand bar Aveda", "shampoo", ["aveda"]],
  ["monitor, but dell is off the table", "monitor", ["dell"]],
  ["sim card but I refuse to use vodafone", "sim card", ["vodafone"]],
  ["dog food without grain or chicken", "dog food", ["grain", "chicken"]],
  ["a keyboard with no numeric keypad", "keyboard", ["numeric keypad"]],
  ["toothpaste without fluoride for kids", "toothpaste for kids", ["fluoride"]],
  ["Show me earrings, I hate gold", "earrings", ["gold"]],
  ["shampoo with no sulfates and no parabens", "shampoo", ["sulfates", "parabens"]],
  ["a coat that's not black and with a hood", "coat with hood", ["black"]],
  ["a prepaid card, no AT&T", "prepaid card", ["at&t"]],
  ["motherboard, skip asus and skip gigabyte", "motherboard", ["asus", "gigabyte"]],
  ["a laptop that doesn't run windows", "laptop", ["windows"]],
  ["boots that are not for firm ground", "boots", ["firm ground"]],
  ["patch cord, I've got enough blue ones", "patch cord", ["blue"]],
  ["sunglasses excluding Ray-Ban", "sunglasses", ["ray-ban"]],
  ["headphones, anything except sony, bose or jbl", "headphones", ["sony", "bose", "jbl"]],
  ["trainers, anything but nike, adidas and puma", "trainers", ["nike", "adidas", "puma"]],
  ["snacks with no nuts, milk, eggs or soy please", "snacks", ["nuts", "milk", "eggs", "soy"]],
  ["no hp, dell or lenovo laptop", "laptop", ["hp", "dell", "lenovo"]],
  ["printer, neither hp nor canon", "printer", ["hp", "canon"]],
  ["any vacuum except dyson", "vacuum", ["dyson"]],
  ["I'm done with apple, show me other phones", "phones", ["apple"]],
  ["I need trousers, jeans are out", "trousers", ["jeans"]],
  ["dog food, chicken is a no-go", "dog food", ["chicken"]],
  ["a desk w/out drawers", "desk", ["drawers"]],
  ["phone case that doesn't have a logo on it", "phone case", ["logo"]],
  ["a lamp, ideally not black", "lamp", ["black"]],
  ["any colour except red, green or blue for a kettle", "kettle", ["red", "green", "blue"]],
  ["I don't like wool jumpers, something in cotton", "jumpers in cotton", ["wool"]],
  ["a jacket, not red, warm and with pockets", "jacket, warm with pockets", ["red"]],
];

const KEPT: readonly string[] = [
  "moisturizer, fragrance-free",
  "non-stick pan",
  "a laptop not too heavy",
  "I'm not sure what to get, maybe a kettle",
  "no rush but I need a new kettle",
  "a tv for no more than 500 dollars",
  "noise cancelling headphones",
];

describe("what a reader rules out", () => {
  test.each(RULED_OUT)("%s", (text, words, exclude) => {
    const { q, exclude: found } = formulateQuery(text);
    expect(found).toEqual(exclude);
    for (const word of words.split(" ")) expect(q.toLowerCase()).toContain(word);
    for (const word of exclude) expect(q.toLowerCase()).not.toContain(word);
  });

  test.each(KEPT)("nothing in: %s", (text) => {
    expect(formulateQuery(text).exclude).toBeUndefined();
  });

  test("never the name that a reader told before", () => {
    const previous = [{ role: "user", text: "My name is Zorabel Quint" }] as const;
    const { exclude } = formulateQuery("a mug, not Zorabel and not blue please", previous);
    expect(exclude).toEqual(["blue"]);
  });

  test("at most eight things, however long the list", () => {
    const list = Array.from({ length: 30 }, (_, at) => `brand${at}`).join(" or ");
    expect(formulateQuery(`shoes but not ${list}`).exclude).toHaveLength(8);
  });
});
