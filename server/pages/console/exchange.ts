/** What the exchange answered instead of a result, in its own words. */
export class CallError extends Error {
  readonly code: string;
  readonly suggestion: string | undefined;
  readonly requestId: string | undefined;

  constructor(
    message: string,
    more: { code: string; suggestion?: string | undefined; requestId?: string | undefined },
  ) {
    super(message);
    this.code = more.code;
    this.suggestion = more.suggestion;
    this.requestId = more.requestId;
  }
}

export interface Exchange {
  /** Calls a tool as the holder of the key. **Errors** `CallError`. */
  call<Result>(tool: string, args?: object): Promise<Result>;
}

interface ErrorBody {
  readonly error?: { code?: string; message?: string; suggestion?: string };
  readonly requestId?: string;
}

/** The key lives in this closure alone: nothing stores it, and a reload forgets it. */
export function connect(key: string): Exchange {
  return {
    async call<Result>(tool: string, args: object = {}) {
      const response = await reach(key, { tool, arguments: args });
      if (!response.ok) throw await errorOf(response);
      const result: Result = await response.json();
      return result;
    },
  };
}

async function reach(key: string, body: object): Promise<Response> {
  try {
    return await fetch("/api/agent", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
    });
  } catch {
    throw new CallError("The exchange cannot be reached.", {
      code: "unreachable",
      suggestion: "Look whether it runs, then try again.",
    });
  }
}

async function errorOf(response: Response): Promise<CallError> {
  const body: ErrorBody = await response.json().catch(() => ({}));
  const { code = `http_${response.status}`, message, suggestion } = body.error ?? {};
  return new CallError(message ?? `The exchange answered ${response.status}.`, {
    code,
    suggestion,
    requestId: body.requestId,
  });
}
