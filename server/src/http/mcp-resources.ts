import { readFile } from "node:fs/promises";
import {
  type CompleteRequestParams,
  INTERNAL_ERROR,
  ProtocolError,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { type ExchangeError, errorBodyOf } from "../contract/errors.ts";
import { findPictureOrigins } from "../domain/catalog/index.ts";
import { completionsOf, PROMPTS, startingWith } from "../render/mcp-prompts.ts";
import {
  APP_TYPE,
  appMeta,
  DOCS_RESOURCE,
  DOCS_URI,
  ERROR_CODES,
  ERROR_TEMPLATE,
  errorText,
  type NamedResource,
  PRODUCT_TEMPLATE,
  resourceAt,
} from "../render/mcp-resources.ts";
import type { EndpointDeps } from "./deps.ts";
import { asExchangeError } from "./errors.ts";
import type { McpCall } from "./mcp.ts";

export interface McpResourceDeps extends Pick<EndpointDeps, "services" | "dispatch" | "logger"> {
  /** Texts that change only with the server's version, by their resource address. */
  readonly texts: ReadonlyMap<string, string>;
}

/** **Units** milliseconds. Like the public addresses of the same content. */
const TEXT_TTL_MS = 300_000;
const ROW_TTL_MS = 30_000;
const BRANDS_LIMIT = 100;

/**
 * What stands at an address of ours.
 *
 * **Errors** of the protocol: -32602 for what does not exist, -32603 with our error body beside it
 * when a caller asks too often or a part of ours is down.
 */
export async function readResource(uri: string, call: McpCall, deps: McpResourceDeps) {
  const named = resourceAt(uri);
  if (named === undefined) throw new ResourceNotFoundError(uri);
  if (named.kind === "app") return readApp(uri, deps);
  const { baseUrl } = deps.services.settings;
  const fixed = named.kind === "error" ? errorText(named.code, baseUrl) : deps.texts.get(uri);
  const text = fixed ?? (await rowText(uri, named, { call, deps }));
  const mimeType = uri === DOCS_URI ? DOCS_RESOURCE.mimeType : "application/json";
  return contentsOf({ uri, mimeType, text }, fixed === undefined ? ROW_TTL_MS : TEXT_TTL_MS);
}

async function readApp(uri: string, { services }: McpResourceDeps): Promise<ReadResourceResult> {
  const { origin } = new URL(services.settings.baseUrl);
  const text = await offersPage(origin);
  // The first start builds it while it already answers.
  if (text === undefined) throw new ProtocolError(INTERNAL_ERROR, "This page is being built.");
  const shops = await findPictureOrigins(services.db);
  const content = { uri, mimeType: APP_TYPE, text, _meta: appMeta([origin, ...shops]) };
  return contentsOf(content, TEXT_TTL_MS);
}

function contentsOf(content: ReadResourceResult["contents"][number], ttlMs: number) {
  // The same for every caller: keys play no part in it.
  return { contents: [content], ttlMs, cacheScope: "public" };
}

/** Products and brands come through their tools, and so under the same limits. */
async function rowText(
  uri: string,
  named: NamedResource,
  from: { call: McpCall; deps: McpResourceDeps },
): Promise<string> {
  const { call, deps } = from;
  const { ctx, ...sender } = call.facts;
  const read =
    named.kind === "product"
      ? { tool: "get_shopfeed_product", arguments: { id: named.id } }
      : { tool: "search_affiliate_offers", arguments: { limit: BRANDS_LIMIT } };
  try {
    const answer = await deps.dispatch({ ...sender, ...read, key: undefined });
    return answer.text;
  } catch (error) {
    throw protocolErrorOf(asExchangeError(error, ctx, deps.logger), uri, {
      requestId: sender.requestId,
      baseUrl: deps.services.settings.baseUrl,
    });
  }
}

function protocolErrorOf(
  error: ExchangeError,
  uri: string,
  where: { requestId: string; baseUrl: string },
): ProtocolError {
  if (error.code === "not_found" || error.code === "invalid_arguments") {
    return new ResourceNotFoundError(uri);
  }
  return new ProtocolError(INTERNAL_ERROR, error.message, errorBodyOf(error, where));
}

/** The protocol's own limit of one answer. */
const COMPLETIONS_MAX = 100;
const PRODUCTS_MAX = 10;

/** What an argument of a prompt or a variable of a resource address may become. */
export async function complete(
  { ref, argument }: CompleteRequestParams,
  call: McpCall,
  deps: McpResourceDeps,
): Promise<{ completion: { values: string[]; total?: number; hasMore: boolean } }> {
  if (ref.type === "ref/prompt") {
    const prompt = PROMPTS.find(({ name }) => name === ref.name);
    return listed(prompt === undefined ? [] : completionsOf(prompt, argument.name, argument.value));
  }
  if (ref.uri === ERROR_TEMPLATE.uriTemplate) {
    return listed(startingWith(ERROR_CODES, argument.value));
  }
  if (ref.uri !== PRODUCT_TEMPLATE.uriTemplate || argument.value.trim() === "") return listed([]);
  return listed(await productIds(argument.value, call, deps));
}

function listed(values: readonly string[]) {
  const shown = values.slice(0, COMPLETIONS_MAX);
  return {
    completion: { values: shown, total: values.length, hasMore: shown.length < values.length },
  };
}

/** Product ids say little, so they are found by the words of the product. */
async function productIds(typed: string, call: McpCall, deps: McpResourceDeps): Promise<string[]> {
  const { text } = await deps.dispatch({
    ...call.facts,
    tool: "search_shopfeed_products",
    arguments: { q: typed, limit: PRODUCTS_MAX },
    key: undefined,
  });
  const found: { items?: { id: string }[] } = JSON.parse(text);
  return (found.items ?? []).map(({ id }) => id);
}

const PAGE = new URL("../../../widget/dist/mcp-app.html", import.meta.url);
/** What the page carries in the place of the exchange's origin. */
const HOLE = '"EXCHANGE_ORIGIN"';

/** The page of the MCP App, which shows links to this origin alone; undefined until it is built. */
export async function offersPage(origin: string): Promise<string | undefined> {
  const text = await readFile(PAGE, "utf8").catch(() => undefined);
  // Replaced by a function, because `$` in the text of a replacement has a meaning.
  return text?.replace(HOLE, () => JSON.stringify(origin).replaceAll("<", "\\u003c"));
}
