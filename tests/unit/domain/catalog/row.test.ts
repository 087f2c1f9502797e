import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkRow } from "../../../../server/src/domain/catalog/feed/row.ts";
import {
  discountPercentOf,
  priceMicrosFrom,
} from "../../../../server/src/domain/catalog/product.ts";

const good = {
  id: "a",
  title: "Kettle",
  price: 20,
  currency: "usd",
  link: "https://shop.test/a",
};

const parseRow = (fields: Readonly<Record<string, unknown>>) =>
  checkRow({ id: fields.id, names: {}, fields: () => fields });

function productOf(changes: object) {
  const parsed = parseRow({ ...good, ...changes });
  if ("reason" in parsed) throw new Error(parsed.reason);
  return parsed.product;
}

describe("prices of a row", () => {
  test("a sale price below the price is asked, and the price is what it was", () => {
    expect(productOf({ salePrice: 15 })).toMatchObject({
      priceMicros: 15_000_000,
      compareAtMicros: 20_000_000,
    });
  });

  test.each([20, 25])("a sale price of %d is none", (salePrice) => {
    expect(productOf({ salePrice })).toMatchObject({
      priceMicros: 20_000_000,
      compareAtMicros: null,
    });
  });

  test.each([20, 19.99, 0])("a compare-at price of %d is none", (compareAtPrice) => {
    expect(productOf({ compareAtPrice }).compareAtMicros).toBeNull();
  });

  test("a sale price of zero is refused, not given away", () => {
    expect(parseRow({ ...good, salePrice: 0 })).toMatchObject({ reason: "price must be above 0" });
  });

  test("numbers written as text count; other text does not", () => {
    expect(productOf({ price: "19.95" }).priceMicros).toBe(19_950_000);
    expect(parseRow({ ...good, price: "19,95 USD" })).toHaveProperty("reason");
  });

  test("amounts are rounded to what the currency has", () => {
    expect(priceMicrosFrom(1.005, "USD")).toBe(1_010_000);
    expect(priceMicrosFrom(149.6, "JPY")).toBe(150_000_000);
    expect(priceMicrosFrom(1.2345, "KWD")).toBe(1_235_000);
  });

  test("a discount is never more than the shop gives", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 8 }),
        fc.integer({ min: 1, max: 10 ** 8 }),
        (price, compareAt) => {
          const percent = discountPercentOf(price * 10_000, compareAt * 10_000);
          if (percent === null) expect((compareAt - price) * 100).toBeLessThan(compareAt);
          else expect((compareAt - price) * 100).toBeGreaterThanOrEqual(percent * compareAt);
        },
      ),
    );
    expect(discountPercentOf(70_000_000, 100_000_000)).toBe(30);
  });
});

describe("other fields of a row", () => {
  test("availability defaults to in stock and takes the usual spellings", () => {
    expect(productOf({}).availability).toBe("in_stock");
    expect(productOf({ availability: "Out of Stock" }).availability).toBe("out_of_stock");
    expect(productOf({ availability: "preorder" }).availability).toBe("preorder");
  });

  test("a category is a path or a list", () => {
    expect(productOf({ category: "Home > Kitchen > Kettles" }).category).toEqual([
      "Home",
      "Kitchen",
      "Kettles",
    ]);
    expect(productOf({ category: ["Home", "", "Kettles"] }).category).toEqual(["Home", "Kettles"]);
  });

  test("a rating that makes no sense is left out and the product stays", () => {
    expect(productOf({ rating: 9, ratingCount: 4 }).ratingValue).toBeNull();
    expect(productOf({ rating: 4.2, ratingCount: -1 })).toMatchObject({
      ratingValue: 4.2,
      ratingCount: null,
    });
  });
});

test("no fields, however strange, make the check fail", () => {
  const anyField = fc.oneof(fc.jsonValue(), fc.double(), fc.string());
  const keys = ["id", "title", "price", "currency", "link", "imageUrl", "category", "rating"];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), anyField), (fields) => {
      const parsed = parseRow({ ...good, ...fields });
      if (!("product" in parsed)) return;
      expect(parsed.product.priceMicros).toBeGreaterThan(0);
      expect(parsed.product.link).toMatch(/^https?:\/\//);
    }),
  );
});
