import { expect, test } from "vitest";
import { createProductStore } from "../../../../server/src/domain/catalog/product-store.ts";
import { product } from "./support.ts";

test("a product comes back with every field as it was", () => {
  const store = createProductStore();
  const full = product(7, {
    description: "Ünïcode 漢字",
    brand: "Acme",
    category: ["Home", "Kitchen"],
    compareAtMicros: 30_000_000,
    imageUrl: "https://pictures.test/7.jpg",
    gtin: "1",
    color: "red",
    ratingValue: 4.5,
    ratingCount: 3,
    seller: "Shop",
  });
  store.publish(store.write(full));
  expect(store.get(7)).toEqual(full);
  expect(store.getById(full.id)).toEqual(full);
});

test("a stored product is not seen before it is published", () => {
  const store = createProductStore();
  const stored = store.write(product(1));
  expect(store.get(1)).toBeNull();
  store.publish(stored);
  expect(store.size()).toBe(1);
});

test("a retired product keeps its link only", () => {
  const store = createProductStore();
  const gone = product(1);
  store.publish(store.write(gone));
  store.retire(gone);
  expect([store.get(1), store.getById(gone.id), store.size()]).toEqual([null, null, 0]);
  expect(store.linkOf(1)).toBe(gone.link);
  expect(store.linkOf(2)).toBeNull();
});

test("many versions of a few products make it ask to be built anew", () => {
  const store = createProductStore();
  const description = "x".repeat(4_000);
  for (let round = 0; round < 10_000; round += 1) {
    store.publish(store.write(product(round % 10, { description })));
  }
  expect(store.isWorn()).toBe(true);
  expect(store.size()).toBe(10);
});
