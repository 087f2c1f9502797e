import { type DemoAdUnit, demoAdvertisers } from "../goods/advertisers.ts";
import { departmentLinks, listProducts } from "../goods/browse.ts";
import { type CatalogueOptions, productById } from "../goods/generate.ts";
import type { LandingAction, ProductLookups, ShopAdvertiser } from "./types.ts";

/** Lookups over the generated catalogue: the shop needs no database to show any of its products. */
export function createProductLookups(
  options: CatalogueOptions & { count: number },
): ProductLookups {
  const advertisers = demoAdvertisers(options).map(
    (advertiser): ShopAdvertiser => ({ ...advertiser, action: actionOf(advertiser.adUnitType) }),
  );
  return {
    departments: departmentLinks(),
    find: (id) => productById(id, options),
    list: (range) => listProducts(options, range),
    findAdvertiser: (slug) => advertisers.find((advertiser) => advertiser.slug === slug),
  };
}

/** A landing page asks for what its advertiser pays for, where that happens in a shop. */
function actionOf(unit: DemoAdUnit): LandingAction {
  if (unit === "cpl") return "sign_up";
  return unit === "cpi" ? "install" : "buy";
}
