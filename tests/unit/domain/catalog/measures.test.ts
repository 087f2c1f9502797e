import { describe, expect, test } from "vitest";
import { measuresOf } from "../../../../server/src/domain/catalog/index/measures.ts";
import { repetition, superlinear } from "../../../setup/linear.ts";
import { engineOf, find, product, titled } from "./support.ts";

const termsOf = (text: string) => new Set(measuresOf(text).map(({ term }) => term));

describe("equal measures are one term, however they are written", () => {
  test.each([
    ["18 by 18 inches", '18" x 18"', "18 x 18 in", "18in x 18in"],
    ["half inch", '1/2"', "0.5 in.", "1/2-inch", "half an inch"],
    ["two person", "2-person", "two people", "sleeps 2", "2-man", "sleeps two", "2 seater"],
    ["1 ft", "12 inches", "one foot", "12-inch", "304.8 mm", "30.48cm"],
    ["1 TB", "1000 GB", "1024GB", "1-terabyte"],
    ["1 1/2 gallons", "1.5 gal", "1.5-gallon"],
    ["10,000 mAh", "10000mah", "10Ah"],
    ["1.5 l", "1500ml", "1.5-litre", "1.5 Liters"],
    ["2 kg", "2000 g", "2 kilograms"],
    ["set of 6", "6-pack", "pack of six", "half dozen", "6 pcs", "3 pairs"],
    ["pair of", "2-piece", "set of two"],
    ["20 megapixels", "20MP"],
    ["twenty watts", "20W", "0.02 kW"],
  ])("%s", (first, ...others) => {
    expect(termsOf(first).size).toBeGreaterThan(0);
    for (const other of others) expect(termsOf(other), other).toEqual(termsOf(first));
  });

  test("sides match with their unit and without", () => {
    expect([...termsOf("18x24 poster")]).toEqual(["#18x24"]);
    expect(termsOf('24" x 18" poster')).toContain("#18x24");
    expect(termsOf("poster, 18 by 24 inches")).toContain("#18x24");
  });
});

test("other numbers, and what is no number of a unit, are other terms or none", () => {
  expect(termsOf("5.5 in")).not.toEqual(termsOf("5 in"));
  expect(termsOf("15.4 inch")).not.toEqual(termsOf("15.6 inch"));
  expect(termsOf("3 ft")).not.toEqual(termsOf("3 m"));
  for (const text of [
    "5 in 1 tool",
    "size 10 in black",
    "dv7-1211ea",
    "iphone 12",
    "1 1/2",
    "USB 3",
  ]) {
    expect(measuresOf(text), text).toEqual([]);
  }
});

test("a product of another size goes behind those of the size asked for", async () => {
  const engine = await engineOf([
    product(1, { title: "Ridge tent, 4 person, green", brand: "Ridge" }),
    product(2, { title: "Tarn tent for two people" }),
    product(3, { title: "Brook tent" }),
    product(4, { title: "Fell 2-person tent with a long porch and two doors" }),
  ]);
  for (const text of [
    "2-person tent",
    "two person tent",
    "tent that sleeps 2",
    "tent for 2 people",
  ]) {
    const found = await find(engine, text);
    expect(found.slice(0, 2).toSorted(), text).toEqual([2, 4]);
  }
  const cables = await engineOf(
    titled("HDMI cable 3 ft", "HDMI cable 72 inches", "HDMI cable 10 ft"),
  );
  expect((await find(cables, "6 ft hdmi cable"))[0]).toBe(2);
});

test("reading a text takes time in proportion to its length", async () => {
  const units = ["1,234,", "1 ", "1x", "half ", "18 x ", "1/2 ", '"', "2 by ", "fl. ", "sleeps "];
  expect(
    await superlinear(
      measuresOf,
      units.map((unit) => repetition(unit)),
    ),
  ).toEqual([]);
});
