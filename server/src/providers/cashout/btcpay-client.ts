import { callJson, type JsonAnswer } from "../../core/json-call.ts";

export interface BtcpayOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly storeId: string;
  /** How long one call may take. **Units** milliseconds. */
  readonly timeoutMs?: number;
}

export interface BtcpayClient {
  /** One call below the store's address. Throws when no whole answer came. */
  call(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<JsonAnswer>;
}

/** Far below the time after which a submission counts as abandoned. */
const TIMEOUT_MS = 15_000;

export function createBtcpayClient(options: BtcpayOptions): BtcpayClient {
  const base = options.url.replace(/\/*$/, "/");
  const store = `${base}api/v1/stores/${encodeURIComponent(options.storeId)}/`;
  const authorization = `token ${options.apiKey}`;
  const { timeoutMs = TIMEOUT_MS } = options;
  return {
    call: (method, path, body) =>
      callJson(store + path, { method, authorization, body, timeoutMs }),
  };
}
