export interface BtcpayOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly storeId: string;
  /** How long one call may take. **Units** milliseconds. */
  readonly timeoutMs?: number;
}

export interface BtcpayAnswer {
  readonly status: number;
  /** The parsed JSON, or undefined when the answer was none. */
  readonly body: unknown;
}

export interface BtcpayClient {
  /** One call below the store's address. Throws when no whole answer came. */
  call(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<BtcpayAnswer>;
}

/** Far below the time after which a submission counts as abandoned. */
const TIMEOUT_MS = 15_000;

export function createBtcpayClient(options: BtcpayOptions): BtcpayClient {
  const base = options.url.replace(/\/*$/, "/");
  const store = `${base}api/v1/stores/${encodeURIComponent(options.storeId)}/`;
  return {
    async call(method, path, body) {
      const response = await fetch(store + path, {
        method,
        headers: {
          Authorization: `token ${options.apiKey}`,
          Accept: "application/json",
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Where money is concerned nobody sends us elsewhere.
        redirect: "error",
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      });
      return { status: response.status, body: parsed(await response.text()) };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
