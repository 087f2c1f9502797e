import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A tool of the tests, which may not be installed. */
const PACKAGE = new URL("../../../tests/tools/node_modules/@adcp/sdk/", import.meta.url);
const SCHEMAS = new URL("dist/lib/schemas-data/3.0/", PACKAGE);
const ERROR_CODES = "enums/error-code.json";

/** The tasks of a seller, and the schema of each request. */
const REQUESTS = {
  get_adcp_capabilities: "/protocol/get-adcp-capabilities-request.json",
  get_products: "/media-buy/get-products-request.json",
  list_creative_formats: "/media-buy/list-creative-formats-request.json",
  sync_accounts: "/account/sync-accounts-request.json",
  list_accounts: "/account/list-accounts-request.json",
  create_media_buy: "/media-buy/create-media-buy-request.json",
  update_media_buy: "/media-buy/update-media-buy-request.json",
  get_media_buys: "/media-buy/get-media-buys-request.json",
  get_media_buy_delivery: "/media-buy/get-media-buy-delivery-request.json",
  sync_creatives: "/creative/sync-creatives-request.json",
  list_creatives: "/creative/list-creatives-request.json",
  sync_event_sources: "/media-buy/sync-event-sources-request.json",
  log_event: "/media-buy/log-event-request.json",
};

/** What only people read, as far as it is not the name of a property. */
const PROSE = ["description", "title", "examples", "$schema", "enumDescriptions", "$comment"];

/**
 * The request schemas of AdCP 3.0 with all they refer to, without prose, and how a client recovers
 * from each error code; undefined where the official package is not installed.
 */
export function renderAdcpRequests(): string | undefined {
  if (!existsSync(fileURLToPath(SCHEMAS))) return undefined;
  const prefix = /^\/schemas\/[\d.]+(?=\/)/;
  const schemas: Record<string, unknown> = {};
  const open: string[] = Object.values(REQUESTS);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (path in schemas) continue;
    const text = readFileSync(new URL(path.slice(1), SCHEMAS), "utf8");
    schemas[path] = plain(JSON.parse(text), prefix);
    for (const [, ref = ""] of text.matchAll(/"\$ref":\s*"([^"#]+)/g)) {
      open.push(ref.replace(prefix, ""));
    }
  }
  const sorted = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({
    requests: REQUESTS,
    recovery: recoveryOf(JSON.parse(readFileSync(new URL(ERROR_CODES, SCHEMAS), "utf8"))),
    schemas: Object.fromEntries(sorted),
  });
}

function plain(value: unknown, prefix: RegExp): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, prefix));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value)
    .filter(([key, member]) => key !== "$id" && !(isProse(key) && !isSchema(key, member)))
    .map(([key, member]) =>
      key === "$ref" ? [key, String(member).replace(prefix, "")] : [key, plain(member, prefix)],
    );
  return Object.fromEntries(members);
}

function isProse(key: string): boolean {
  return PROSE.includes(key) || key.startsWith("x-") || key === "discriminator";
}

/** A property may be called `title`; then it is a schema and no text. */
function isSchema(key: string, member: unknown): boolean {
  const isRecord = typeof member === "object" && member !== null && !Array.isArray(member);
  return isRecord && key !== "enumDescriptions" && key !== "discriminator";
}

function recoveryOf({ enumDescriptions = {} }: { enumDescriptions?: Record<string, string> }) {
  return Object.fromEntries(
    Object.entries(enumDescriptions).map(([code, text]) => [
      code,
      /Recovery: (transient|correctable|terminal)/.exec(text)?.[1] ?? "terminal",
    ]),
  );
}
