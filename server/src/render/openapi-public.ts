import type { z } from "zod";
import { brandSearchFields } from "../contract/resources/brand.ts";
import { PRODUCT_PAGE_SIZE_MAX } from "../contract/resources/product.ts";
import { productSearchFields } from "../tools/feed/search_shopfeed_products.ts";
import { openSchemaOf } from "../tools/schemas.ts";
import {
  cachedHeaders,
  errorsOf,
  jsonAnswer,
  locationHeaders,
  requestIdHeader,
} from "./openapi-components.ts";
import { schemaRef } from "./openapi-shared.ts";

const NO_KEY: readonly object[] = [];
const notChanged = {
  description: "Not changed since the `If-None-Match` you sent.",
  headers: requestIdHeader,
};

/** The addresses that take no tool call. */
export function publicPaths() {
  return {
    "/api/public/info": { get: info },
    "/api/public/brands": { get: brandList() },
    "/api/public/shopfeed-products": { get: productList() },
    "/api/public/shopfeed-products/{id}": { get: productItem() },
    "/r/{token}": { get: hop },
    "/healthz": { get: health },
    "/readyz": { get: ready },
  };
}

const info = {
  operationId: "getInfo",
  tags: ["public"],
  summary: "What this exchange offers",
  description: "Tools, ad unit types with their floors, credit packs, limits and addresses.",
  security: NO_KEY,
  responses: {
    200: jsonAnswer("The catalogue in short.", infoSchema(), cachedHeaders),
    304: notChanged,
    ...errorsOf([405, 500]),
  },
};

function infoSchema() {
  return {
    type: "object",
    required: ["apiVersion", "catalogHash", "tools", "support", "floors", "links"],
    properties: {
      apiVersion: { type: "string" },
      catalogHash: {
        type: "string",
        description: "Changes whenever the schema of any tool does: then list the tools again.",
      },
      tools: {
        type: "array",
        items: {
          type: "object",
          required: ["name", "module", "title", "auth", "roles", "nextTools"],
          properties: {
            name: { type: "string" },
            module: { type: "string", enum: ["shared", "sell", "buy"] },
            title: { type: "string" },
            auth: { type: "boolean", description: "Whether it needs a key." },
            roles: { type: "array", items: { type: "string" } },
            nextTools: { type: "array", items: { type: "string" } },
          },
        },
      },
      support: { type: "object" },
      floors: { type: "object", additionalProperties: { type: "number" } },
      creditPacks: { type: "array", items: { type: "object" } },
      limits: { type: "object", additionalProperties: { type: "number" } },
      adUnitTypes: { type: "array", items: { type: "object" } },
      links: { type: "object", additionalProperties: { type: "string" } },
    },
  };
}

function brandList() {
  return {
    operationId: "listBrands",
    tags: ["public"],
    summary: "Read the brand catalogue",
    description:
      "The brands of platform demand, each with the highest rate it pays. The same as the tool " +
      "`search_affiliate_offers`.",
    security: NO_KEY,
    parameters: Object.entries(brandSearchFields).map(([name, field]) =>
      queryParameter(name, field),
    ),
    responses: {
      200: jsonAnswer("Brands by name.", schemaRef("SearchAffiliateOffersResult"), cachedHeaders),
      304: notChanged,
      ...errorsOf([400, 405, 422, 429, 500, 503]),
    },
  };
}

function productList() {
  return {
    operationId: "searchProducts",
    tags: ["public"],
    summary: "Search the product feed",
    description:
      "The same search as the tool `search_shopfeed_products`. Give it about 800 ms; with status " +
      "`empty` or `feed_pending` show nothing and go on.",
    security: NO_KEY,
    parameters: [
      ...Object.entries(productSearchFields).map(([name, field]) => queryParameter(name, field)),
      {
        name: "pageSize",
        in: "query",
        required: false,
        description: "For browsing pages; wins over `limit`.",
        schema: { type: "integer", minimum: 1, maximum: PRODUCT_PAGE_SIZE_MAX },
      },
    ],
    responses: {
      200: jsonAnswer("Products, best first.", schemaRef("ProductList"), cachedHeaders),
      304: notChanged,
      ...errorsOf([400, 405, 422, 429, 500]),
    },
  };
}

function productItem() {
  const { publisherId, origin } = productSearchFields;
  return {
    operationId: "getProduct",
    tags: ["public"],
    summary: "Read one product",
    description: "The same as the tool `get_shopfeed_product`.",
    security: NO_KEY,
    parameters: [
      {
        name: "id",
        in: "path",
        required: true,
        description: "The feed's own id of the product.",
        schema: { type: "string", pattern: "^[A-Za-z0-9._~:-]{1,128}$" },
      },
      queryParameter("publisherId", publisherId),
      queryParameter("origin", origin),
    ],
    responses: {
      200: jsonAnswer("The product.", schemaRef("Product"), cachedHeaders),
      304: notChanged,
      ...errorsOf([400, 404, 405, 422, 429, 500, 503]),
    },
  };
}

function queryParameter(name: string, field: z.ZodType) {
  const { description, ...schema } = openSchemaOf(field);
  return {
    name,
    in: "query",
    required: false,
    ...(typeof description === "string" ? { description } : {}),
    schema,
  };
}

const hop = {
  operationId: "followLink",
  tags: ["links"],
  summary: "Follow a tracked link",
  description:
    "Counts the click and sends the reader on. Only for links that an answer of ours contained; " +
    "there is no destination in the token.",
  security: NO_KEY,
  parameters: [
    {
      name: "token",
      in: "path",
      required: true,
      description: "48 signed bytes in base64url.",
      schema: { type: "string", pattern: "^[A-Za-z0-9_-]{64}$" },
    },
  ],
  responses: {
    302: {
      description: "The landing address.",
      headers: { ...requestIdHeader, ...locationHeaders },
    },
    410: {
      description: "The link is older than 30 days.",
      headers: requestIdHeader,
      content: { "text/plain": { schema: { type: "string" } } },
    },
    ...errorsOf([404, 405, 500, 503]),
  },
};

const health = {
  operationId: "getHealth",
  tags: ["operations"],
  summary: "Is the process alive",
  description: "Says nothing about what the process needs; see `/readyz`.",
  security: NO_KEY,
  responses: {
    200: jsonAnswer("It answers.", {
      type: "object",
      required: ["status"],
      properties: { status: { type: "string", const: "ok" } },
    }),
    ...errorsOf([405, 500]),
  },
};

const readiness = {
  type: "object",
  required: ["status", "missing"],
  properties: {
    status: { type: "string", enum: ["ready", "starting"] },
    missing: { type: "array", items: { type: "string" }, description: "What is not there yet." },
  },
};

const ready = {
  operationId: "getReadiness",
  tags: ["operations"],
  summary: "Is it ready to serve",
  description: "Migrated, with the product index loaded and whatever else it needs at hand.",
  security: NO_KEY,
  responses: {
    200: jsonAnswer("Ready.", readiness),
    503: jsonAnswer("Not yet; `missing` says what is not there.", readiness),
    ...errorsOf([405, 500]),
  },
};
