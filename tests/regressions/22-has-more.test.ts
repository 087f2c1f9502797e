import { expect, test } from "vitest";
import { PRODUCT_PAGE_MAX } from "../../server/src/contract/resources/product.ts";
import { createCatalogWorld, row } from "../integration/domain/catalog/support.ts";
import { setUp } from "../setup/shared.ts";

const world = setUp(createCatalogWorld);

test("hasMore is false on the last page that can be requested", async () => {
  const count = PRODUCT_PAGE_MAX + 2;
  await world.load(
    "many",
    Array.from({ length: count }, (_, at) => row(`item-${at}`, { title: `Oak shelf ${at}` })),
  );
  const catalog = await world.open();
  const pageOf = (page: number) => catalog.search({ query: "shelf", page, limit: 1 });
  expect(await pageOf(PRODUCT_PAGE_MAX - 1)).toMatchObject({ status: "ok", hasMore: true });
  expect(await pageOf(PRODUCT_PAGE_MAX)).toMatchObject({ status: "ok", hasMore: false });
});
