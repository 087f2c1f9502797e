import { z } from "zod";
import { productSchema } from "../../../contract/resources/product.ts";
import { disclosureOf, productOf } from "../product.ts";
import { LOOKUP } from "../releases.ts";
import { ask, catalogOf, filtersSchema, sharedFields, type UcpTask } from "../task.ts";

const catalog = z.looseObject({
  id: z.string().min(1).max(300),
  selected: z.array(z.looseObject({})).max(50).optional(),
  preferences: z.array(z.string().max(200)).max(50).optional(),
  filters: filtersSchema.optional(),
  ...sharedFields,
});

export const getProduct: UcpTask = {
  name: "get_product",
  description: "Reads one sponsored product by id. It has one variant.",
  capability: LOOKUP,
  catalog,
  async run(call, given) {
    const { id } = catalogOf(catalog, given);
    const record = await ask(call, "get_shopfeed_product", { id, ...call.hints }, productSchema);
    if (record === undefined) {
      const content = `Product not found: ${id}`;
      const message = { type: "error", code: "not_found", content, severity: "unrecoverable" };
      return { isError: true, members: { messages: [message] } };
    }
    return {
      members: { product: productOf(record), messages: [disclosureOf(record, "$.product")] },
    };
  },
};
