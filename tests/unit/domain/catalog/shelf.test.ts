import { expect, test } from "vitest";
import { createShelf } from "../../../../server/src/domain/catalog/shelf.ts";
import { product } from "./support.ts";

test("a product comes back with every field as it was", () => {
  const shelf = createShelf();
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
  shelf.publish(shelf.store(full));
  expect(shelf.get(7)).toEqual(full);
  expect(shelf.getById(full.id)).toEqual(full);
});

test("a stored product is not seen before it is published", () => {
  const shelf = createShelf();
  const stored = shelf.store(product(1));
  expect(shelf.get(1)).toBeNull();
  shelf.publish(stored);
  expect(shelf.size()).toBe(1);
});

test("a retired product keeps its link only", () => {
  const shelf = createShelf();
  const gone = product(1);
  shelf.publish(shelf.store(gone));
  shelf.retire(gone);
  expect([shelf.get(1), shelf.getById(gone.id), shelf.size()]).toEqual([null, null, 0]);
  expect(shelf.linkOf(1)).toBe(gone.link);
  expect(shelf.linkOf(2)).toBeNull();
});

test("many versions of a few products make it ask to be built anew", () => {
  const shelf = createShelf();
  const description = "x".repeat(4_000);
  for (let round = 0; round < 10_000; round += 1) {
    shelf.publish(shelf.store(product(round % 10, { description })));
  }
  expect(shelf.isWorn()).toBe(true);
  expect(shelf.size()).toBe(10);
});
