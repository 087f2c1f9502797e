import { demoAdvertisers } from "../catalogue/advertisers.ts";
import { departmentLinks, listProducts } from "../catalogue/browse.ts";
import { type CatalogueOptions, productById } from "../catalogue/generate.ts";
import type { ProductLookups } from "./types.ts";

/** Lookups over the generated catalogue: the shop needs no database to show any of its products. */
export function createProductLookups(
  options: CatalogueOptions & { count: number },
): ProductLookups {
  const advertisers = demoAdvertisers(options);
  return {
    departments: departmentLinks(),
    find: (id) => productById(id, options),
    list: (range) => listProducts(options, range),
    findAdvertiser: (slug) => advertisers.find((advertiser) => advertiser.slug === slug),
  };
}
