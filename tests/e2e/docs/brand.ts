import { importFirstBrands } from "../../../server/src/domain/brands/index.ts";
import type { TestExchange } from "../../setup/exchange.ts";

const BRAND = {
  name: "Ironworks",
  domain: "ironworks.example.com",
  categories: ["kitchen"],
  maxRateCredits: 600,
  adUnitTypes: ["cpm"],
  deepLink: "https://ironworks.example.com/pans",
  disclosure: "Ad by Ironworks",
};

/** The brand that the recipe of platform demand finds in the catalogue. */
export async function addBrand({ exchange }: TestExchange): Promise<void> {
  const { ids, clock } = exchange.services;
  await exchange.db.tx((tx) =>
    importFirstBrands(tx, JSON.stringify(BRAND), { ids, now: clock.now() }),
  );
}
