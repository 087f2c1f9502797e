import { CREDITS_PER_USD } from "../contract/money.ts";
import { PRODUCT_LIMIT_DEFAULT, PRODUCT_LIMIT_MAX } from "../contract/resources/product.ts";
import { CASHOUT_MIN_CREDITS, CREDIT_PACKS } from "../contract/resources/wallet.ts";
import { AD_UNIT_TYPES, AD_UNITS } from "../contract/units.ts";
import { API_VERSION } from "../contract/version.ts";
import { CATALOGUE, catalogHash, moduleOf } from "../tools/catalogue.ts";
import { renderArazzo } from "./arazzo.ts";
import { DIALECTS, type Dialect, dialectsOn } from "./dialects.ts";
import { renderLlms, renderLlmsFull } from "./llms-full.ts";
import { renderOpenApi } from "./openapi.ts";

export interface RenderedDocument {
  readonly path: string;
  readonly type: string;
  readonly text: string;
  /** Beyond those that every document gets. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const MARKDOWN_TYPE = "text/markdown; charset=utf-8";
const PLAIN_TYPE = "text/plain; charset=utf-8";

/** Every document, rendered once from the catalogue when the server starts. */
export function renderDocuments(baseUrl: string, dialects: readonly Dialect[] = DIALECTS) {
  const full = renderLlmsFull(baseUrl, dialects);
  return [
    { path: "/api/public/info", type: "application/json", text: renderInfo(baseUrl, dialects) },
    { path: "/openapi.json", type: "application/json", text: renderOpenApi(baseUrl) },
    { path: "/recipes.arazzo.json", type: "application/json", text: renderArazzo() },
    { path: "/llms.txt", type: PLAIN_TYPE, text: renderLlms(baseUrl, dialects) },
    { path: "/llms-full.txt", type: PLAIN_TYPE, text: full },
    { path: "/docs.md", type: MARKDOWN_TYPE, text: full },
  ];
}

const SUPPORT_TOOLS = new Set(["ask_help", "report_bug", "report_experience"]);

/** `GET /api/public/info`: what a client reads first. */
export function renderInfo(baseUrl: string, dialects: readonly Dialect[]): string {
  return JSON.stringify({
    apiVersion: API_VERSION,
    catalogHash: catalogHash(),
    tools: CATALOGUE.map((tool) => ({
      name: tool.name,
      module: moduleOf(tool),
      title: tool.title,
      auth: tool.access !== "public",
      roles:
        tool.access === "public" || tool.access === "any"
          ? ["publisher", "advertiser", "both"]
          : [...tool.access, "both"],
      nextTools: tool.nextTools,
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
      minimumCashoutCredits: CASHOUT_MIN_CREDITS,
      creditsPerUsd: CREDITS_PER_USD,
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

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year; a server is restarted more often than that. */
const VALID_DAYS = 360;

export interface WellKnownOptions {
  readonly baseUrl: string;
  /** Where holes are reported: a `mailto:` or `https:` address. Default: our support page. */
  readonly securityContact: string | undefined;
  readonly now: Date;
}

/** What crawlers and finders of holes look for, by addresses that the whole web agrees on. */
export function renderWellKnown(options: WellKnownOptions): RenderedDocument[] {
  return [
    { path: "/robots.txt", type: PLAIN_TYPE, text: robotsText(options.baseUrl) },
    { path: "/.well-known/security.txt", type: PLAIN_TYPE, text: securityText(options) },
  ];
}

/** The descriptions may be indexed; links that count clicks, checkouts and the console may not. */
function robotsText(baseUrl: string): string {
  const closed = [
    "/api/agent",
    "/mcp",
    "/adcp/",
    "/ucp/",
    "/r/",
    "/checkout/",
    "/console",
    "/metrics",
    "/webhooks/",
  ];
  return `# What agents can do here: ${baseUrl}/llms.txt
User-agent: *
${closed.map((path) => `Disallow: ${path}\n`).join("")}Allow: /
`;
}

/** **Source** RFC 9116. Equal in all processes that start on the same day. */
function securityText({ baseUrl, securityContact, now }: WellKnownOptions): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace(".000Z", "Z");
  const canonical = `${baseUrl}/.well-known/security.txt`;
  return [
    `Contact: ${securityContact ?? `${baseUrl}/docs`}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    // RFC 9116 requires https; a server without it is a local one.
    ...(baseUrl.startsWith("https:") ? [`Canonical: ${canonical}`] : []),
    "",
  ].join("\n");
}
