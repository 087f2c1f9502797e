import { PRODUCT_LIMIT_DEFAULT, PRODUCT_LIMIT_MAX } from "../contract/resources/product.ts";
import { CREDIT_PACKS } from "../contract/resources/wallet.ts";
import { AD_UNIT_TYPES, AD_UNITS } from "../contract/units.ts";
import { API_VERSION } from "../contract/version.ts";
import { CATALOGUE, catalogHash } from "../tools/catalogue.ts";
import { type Dialect, dialectsOn } from "./dialects.ts";

const SUPPORT_TOOLS = new Set(["ask_help", "report_bug", "report_experience"]);

/** `GET /api/public/info`: what a client reads first. */
export function renderInfo(baseUrl: string, dialects: readonly Dialect[]): string {
  return JSON.stringify({
    apiVersion: API_VERSION,
    catalogHash: catalogHash(),
    tools: CATALOGUE.map((tool) => ({
      name: tool.name,
      module: tool.module,
      title: tool.title,
      auth: tool.access !== "public",
      roles:
        tool.access === "public" || tool.access === "any"
          ? ["publisher", "advertiser", "both"]
          : [...tool.access, "both"],
      nextTools: tool.nextTools ?? [],
    })),
    support: {
      tools: CATALOGUE.filter((tool) => SUPPORT_TOOLS.has(tool.name)).map((tool) => tool.name),
      docsUrl: `${baseUrl}/docs`,
    },
    floors: Object.fromEntries(
      AD_UNIT_TYPES.map((adUnitType) => [adUnitType, AD_UNITS[adUnitType].floorCredits]),
    ),
    creditPacks: Object.entries(CREDIT_PACKS).map(([packId, pack]) => ({ packId, ...pack })),
    dialects: dialectsOn(baseUrl, dialects),
    limits: {
      minimumCashoutCredits: 500,
      creditsPerUsd: 100,
      productSearchLimitMax: PRODUCT_LIMIT_MAX,
      productSearchLimitDefault: PRODUCT_LIMIT_DEFAULT,
      productSearchTimeoutMs: 800,
    },
    adUnitTypes: AD_UNIT_TYPES.map((adUnitType) => ({
      adUnitType,
      meaning: AD_UNITS[adUnitType].meaning,
      reportTool: AD_UNITS[adUnitType].reportTool,
      conversionType: AD_UNITS[adUnitType].conversionType ?? null,
      needsReasoningContext: AD_UNITS[adUnitType].needsReasoningContext,
    })),
    links: {
      agentEndpoint: `${baseUrl}/api/agent`,
      mcp: `${baseUrl}/mcp`,
      openapi: `${baseUrl}/openapi.json`,
      recipes: `${baseUrl}/recipes.arazzo.json`,
      llms: `${baseUrl}/llms.txt`,
      llmsFull: `${baseUrl}/llms-full.txt`,
      brands: `${baseUrl}/api/public/brands`,
      products: `${baseUrl}/api/public/shopfeed-products`,
    },
  });
}
