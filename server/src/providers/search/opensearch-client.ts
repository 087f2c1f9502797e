export interface OpensearchAnswer {
  readonly status: number;
  /** The parsed JSON, or undefined when the answer was none. */
  readonly body: unknown;
}

export interface OpensearchCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the server's address, without a leading slash. */
  readonly path: string;
  /** JSON, or lines of it as text. */
  readonly body?: object | string;
  /** **Units** milliseconds. */
  readonly timeoutMs: number;
}

export interface OpensearchClient {
  /** What indexes of this exchange are called; taken from the address's path. */
  readonly alias: string;
  /** One call. Throws when no whole answer came in time. */
  call(call: OpensearchCall): Promise<OpensearchAnswer>;
}

const ALIAS_DEFAULT = "placard-products";
/** What OpenSearch takes for an index's name, as far as we use it. */
const ALIAS = /^[a-z0-9][a-z0-9_-]{0,99}$/;

/**
 * **Errors** throws for an address that is no http(s) URL or whose path cannot name an index; the
 * message never holds the address, which may hold a password.
 */
export function createOpensearchClient(address: string): OpensearchClient {
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error("must be http(s)");
  const alias = url.pathname.replaceAll("/", "") || ALIAS_DEFAULT;
  if (!ALIAS.test(alias)) {
    throw new Error("its path names the index: lower-case letters, digits, - and _");
  }
  // `fetch` refuses addresses with credentials in them.
  const { username, password, origin } = url;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  return {
    alias,
    async call({ method, path, body, timeoutMs }) {
      const isLines = typeof body === "string";
      const response = await fetch(`${origin}/${path}`, {
        method,
        headers: {
          Accept: "application/json",
          ...(username === "" ? {} : { Authorization: authorization }),
          ...(body === undefined
            ? {}
            : { "Content-Type": isLines ? "application/x-ndjson" : "application/json" }),
        },
        ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
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

/** A field of an answer, or undefined where the answer has no such thing. */
export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Object.entries(at).find(([key]) => key === name)?.[1];
  }
  return at;
}

/** What OpenSearch says is wrong: the type of its error. */
export function errorTypeOf({ body }: OpensearchAnswer): string {
  const type = fieldOf(body, "error", "type");
  return typeof type === "string" ? type.slice(0, 100) : "no reason given";
}
