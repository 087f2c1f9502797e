import { nowMs } from "../../console/clock.ts";
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

/** One call as it was answered, also when it was refused; `body` is empty when it was no JSON. */
export type Answer = {
  status: number;
  body: Json;
  requestId?: string;
  durationMs: number;
};

/** What the demo's agents do with the exchange: exactly what anybody's agents can do. */
export type ExchangeClient = {
  /** Calls a tool. **Errors** `ToolError`. */
  call(tool: string, args: Json, apiKey?: string): Promise<Json>;
  /** The same, where a refusal is an answer too. **Errors** only without an answer. */
  send(tool: string, args: Json, apiKey?: string): Promise<Answer>;
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
  const send: ExchangeClient["send"] = async (tool, args, apiKey) => {
    const startedAtMs = nowMs();
    const response = await localFetch(`${options.publicUrl}/api/agent`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ tool, arguments: args }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answerOf(response, startedAtMs);
  };
  return {
    send,
    call: async (tool, args, apiKey) => resultOf(tool, await send(tool, args, apiKey)),
    async pay(checkoutUrl) {
      const startedAtMs = nowMs();
      const response = await localFetch(`${checkoutUrl}/pay`, {
        method: "POST",
        headers: { accept: "application/json" },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      resultOf("checkout", await answerOf(response, startedAtMs));
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

async function answerOf(response: Response, startedAtMs: number): Promise<Answer> {
  const body = recordOf(parseJson(await response.text())) ?? {};
  const requestId = response.headers.get("x-request-id") ?? undefined;
  return {
    status: response.status,
    body,
    ...(requestId !== undefined && { requestId }),
    durationMs: nowMs() - startedAtMs,
  };
}

function resultOf(tool: string, { status, body }: Answer): Json {
  if (status === 200) return body;
  const error = recordOf(body.error);
  const code = textOf(error?.code) ?? `http_${status}`;
  throw new ToolError(tool, code, textOf(error?.message) ?? `answered ${status}`);
}
