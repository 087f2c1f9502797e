import { beforeAll, describe, expect, test } from "vitest";
import {
  productListSchema,
  productSchema,
} from "../../../../server/src/contract/resources/product.ts";
import { resultOf } from "../../../setup/agents.ts";
import { refused, setUpMarket } from "../market.ts";

const market = setUpMarket();
const rows = ["p-1", "p-2", "a.b_c~d:e-f"].map((id) => ({
  id,
  title: `Desk lamp ${id}`,
  description: "Warm light.",
  brand: "Lumen",
  category: ["Home", "Lamps"],
  price: 25.5,
  currency: "USD",
  imageUrl: "https://pictures.example.com/lamp.jpg",
  link: "https://shop.example.com/lamp",
  rating: 4.5,
  ratingCount: 12,
}));
beforeAll(async () => {
  await market.loadProducts("lamps", rows);
});

const call = (args: object, key?: string) => market.call("get_shopfeed_product", args, key);

describe("works", () => {
  test("one product with everything the feed said of it", async () => {
    const answer = call({ id: "p-1" });
    expect(await resultOf(answer, productSchema)).toMatchObject({
      id: "p-1",
      feedType: "shopfeed_us_shop",
      title: "Desk lamp p-1",
      brand: "Lumen",
      availability: "in_stock",
      rating: { value: 4.5, count: 12 },
      price: { amount: 25.5, currency: "USD", discountPercent: null },
    });
    expect((await answer).text).not.toContain("shop.example.com");
  });

  test("it is the record a search shows, with the same link", async () => {
    const { items } = await resultOf(
      market.call("search_shopfeed_products", { q: "desk lamp p-2" }),
      productListSchema,
    );
    const found = items.find(({ id }) => id === "p-2");
    expect(await resultOf(call({ id: "p-2" }), productSchema)).toEqual(found);
  });

  test("every character an id may have works", async () => {
    const product = await resultOf(call({ id: "a.b_c~d:e-f" }), productSchema);
    expect(product.id).toBe("a.b_c~d:e-f");
  });
});

describe("rejects bad input", () => {
  test("an unknown product is not_found and names the search", async () => {
    const error = await refused(call({ id: "p-404" }), "not_found");
    expect(error).toMatchObject({
      details: { resource: "product" },
      nextTools: ["search_shopfeed_products"],
    });
  });

  test("a product that left its feed is not_found", async () => {
    await market.loadProducts("old", [{ ...rows[0], id: "old-1" }]);
    await resultOf(call({ id: "old-1" }), productSchema);
    await market.loadProducts("old", [{ ...rows[0], id: "old-2" }]);
    await refused(call({ id: "old-1" }), "not_found");
    await resultOf(call({ id: "old-2" }), productSchema);
  });
});
