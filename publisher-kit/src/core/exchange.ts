import type { ToolArguments, ToolResults } from "../generated/contract.ts";
import { isRecord, parseJson } from "./guards.ts";
import type { Host } from "./host.ts";

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
  /** Scheme, host and port: the only place a click may go. Empty where no `baseUrl` is set. */
  origin: string;
  /** Whether the exchange refused the key, or none is set. */
  isKeyRefused(): boolean;
  /** Calls a tool. Never rejects. */
  call<Tool extends keyof ToolArguments>(
    tool: Tool,
    args: ToolArguments[Tool],
    signal: AbortSignal,
  ): Promise<CallAnswer<Tool>>;
};

export type ExchangeOptions = {
  /** Empty where the host has not set it, as while its app is being built. */
  baseUrl: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  host: Pick<Host, "emit" | "advise">;
};

/** A client of `POST {baseUrl}/api/agent`. The key goes there and nowhere else. */
export function createExchangeClient(options: ExchangeOptions): Exchange {
  const { baseUrl, apiKey, fetch, host } = options;
  const base = baseUrl === "" ? undefined : new URL(baseUrl);
  const url = `${baseUrl.replace(/\/+$/, "")}/api/agent`;
  const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };
  let isRefused = false;

  function refuse(status: number, code: string, help: string): void {
    if (!isRefused) host.emit({ type: "key_refused", status, code });
    isRefused = true;
    host.advise("key_refused", { status, code, help });
  }

  function judge(answer: CallAnswer): void {
    if (answer.ok) isRefused = false;
    else if (answer.status === 401) {
      const help = "Set `apiKey` to a key of this exchange that was not revoked.";
      refuse(answer.status, answer.code ?? "unauthorized", help);
    }
  }

  async function call<Tool extends keyof ToolArguments>(
    tool: Tool,
    args: ToolArguments[Tool],
    signal: AbortSignal,
  ): Promise<CallAnswer<Tool>> {
    if (base === undefined || apiKey === "") {
      const code = "missing_key";
      refuse(0, code, "Set `baseUrl` and `apiKey` of createPublisherKit.");
      return { ok: false, outcome: "http", status: 401, code };
    }
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
      const answer = await readAnswer<Tool>(response);
      judge(answer);
      return answer;
    } catch {
      return { ok: false, outcome: signal.aborted ? "aborted" : "network" };
    }
  }

  return { origin: base?.origin ?? "", isKeyRefused: () => isRefused, call };
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
  const { headers } = response;
  const bytes = Number(headers.get("content-length"));
  // The usual answer: reading it at once costs a quarter less. Packed, it says no true length.
  const isPlain = bytes > 0 && headers.get("content-encoding") === null;
  if (isPlain && bytes <= ANSWER_MAX_BYTES) return response.text();
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
