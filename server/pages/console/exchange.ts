import { CallError, errorOf } from "../shared/call-error.ts";

export interface Exchange {
  /** Calls a tool as the holder of the key. **Errors** `CallError`. */
  call<Result>(tool: string, args?: object): Promise<Result>;
}

/** The key is in this closure alone: nothing stores it, and a reload deletes it. */
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
