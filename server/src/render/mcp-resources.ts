import { isErrorCode } from "../contract/advice.ts";
import { ERRORS, type ErrorCode } from "../contract/errors.ts";
import { keysOf } from "../contract/records.ts";

/** A resource with an address of its own, as MCP lists it. */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

export type McpResourceTemplate = Omit<McpResource, "uri"> & { readonly uriTemplate: string };

const JSON_TYPE = "application/json";

export const DOCS_URI = "exchange://docs/llms-full";
export const OPENAPI_URI = "exchange://openapi";
export const BRANDS_URI = "exchange://brands";

export const DOCS_RESOURCE: McpResource = {
  uri: DOCS_URI,
  name: "docs",
  title: "The whole documentation",
  description: "Every tool with its arguments, the recipes, the errors and the words of the wire.",
  mimeType: "text/markdown",
};

export const OPENAPI_RESOURCE: McpResource = {
  uri: OPENAPI_URI,
  name: "openapi",
  title: "The OpenAPI document",
  description: "The HTTP interface with every schema in full.",
  mimeType: JSON_TYPE,
};

export const BRANDS_RESOURCE: McpResource = {
  uri: BRANDS_URI,
  name: "brands",
  title: "The brand catalogue",
  description:
    "The first 100 brands that platform demand books for, each with the highest rate it pays; " +
    "search_affiliate_offers searches all of them.",
  mimeType: JSON_TYPE,
};

/** Source: MCP Apps 2026-01-26, resource format and negotiation. */
export const APP_EXTENSION = "io.modelcontextprotocol/ui";
export const APP_TYPE = "text/html;profile=mcp-app";

/**
 * The widget's cards as a page for a frame inside the host. Not among the listed resources: hosts
 * find it through the tool that it belongs to, and everybody else reads nothing new.
 */
export const OFFERS_URI = "ui://placard/offers";

/**
 * What the frame of the page may load: pictures of the exchange and of the shops. It opens
 * no connection, frames nothing and asks for no permission.
 */
export function appMeta(pictureOrigins: readonly string[]) {
  return { ui: { csp: { resourceDomains: [...pictureOrigins] }, prefersBorder: false } };
}

const ERROR_PREFIX = "exchange://errors/";
const PRODUCT_PREFIX = "exchange://shopfeed-products/";

export const ERROR_TEMPLATE: McpResourceTemplate = {
  uriTemplate: `${ERROR_PREFIX}{code}`,
  name: "error",
  title: "An error code",
  description: "What an error code means, its HTTP status, and whether another try makes sense.",
  mimeType: JSON_TYPE,
};

export const PRODUCT_TEMPLATE: McpResourceTemplate = {
  uriTemplate: `${PRODUCT_PREFIX}{id}`,
  name: "product",
  title: "A product of the feed",
  description: "The same as get_shopfeed_product: price, image, disclosure and clickUrl.",
  mimeType: JSON_TYPE,
};

export type NamedResource =
  | { readonly kind: "document"; readonly uri: string }
  | { readonly kind: "app" }
  | { readonly kind: "error"; readonly code: ErrorCode }
  | { readonly kind: "product"; readonly id: string };

/** What an address of ours names; undefined for any other. */
export function resourceAt(uri: string): NamedResource | undefined {
  if (uri === DOCS_URI || uri === OPENAPI_URI || uri === BRANDS_URI) {
    return { kind: "document", uri };
  }
  if (uri === OFFERS_URI) return { kind: "app" };
  if (uri.startsWith(ERROR_PREFIX)) {
    const code = uri.slice(ERROR_PREFIX.length);
    return isErrorCode(code) ? { kind: "error", code } : undefined;
  }
  if (!uri.startsWith(PRODUCT_PREFIX)) return undefined;
  const id = decoded(uri.slice(PRODUCT_PREFIX.length));
  return id === undefined ? undefined : { kind: "product", id };
}

export const ERROR_CODES = keysOf(ERRORS);

/** One error code as JSON, with the same words as the docs page. */
export function errorText(code: ErrorCode, baseUrl: string): string {
  const { status, recovery, meaning } = ERRORS[code];
  const docUrl = `${baseUrl}/docs/errors#${code}`;
  return JSON.stringify({ code, status, recovery, meaning, docUrl });
}

/** Template variables are percent-encoded (RFC 6570); `:` and `~` of product ids may stand bare. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
