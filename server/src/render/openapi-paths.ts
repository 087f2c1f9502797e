import type { z } from "zod";
import { idSchema } from "../contract/fields.ts";
import { brandSearchFields } from "../contract/resources/campaign.ts";
import { PRODUCT_PAGE_SIZE_MAX } from "../contract/resources/product.ts";
import { orderSchema } from "../contract/resources/wallet.ts";
import { CATALOGUE } from "../tools/catalogue.ts";
import { productSearchFields } from "../tools/feed/search_shopfeed_products.ts";
import { openSchemaOf } from "../tools/schemas.ts";
import {
  cachedHeaders,
  errorsOf,
  jsonAnswer,
  locationHeaders,
  pascalOf,
  replayHeaders,
  requestIdHeader,
  schemaRef,
  withRefs,
} from "./openapi-components.ts";

interface Operation {
  /** `operationId`, tag and summary. */
  readonly is: readonly [operationId: string, tag: string, summary: string];
  readonly description: string;
  readonly parameters?: readonly object[];
  readonly answers: Readonly<Record<number, object>>;
  /** Statuses of errors beside 405 and 500. */
  readonly errors?: readonly number[];
}

/** Every path that takes no tool call. None needs a key. */
export function otherPaths() {
  const all: Operations = {
    ...publicReads(),
    ...linkOperations(),
    ...documentReads(),
    ...operatorReads(),
  };
  const paths = Object.entries(all).map(([name, one]) => {
    const [method = "", path = ""] = name.split(" ");
    return [path, { [method]: operation(one) }] as const;
  });
  return Object.fromEntries(paths);
}

function operation({ is: [operationId, tag, summary], ...about }: Operation) {
  const { description, parameters, answers, errors = [] } = about;
  const isCached = Object(answers[200]).headers.ETag !== undefined;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: [],
    ...(parameters === undefined ? {} : { parameters }),
    responses: {
      ...answers,
      ...(isCached ? { 304: { $ref: "#/components/responses/NotModified" } } : {}),
      ...errorsOf([405, 500, ...errors]),
    },
  };
}

/** By method and path. */
type Operations = Readonly<Record<string, Operation>>;

function publicReads(): Operations {
  const { publisherId, origin } = productSearchFields;
  const pageSize = parameter("query", "pageSize", {
    description: "For browsing pages; wins over `limit`.",
    schema: { type: "integer", minimum: 1, maximum: PRODUCT_PAGE_SIZE_MAX },
  });
  const id = parameter("path", "id", {
    description: "The feed's own id of the product.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._~:-]{1,128}$" },
  });
  return {
    "get /api/public/info": {
      is: ["getInfo", "public", "What this exchange offers"],
      description: "Tools, ad unit types with their floors, credit packs, limits and addresses.",
      answers: { 200: jsonAnswer("The catalogue in short.", infoSchema, cachedHeaders) },
    },
    "get /api/public/brands": {
      is: ["listBrands", "public", "Read the brand catalogue"],
      description:
        "The brands of platform demand, each with the highest rate it pays. The same as the tool " +
        "`search_affiliate_offers`.",
      parameters: queryParameters(brandSearchFields),
      answers: {
        200: jsonAnswer("Brands by name.", schemaRef("SearchAffiliateOffersResult"), cachedHeaders),
      },
      errors: [400, 422, 429, 503],
    },
    "get /api/public/shopfeed-products": {
      is: ["searchProducts", "public", "Search the product feed"],
      description:
        "The same search as the tool `search_shopfeed_products`. Give it about 800 ms; with " +
        "status `empty` or `feed_pending` show nothing and go on.",
      parameters: [...queryParameters(productSearchFields), pageSize],
      answers: {
        200: jsonAnswer("Products, best first.", schemaRef("ProductList"), cachedHeaders),
      },
      errors: [400, 422, 429],
    },
    "get /api/public/shopfeed-products/{id}": {
      is: ["getProduct", "public", "Read one product"],
      description: "The same as the tool `get_shopfeed_product`.",
      parameters: [id, ...queryParameters({ publisherId, origin })],
      answers: { 200: jsonAnswer("The product.", schemaRef("Product"), cachedHeaders) },
      errors: [400, 404, 422, 429, 503],
    },
  };
}

function queryParameters(fields: Readonly<Record<string, z.ZodType>>) {
  return Object.entries(fields).map(([name, field]) => {
    const { description, ...schema } = openSchemaOf(field);
    return parameter(
      "query",
      name,
      description === undefined ? { schema } : { description, schema },
    );
  });
}

/** What is in the path is required, everything else is optional. */
function parameter(
  place: "query" | "path" | "header",
  name: string,
  about: { readonly description?: string; readonly schema: object },
) {
  return { name, in: place, required: place === "path", ...about };
}

function objectOf(
  properties: Readonly<Record<string, object>>,
  required = Object.keys(properties),
) {
  return { type: "object", required, properties };
}

const text = { type: "string" };
const texts = { type: "array", items: text };
const objects = { type: "array", items: { type: "object" } };
const numbers = { type: "object", additionalProperties: { type: "number" } };

const infoSchema = objectOf(
  {
    apiVersion: text,
    catalogHash: {
      type: "string",
      description: "Changes whenever the schema of any tool does: then list the tools again.",
    },
    tools: {
      type: "array",
      items: objectOf({
        name: text,
        module: { type: "string", enum: ["shared", "sell", "buy"] },
        title: text,
        auth: { type: "boolean", description: "Whether it needs a key." },
        roles: texts,
        nextTools: texts,
      }),
    },
    support: { type: "object" },
    floors: numbers,
    creditPacks: objects,
    limits: numbers,
    adUnitTypes: objects,
    links: { type: "object", additionalProperties: text },
  },
  ["apiVersion", "catalogHash", "tools", "support", "floors", "links"],
);

function linkOperations(): Operations {
  const token = parameter("path", "token", {
    description: "48 signed bytes in base64url.",
    schema: { type: "string", pattern: "^[A-Za-z0-9_-]{64}$" },
  });
  const orderId = parameter("path", "orderId", {
    description: "What `buy_credits` answered.",
    schema: withRefs(openSchemaOf(idSchema("ord"))),
  });
  const redirect = (description: string) => ({
    description,
    headers: { ...requestIdHeader, ...locationHeaders },
  });
  const plain = (description: string) => ({
    description,
    headers: requestIdHeader,
    content: { "text/plain": { schema: text } },
  });
  return {
    "get /r/{token}": {
      is: ["followLink", "links", "Follow a tracked link"],
      description:
        "Counts the click and sends the reader on. Only for links that an answer of ours " +
        "contained; there is no destination in the token.",
      parameters: [token],
      answers: {
        200: plain("The link of a publisher kit's test card; nothing is counted."),
        302: redirect("The landing address."),
        410: plain("The link is older than 30 days."),
      },
      errors: [404, 503],
    },
    "get /checkout/{orderId}": {
      is: ["getCheckout", "checkout", "The page on which a human pays"],
      description: "The page of `checkoutUrl`; the order itself when JSON is preferred.",
      parameters: [orderId],
      answers: { 200: orderAnswer("The order.") },
      errors: [404, 503],
    },
    "post /checkout/{orderId}/pay": {
      is: ["payCheckout", "checkout", "Pay in the sandbox"],
      description:
        "What the page's button does on a sandbox exchange, where paying moves no real money. " +
        "Elsewhere it is not found: the payment provider's page takes the payment.",
      parameters: [orderId],
      answers: {
        200: orderAnswer("Paid; the credits are there."),
        303: redirect("Paid; for a browser, the way back to the page."),
      },
      errors: [404, 409, 503],
    },
  };
}

function orderAnswer(description: string) {
  const { content, ...answer } = jsonAnswer(description, withRefs(openSchemaOf(orderSchema)));
  return { ...answer, content: { ...content, "text/html": { schema: text } } };
}

/** Path, operation, media type, summary. */
const DOCUMENTS = [
  ["/openapi.json", "getOpenApi", "application/json", "This document"],
  ["/recipes.arazzo.json", "getRecipes", "application/json", "The recipes as Arazzo workflows"],
  ["/llms.txt", "getBrief", "text/plain", "What an agent reads first"],
  ["/llms-full.txt", "getFullBrief", "text/plain", "Every tool in full, as text"],
  ["/docs", "getDocs", "text/html", "The docs, with a form to try each tool"],
  ["/docs.md", "getDocsText", "text/markdown", "Every tool as Markdown"],
  ["/robots.txt", "getRobots", "text/plain", "What crawlers may read"],
  [
    "/.well-known/security.txt",
    "getSecurityContact",
    "text/plain",
    "Where to report vulnerabilities (RFC 9116)",
  ],
] as const;

function documentReads(): Operations {
  const headers = { ...requestIdHeader, ...cachedHeaders };
  const rows = DOCUMENTS.map(([path, operationId, type, summary]) => {
    const schema = { type: type === "application/json" ? "object" : "string" };
    const answer = { description: "The document.", headers, content: { [type]: { schema } } };
    const description = "Rendered from the catalogue; it changes with a version.";
    const is = [operationId, "documents", summary] as const;
    return [`get ${path}`, { is, description, answers: { 200: answer } }] as const;
  });
  return Object.fromEntries(rows);
}

function operatorReads(): Operations {
  const readiness = objectOf({
    status: { type: "string", enum: ["ready", "starting"] },
    missing: { ...texts, description: "What is not there yet." },
  });
  const answers = {
    200: jsonAnswer("Ready.", readiness),
    503: jsonAnswer("Not yet; `missing` says what is not there.", readiness),
  };
  const alive = objectOf({ status: { type: "string", const: "ok" } });
  return {
    "get /healthz": {
      is: ["getHealth", "operations", "Is the process alive"],
      description: "Does not check the database and the cache; `/readyz` does.",
      answers: { 200: jsonAnswer("It answers.", alive) },
    },
    "get /readyz": {
      is: ["getReadiness", "operations", "Is it ready to serve"],
      description: "Migrated, with the product index loaded and its services reachable.",
      answers,
    },
    "get /readyz/links": {
      is: ["getLinkReadiness", "operations", "Is it ready for links and searches"],
      description: "Links and product searches work while the database is away.",
      answers,
    },
  };
}

const ERROR_STATUSES = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 503, 504];

/** `POST /api/agent`: the body is one of the calls, told apart by `tool`. */
export function agentPaths() {
  return {
    "/api/agent": {
      post: {
        operationId: "callTool",
        tags: ["agent"],
        summary: "Call a tool",
        description:
          "Runs one tool and answers with its result object itself. Which result belongs to a " +
          "tool is said by its name: `create_campaign` answers `CreateCampaignResult`. Tools " +
          "that need no key: " +
          `${CATALOGUE.filter((tool) => tool.access === "public")
            .map((tool) => `\`${tool.name}\``)
            .join(", ")}.`,
        security: [{ apiKey: [] }, {}],
        parameters: [idempotencyHeader],
        requestBody: {
          required: true,
          description: "At most 256 KB; 1 MB for `report_events`.",
          content: { "application/json": { schema: anyCall(), examples: examples() } },
        },
        responses: {
          200: jsonAnswer(
            "The result of the tool.",
            { anyOf: refsOf("Result").map(({ $ref }) => ({ $ref })) },
            replayHeaders,
          ),
          ...errorsOf(ERROR_STATUSES),
        },
      },
    },
  };
}

const idempotencyHeader = parameter("header", "Idempotency-Key", {
  description:
    "The same as `idempotencyKey` in the body, for tools that change something. Send it once.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
});

/** References to one schema of each tool. */
function refsOf(part: "Call" | "Result") {
  return CATALOGUE.map(({ name }) => ({ name, ...schemaRef(`${pascalOf(name)}${part}`) }));
}

function anyCall() {
  const calls = refsOf("Call");
  return {
    oneOf: calls.map(({ $ref }) => ({ $ref })),
    discriminator: {
      propertyName: "tool",
      mapping: Object.fromEntries(calls.map(({ name, $ref }) => [name, $ref])),
    },
  };
}

function examples() {
  return Object.fromEntries(
    CATALOGUE.flatMap((tool) =>
      tool.examples.map((example, index) => [
        index === 0 ? tool.name : `${tool.name}_${index + 1}`,
        { summary: example.title, value: { tool: tool.name, arguments: example.arguments } },
      ]),
    ),
  );
}
