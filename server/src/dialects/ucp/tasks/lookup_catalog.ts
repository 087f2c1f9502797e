import { z } from "zod";
import { productSchema } from "../../../contract/resources/product.ts";
import { disclosureOf, productOf } from "../product.ts";
import { LOOKUP } from "../releases.ts";
import { ask, defineTask, filtersSchema, invalidParams, sharedFields } from "../task.ts";

const IDS_MAX = 20;

export const lookupCatalog = defineTask({
  name: "lookup_catalog",
  description: "Reads sponsored products by id, at most 20.",
  capability: LOOKUP,
  catalog: z.looseObject({
    ids: z.array(z.string().min(1).max(300)).min(1),
    filters: filtersSchema.optional(),
    ...sharedFields,
  }),
  async run(call, wanted) {
    const ids = [...new Set(wanted.ids)];
    if (ids.length > IDS_MAX) {
      throw invalidParams(`catalog.ids: at most ${IDS_MAX}`, "request_too_large");
    }
    const found = await Promise.all(
      ids.map((id) => ask(call, "get_shopfeed_product", { id, ...call.hints }, productSchema)),
    );
    const records = found.filter((record) => record !== undefined);
    const missing = ids.filter((_id, place) => found[place] === undefined);
    const messages = [
      ...records.map((record, place) => disclosureOf(record, `$.products[${place}]`)),
      ...missing.map((id) => ({ type: "info", code: "not_found", content: id })),
    ];
    return { products: records.map((record) => productOf(record, true)), messages };
  },
});
