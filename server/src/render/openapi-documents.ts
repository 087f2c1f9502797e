import { idSchema } from "../contract/ids.ts";
import { orderSchema } from "../contract/resources/wallet.ts";
import { openSchemaOf } from "../tools/schemas.ts";
import { embedded } from "./json-schema.ts";
import {
  cachedHeaders,
  errorsOf,
  jsonAnswer,
  locationHeaders,
  requestIdHeader,
} from "./openapi-components.ts";

const NO_KEY: readonly object[] = [];

/** The texts and pages that describe the exchange, and the sandbox's checkout. */
export function documentPaths() {
  return {
    "/openapi.json": { get: textOf("getOpenApi", "application/json", "This document") },
    "/recipes.arazzo.json": {
      get: textOf("getRecipes", "application/json", "The recipes as workflows (Arazzo 1.0.1)"),
    },
    "/llms.txt": { get: textOf("getBrief", "text/plain", "What an agent reads first") },
    "/llms-full.txt": { get: textOf("getFullBrief", "text/plain", "Every tool in full, as text") },
    "/docs": { get: textOf("getDocs", "text/html", "The docs, with a form to try each tool") },
    "/docs/errors": { get: textOf("getErrorDocs", "text/html", "Every error code") },
    "/docs.md": { get: textOf("getDocsText", "text/markdown", "The docs as Markdown") },
    "/docs/errors.md": { get: textOf("getErrorText", "text/markdown", "The errors as Markdown") },
    "/robots.txt": { get: textOf("getRobots", "text/plain", "What crawlers may read") },
    "/.well-known/security.txt": {
      get: textOf("getSecurityContact", "text/plain", "Where to report holes (RFC 9116)"),
    },
    "/checkout/{orderId}": { get: checkout },
    "/checkout/{orderId}/pay": { post: pay },
  };
}

function textOf(operationId: string, type: string, summary: string) {
  const schema = type === "application/json" ? { type: "object" } : { type: "string" };
  return {
    operationId,
    tags: ["documents"],
    summary,
    description: "Rendered from the same catalogue as everything else; it changes with a version.",
    security: NO_KEY,
    responses: {
      200: {
        description: "The document.",
        headers: { ...requestIdHeader, ...cachedHeaders },
        content: { [type]: { schema } },
      },
      304: {
        description: "Not changed since the `If-None-Match` you sent.",
        headers: requestIdHeader,
      },
      ...errorsOf([405, 500]),
    },
  };
}

const orderId = {
  name: "orderId",
  in: "path",
  required: true,
  description: "What `buy_credits` answered.",
  schema: embedded(openSchemaOf(idSchema("ord"))),
};

const checkout = {
  operationId: "getCheckout",
  tags: ["checkout"],
  summary: "The page on which a human pays",
  description: "The page of `checkoutUrl`; the order itself when JSON is preferred.",
  security: NO_KEY,
  parameters: [orderId],
  responses: { 200: orderAnswer("The order."), ...errorsOf([404, 405, 500, 503]) },
};

const pay = {
  operationId: "payCheckout",
  tags: ["checkout"],
  summary: "Pay in the sandbox",
  description:
    "What the page's button does on a sandbox exchange, where paying moves no real money. " +
    "Elsewhere it is not found: the payment provider's page takes the payment.",
  security: NO_KEY,
  parameters: [orderId],
  responses: {
    200: orderAnswer("Paid; the credits are there."),
    303: {
      description: "Paid; for a browser, the way back to the page.",
      headers: { ...requestIdHeader, ...locationHeaders },
    },
    ...errorsOf([404, 405, 409, 500, 503]),
  },
};

function orderAnswer(description: string) {
  const { content, ...answer } = jsonAnswer(description, embedded(openSchemaOf(orderSchema)));
  return { ...answer, content: { ...content, "text/html": { schema: { type: "string" } } } };
}
