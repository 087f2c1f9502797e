import { CallError, errorOf } from "../shared/call-error.ts";

export interface Exchange {
  /** Calls a tool as the holder of the key. **Errors** `CallError`. */
  call<Result>(tool: string, args?: object, idempotencyKey?: string): Promise<Result>;
}

/** The key is in this closure; it is stored only where the reader asks for it. */
export function connect(key: string): Exchange {
  return {
    async call<Result>(tool: string, args: object = {}, idempotencyKey?: string) {
      const repeats = idempotencyKey === undefined ? {} : { idempotencyKey };
      const response = await reach(key, { tool, arguments: args, ...repeats });
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
      suggestion: "Check that it runs, then try again.",
    });
  }
}
