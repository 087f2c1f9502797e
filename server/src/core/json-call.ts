/** What another server answered. */
export interface JsonAnswer {
  readonly status: number;
  /** The parsed JSON, or undefined when the answer was none. */
  readonly body: unknown;
}

export interface JsonCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly authorization?: string | undefined;
  /** JSON, or lines of it as text. */
  readonly body?: object | string | undefined;
  /** For the whole call, reading the answer included. **Units** milliseconds. */
  readonly timeoutMs: number;
}

/**
 * One call of a server whose address the operator has set. A redirect is an error: it would
 * send a key, or a payment, elsewhere.
 *
 * **Errors** throws when no whole answer came in time; any status is an answer.
 */
export async function callJson(url: string, call: JsonCall): Promise<JsonAnswer> {
  const { method, authorization, body, timeoutMs } = call;
  const isLines = typeof body === "string";
  const response = await fetch(url, {
    method,
    headers: {
      Accept: "application/json",
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...(body === undefined
        ? {}
        : { "Content-Type": isLines ? "application/x-ndjson" : "application/json" }),
    },
    ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: parsed(await response.text()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
