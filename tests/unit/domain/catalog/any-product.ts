import fc from "fast-check";
import type { CatalogProduct } from "../../../../server/src/domain/catalog/product.ts";
import { product } from "./support.ts";

/** Products of few words, so that searches meet many of them. */
export const anyProduct = fc.record({
  words: fc.array(fc.constantFrom("red", "blue", "mug", "hat", "wool", "steel"), { minLength: 1 }),
  price: fc.integer({ min: 1, max: 50 }),
  compareAt: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
  currency: fc.constantFrom("USD", "EUR"),
  availability: fc.constantFrom("in_stock", "out_of_stock", "preorder"),
  brand: fc.option(fc.constantFrom("Acme", "Öhm"), { nil: null }),
  category: fc.subarray(["Home", "Kitchen", "Clothes"]),
});

type ProductFields = typeof anyProduct extends fc.Arbitrary<infer Fields> ? Fields : never;

export function toProduct(fields: ProductFields, number: number): CatalogProduct {
  const priceMicros = fields.price * 1_000_000;
  const compareAt = fields.compareAt === null ? 0 : fields.compareAt * 1_000_000;
  return product(number, {
    title: fields.words.join(" "),
    priceMicros,
    compareAtMicros: compareAt > priceMicros ? compareAt : null,
    currency: fields.currency,
    availability: fields.availability,
    brand: fields.brand,
    category: fields.category,
  });
}
