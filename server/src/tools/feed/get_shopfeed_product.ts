import { notFound } from "../../contract/errors.ts";
import { productIdSchema, productSchema } from "../../contract/resources/product.ts";
import { defineTool, READS } from "../tool.ts";
import { productSearchFields } from "./search_shopfeed_products.ts";

export const getShopfeedProduct = defineTool({
  name: "get_shopfeed_product",
  title: "Get one product",
  description:
    "Returns one product of the shop feed by its id, with the same tracked link and " +
    "disclosure as in a search; needs no key. Use it to refresh a card before you show it " +
    "again; if it is not_found, drop the card. To find products use search_shopfeed_products.",
  access: "public",
  ...READS,
  rateClass: "search",
  errors: ["not_found"],
  input: {
    id: productIdSchema,
    publisherId: productSearchFields.publisherId,
    origin: productSearchFields.origin,
  },
  output: productSchema,
  examples: { "By its id": { id: "demo-000001" } },
  nextTools: ["search_shopfeed_products"],
  async run({ services }, { id, ...hints }) {
    const product = await services.catalog.getProduct(id, hints);
    if (product === null) {
      throw notFound("product", {
        message: "No such product on sale.",
        nextTools: ["search_shopfeed_products"],
      });
    }
    return product;
  },
});
