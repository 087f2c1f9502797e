import { describe, expect, test } from "vitest";
import { readDemoBrands } from "../../../../demo-chat/goods/market/brands.ts";
import { micros } from "../../../../server/src/contract/money.ts";
import { AD_UNIT_TYPES, AD_UNITS } from "../../../../server/src/contract/units.ts";
import { type BrandRecord, readBrandFile } from "../../../../server/src/domain/brands/index.ts";
import type { Candidate } from "../../../../server/src/domain/platform/demand-queries.ts";
import {
  chooseBrand,
  creativeOf,
  refusalOf,
  termsOf,
} from "../../../../server/src/domain/platform/match.ts";
import { lintText } from "../../../../server/src/domain/review/index.ts";

const NOBODY_LIVE = new Map<string, number>();

function placementOf(fields: Partial<Candidate> = {}): Candidate {
  return {
    placementId: "plc_1",
    publisherId: "agt_seller",
    adUnitType: "cpc",
    rate: micros(25_000_000),
    title: "Sidebar",
    description: "Beside the answers.",
    topics: [],
    excludedTopics: [],
    blockedBrandIds: [],
    blockedAdvertiserIds: [],
    isOpen: true,
    isPublisherActive: true,
    isTrusted: false,
    updatedAt: "2026-11-20T00:00:00.000Z",
    ...fields,
  };
}

function brandOf(brandId: string, fields: Partial<BrandRecord> = {}): BrandRecord {
  return {
    brandId,
    name: `Brand ${brandId}`,
    domain: `${brandId}.example`,
    categories: [],
    maxRate: micros(25_000_000),
    adUnitTypes: ["cpc"],
    disclosure: "Sponsored",
    isActive: true,
    updatedAt: "2026-11-20T00:00:00.000Z",
    ...fields,
  };
}

const chosen = (placement: Partial<Candidate>, ...brands: BrandRecord[]) => {
  const found = chooseBrand(placementOf(placement), brands, NOBODY_LIVE);
  return typeof found === "string" ? found : found.brandId;
};

describe("a brand is chosen", () => {
  test("by topic, in any case and number, and by the smaller of two phrases", () => {
    const kitchen = brandOf("kitchen", { categories: ["Home Cooking"] });
    const garden = brandOf("garden", { categories: ["home improvement", "garden tools"] });
    expect(chosen({ topics: ["cooking"] }, garden, kitchen)).toBe("kitchen");
    expect(chosen({ topics: ["GARDEN TOOL"] }, kitchen, garden)).toBe("garden");
    expect(chosen({ topics: ["home"] }, garden, kitchen)).toBe("garden");
    expect(chosen({ topics: ["travel"] }, garden, kitchen)).toBe("no_brand_for_topics");
  });

  test("by the words of its title when it names no topic, and else the one served least", () => {
    const tea = brandOf("a-tea", { categories: ["tea"] });
    const coffee = brandOf("b-coffee", { categories: ["coffee"] });
    expect(chosen({ title: "For friends of coffee" }, tea, coffee)).toBe("b-coffee");
    expect(chosen({}, coffee, tea)).toBe("a-tea");
    const live = new Map([["a-tea", 1]]);
    const found = chooseBrand(placementOf(), [tea, coffee], live);
    expect(found).toBe(coffee);
  });

  test("never for an excluded topic, and without categories only after all others", () => {
    const toys = brandOf("toys", { categories: ["toys", "games"] });
    const anything = brandOf("anything");
    expect(chosen({ topics: ["games"] }, anything, toys)).toBe("toys");
    expect(chosen({ topics: ["games"], excludedTopics: ["toy"] }, anything, toys)).toBe("anything");
    expect(chosen({ excludedTopics: ["toy"] }, toys)).toBe("no_brand_for_topics");
  });

  test("only if it pays the unit and the rate to the micro-credit, listed and not blocked", () => {
    const brand = brandOf("one");
    expect(chosen({ adUnitType: "cpm" }, brand)).toBe("no_brand_for_unit");
    expect(chosen({ rate: micros(25_000_000) }, brand)).toBe("one");
    expect(chosen({ rate: micros(25_000_001) }, brand)).toBe("rate_above_caps");
    expect(chosen({}, { ...brand, isActive: false })).toBe("rate_above_caps");
    expect(chosen({ blockedBrandIds: ["one"] }, brand)).toBe("brands_blocked");
    expect(chosen({})).toBe("no_brand_for_unit");
  });
});

describe("the trust rule", () => {
  test.each(AD_UNIT_TYPES)("pays no own report of %s without trust", (unit) => {
    const terms = termsOf({ adUnitType: unit, isTrusted: false });
    if (AD_UNITS[unit].biller !== "publisher") {
      expect(terms).toEqual({
        verifiedOnly: true,
        conversionSource: "advertiser",
        isOnTrust: false,
      });
    } else {
      expect(terms).toBeUndefined();
    }
    expect(termsOf({ adUnitType: unit, isTrusted: true })).toMatchObject({ isOnTrust: true });
  });

  test("comes after what no trust can mend", () => {
    const cpm = { adUnitType: "cpm" } as const;
    expect(refusalOf(placementOf(cpm), "agt_wallet")).toBe("not_trusted");
    expect(refusalOf(placementOf({ ...cpm, isTrusted: true }), "agt_wallet")).toBeUndefined();
    expect(refusalOf(placementOf({ isOpen: false }), "agt_wallet")).toBe("not_open");
    expect(refusalOf(placementOf({ isPublisherActive: false }), "agt_wallet")).toBe(
      "publisher_suspended",
    );
    expect(refusalOf(placementOf(), "agt_seller")).toBe("own_placement");
    const blocks = { blockedAdvertiserIds: ["agt_wallet"] };
    expect(refusalOf(placementOf(blocks), "agt_wallet")).toBe("wallet_blocked");
    const promo = { adUnitType: "cppromo", isTrusted: true } as const;
    expect(refusalOf(placementOf(promo), "agt_wallet")).toBe("needs_coupon");
  });
});

describe("the creative of a brand", () => {
  test("of the longest brand there can be fits", () => {
    const categories = Array.from({ length: 20 }, () => "c".repeat(40));
    const { creativeText } = creativeOf(brandOf("x", { name: "N".repeat(120), categories }));
    expect(creativeText.length).toBeLessThanOrEqual(280);
  });

  test("of every brand of the demo passes the lint and says nothing of being an ad", async () => {
    const { drafts } = readBrandFile(await readDemoBrands(), "jsonl");
    expect(drafts.length).toBeGreaterThan(5);
    for (const { draft } of drafts) {
      const { name, domain, categories } = draft;
      const { creativeText } = creativeOf({ name, domain, categories: [...categories] });
      expect(lintText(creativeText, "creative"), creativeText).toEqual([]);
      expect(creativeText).not.toMatch(/\b(ad|sponsor|paid)/i);
    }
  });

  test("leads where the brand says, else to its domain", () => {
    const brand = brandOf("x", { categories: ["pans"] });
    expect(creativeOf(brand)).toEqual({
      creativeText: "Brand x: see the current range in pans.",
      creativeUrl: "https://x.example/",
    });
    const deepLink = "https://go.example/?c={click_id}";
    expect(creativeOf({ ...brand, deepLink }).creativeUrl).toBe(deepLink);
  });
});
