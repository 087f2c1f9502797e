import { type Json, listOf, parseJson, recordOf, textOf } from "./json.ts";

/** A refusal of the exchange, with its code. */
export class ToolError extends Error {
  readonly code: string;

  constructor(tool: string, code: string, message: string) {
    super(`${tool}: ${message}`);
    this.name = "ToolError";
    this.code = code;
  }
}

/** What the demo's agents do with the exchange: exactly what anybody's agents can do. */
export type ExchangeClient = {
  /** Calls a tool. **Errors** `ToolError`. */
  call(tool: string, args: Json, apiKey?: string): Promise<Json>;
  /** Presses Pay on the sandbox's checkout page. **Errors** `ToolError`. */
  pay(checkoutUrl: string): Promise<void>;
};

const TIMEOUT_MS = 15_000;

/**
 * A client over HTTP. `publicUrl` is how the world reaches the exchange and `localUrl` how this
 * process does; behind a proxy the two differ.
 */
export function createExchangeClient(options: {
  publicUrl: string;
  localUrl: string;
}): ExchangeClient {
  const localFetch = createLocalFetch(options);
  return {
    async call(tool, args, apiKey) {
      const response = await localFetch(`${options.publicUrl}/api/agent`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ tool, arguments: args }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return read(tool, response);
    },
    async pay(checkoutUrl) {
      const response = await localFetch(`${checkoutUrl}/pay`, {
        method: "POST",
        headers: { accept: "application/json" },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await read("checkout", response);
    },
  };
}

const PAGE_ITEMS = 100;
const PAGES_MAX = 20;

/** All items of a list, newest first. */
export async function listAll(
  client: ExchangeClient,
  tool: string,
  args: Json,
  apiKey: string,
): Promise<Json[]> {
  const items: Json[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const more = cursor === undefined ? {} : { cursor };
    const answer = await client.call(tool, { ...args, ...more, limit: PAGE_ITEMS }, apiKey);
    items.push(...listOf(answer.items));
    cursor = textOf(answer.nextCursor);
    if (cursor === undefined) break;
  }
  return items;
}

/** A fetch that takes the short way to our own exchange and leaves every other address alone. */
export function createLocalFetch(options: { publicUrl: string; localUrl: string }): typeof fetch {
  const { origin } = new URL(options.publicUrl);
  return (input, init) => {
    if (typeof input !== "string" && !(input instanceof URL)) return fetch(input, init);
    const url = new URL(input);
    if (url.origin !== origin) return fetch(url, init);
    return fetch(new URL(url.pathname + url.search, options.localUrl), init);
  };
}

async function read(tool: string, response: Response): Promise<Json> {
  const body = recordOf(parseJson(await response.text()));
  if (response.ok && body !== undefined) return body;
  const error = recordOf(body?.error);
  const code = textOf(error?.code) ?? `http_${response.status}`;
  throw new ToolError(tool, code, textOf(error?.message) ?? `answered ${response.status}`);
}
