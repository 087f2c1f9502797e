import type { z } from "zod";
import { listOf } from "../../contract/fields.ts";
import { type Brand, brandSchema, brandSearchFields } from "../../contract/resources/campaign.ts";
import type { Queryable } from "../../core/db.ts";
import { brandOnWire, listBrands } from "../../domain/brands/index.ts";
import { defineTool, pageById, READS } from "../tool.ts";

export const brandListSchema = listOf(brandSchema);

export const searchAffiliateOffers = defineTool({
  name: "search_affiliate_offers",
  title: "Search the brand catalogue",
  description:
    "Lists the brands that platform demand books campaigns for, by words or category; needs " +
    "no key. `maxRateCredits` is the highest rate a platform campaign of the brand may have; " +
    "use `deepLink` as its creativeUrl when there is one. Publishers continue with " +
    "request_platform_demand. For products to show use search_shopfeed_products.",
  access: "public",
  ...READS,
  rateClass: "search",
  input: brandSearchFields,
  output: brandListSchema,
  examples: { "The first brands": { limit: 5 }, "Brands for cooks": { q: "kitchen" } },
  nextTools: ["search_placements"],
  run: (ctx, input) => findOffers(ctx.db, input),
});

/** One page of the catalogue, for the tool and for the public address. */
export async function findOffers(
  db: Queryable,
  search: z.output<z.ZodObject<typeof brandSearchFields>>,
): Promise<{ items: Brand[]; nextCursor: string | null }> {
  const { q } = search;
  const category = search.category === "" ? undefined : search.category;
  return pageById(search, ["brd", "brandId"], async ({ before: after, limit }) => {
    const brands = await listBrands(db, { q, category, after, limit });
    return brands.map(brandOnWire);
  });
}
