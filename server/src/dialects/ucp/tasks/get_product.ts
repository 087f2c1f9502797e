import { z } from "zod";
import { productSchema } from "../../../contract/resources/product.ts";
import { disclosureOf, productOf } from "../product.ts";
import { LOOKUP } from "../releases.ts";
import { ask, defineTask, filtersSchema, sharedFields, unrecoverable } from "../task.ts";

export const getProduct = defineTask({
  name: "get_product",
  description: "Reads one sponsored product by id. It has one variant.",
  capability: LOOKUP,
  catalog: z.looseObject({
    id: z.string().min(1).max(300),
    selected: z.array(z.looseObject({})).max(50).optional(),
    preferences: z.array(z.string().max(200)).max(50).optional(),
    filters: filtersSchema.optional(),
    ...sharedFields,
  }),
  async run(call, { id }) {
    const record = await ask(call, "get_shopfeed_product", { id, ...call.hints }, productSchema);
    if (record === undefined) return unrecoverable("not_found", `Product not found: ${id}`);
    return { product: productOf(record), messages: [disclosureOf(record, "$.product")] };
  },
});
