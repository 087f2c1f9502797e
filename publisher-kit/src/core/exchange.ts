import type { ToolArguments, ToolResults } from "../generated/contract.ts";
import { isRecord, parseJson } from "./guards.ts";

/** Twenty products weigh about 30 KB; a hundred times that is no answer of an exchange. */
const ANSWER_MAX_BYTES = 3_000_000;

export type CallFailure = {
  ok: false;
  outcome: "aborted" | "network" | "malformed" | "http";
  status?: number;
  code?: string;
  requestId?: string;
  retryAfterMs?: number;
};
/** The fields of an answer, of which nothing but the names is known before they are checked. */
type Unchecked<Result> = { readonly [Field in keyof Result]?: unknown };

export type CallAnswer<Tool extends keyof ToolResults = keyof ToolResults> =
  | { ok: true; body: Unchecked<ToolResults[Tool]>; requestId?: string }
  | CallFailure;

export type Exchange = {
  /** Scheme, host and port: the only place a click may go. */
  origin: string;
  /** Calls a tool. Never rejects. */
  call<Tool extends keyof ToolArguments>(
    tool: Tool,
    args: ToolArguments[Tool],
    signal: AbortSignal,
  ): Promise<CallAnswer<Tool>>;
};

export type ExchangeOptions = { baseUrl: string; apiKey: string; fetch: typeof globalThis.fetch };

/** A client of `POST {baseUrl}/api/agent`. The key goes there and nowhere else. */
export function createExchangeClient({ baseUrl, apiKey, fetch }: ExchangeOptions): Exchange {
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}/api/agent`);
  const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };

  async function call<Tool extends keyof ToolArguments>(
    tool: Tool,
    args: ToolArguments[Tool],
    signal: AbortSignal,
  ): Promise<CallAnswer<Tool>> {
    try {
      const body = JSON.stringify({ tool, arguments: args });
      // A redirect would send the key to an address that is not configured.
      const response = await fetch(url, {
        method: "POST",
        headers,
        body,
        signal,
        redirect: "manual",
      });
      return await readAnswer(response);
    } catch {
      return { ok: false, outcome: signal.aborted ? "aborted" : "network" };
    }
  }

  return { origin: url.origin, call };
}

async function readAnswer<Tool extends keyof ToolResults>(
  response: Response,
): Promise<CallAnswer<Tool>> {
  const text = await readLimited(response);
  const body = text === undefined ? undefined : parseJson(text);
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const ids = requestId === undefined ? {} : { requestId };
  if (response.status === 200) {
    return isRecord(body)
      ? { ok: true, body, ...ids }
      : { ok: false, outcome: "malformed", ...ids };
  }
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const { code } = error;
  const seconds = Number(response.headers.get("retry-after"));
  return {
    ok: false,
    outcome: "http",
    status: response.status,
    ...ids,
    ...(typeof code === "string" && { code }),
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
  };
}

/** The body as text, or undefined when it is longer than any honest answer. */
async function readLimited(response: Response): Promise<string | undefined> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > ANSWER_MAX_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
