/** A call as the form has it. */
export interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly requestId: string;
  readonly tookMs: number;
  readonly text: string;
  /** What stands in it, when it is JSON. */
  readonly body: unknown;
}

/** The call as a shell command. The key stays a variable, so that it is in no history. */
export function curlOf(call: Call, hasKey: boolean): string {
  return [
    `curl -sS "${location.origin}/api/agent" \\`,
    ...(hasKey ? ['  -H "Authorization: Bearer $PLACARD_KEY" \\'] : []),
    "  -H \"Content-Type: application/json\" --data-binary @- <<'JSON'",
    JSON.stringify(call, null, 2),
    "JSON",
  ].join("\n");
}

/** Sends a call to this exchange. **Errors** what `fetch` throws when it cannot be reached. */
export async function send(call: Call, key: string): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch("/api/agent", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(call),
    cache: "no-store",
    credentials: "omit",
  });
  const text = await response.text();
  const tookMs = Math.round(performance.now() - startedAt);
  const requestId = response.headers.get("x-request-id") ?? "";
  return { status: response.status, requestId, tookMs, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text at a path of an answer, or an empty one. */
export function textAt(body: unknown, ...path: readonly string[]): string {
  const found = path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null
        ? new Map(Object.entries(value)).get(name)
        : undefined,
    body,
  );
  return typeof found === "string" ? found : "";
}
