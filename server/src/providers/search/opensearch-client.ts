import { callJson, type JsonAnswer, type JsonCall } from "../../core/json-call.ts";

export interface OpensearchCall extends Omit<JsonCall, "authorization"> {
  /** Below the server's address, without a leading slash. */
  readonly path: string;
}

const ALIAS_DEFAULT = "placard-products";
/** What OpenSearch takes for an index's name, as far as we use it. */
const ALIAS = /^[a-z0-9][a-z0-9_-]{0,99}$/;

/**
 * **Errors** throws for an address that is no http(s) URL or whose path cannot name an index; the
 * message never holds the address, which may hold a password.
 */
export function createOpensearchClient(address: string) {
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error("must be http(s)");
  const alias = url.pathname.replaceAll("/", "") || ALIAS_DEFAULT;
  if (!ALIAS.test(alias)) {
    throw new Error("its path names the index: lower-case letters, digits, - and _");
  }
  // `fetch` refuses addresses with credentials in them.
  const { username, password, origin } = url;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const basic = `Basic ${Buffer.from(credentials).toString("base64")}`;
  const authorization = username === "" ? undefined : basic;
  return {
    /** What indexes of this exchange are called; taken from the address's path. */
    alias,
    /** Of new indexes: the parameters `shards` and `replicas` of the address. */
    copies: copiesOf(url.searchParams),
    /** One call. Throws when no whole answer came in time. */
    call: ({ path, ...call }: OpensearchCall) =>
      callJson(`${origin}/${path}`, { authorization, ...call }),
  };
}

const COPIES_MAX = 100;

export type IndexCopies = ReturnType<typeof copiesOf>;

function copiesOf(given: URLSearchParams) {
  for (const [name, value] of given) {
    const isKnown = name === "replicas" || (name === "shards" && value !== "0");
    if (isKnown && /^\d{1,3}$/.test(value) && Number(value) <= COPIES_MAX) continue;
    throw new Error("only shards (1 to 100) and replicas (0 to 100) may stand behind the ?");
  }
  const replicas = given.get("replicas");
  return {
    shards: Number(given.get("shards") ?? 1),
    // Undefined: one, where there is a second node.
    replicas: replicas === null ? undefined : Number(replicas),
  };
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

export function errorTypeOf({ body }: JsonAnswer): string {
  const type = fieldOf(body, "error", "type");
  return typeof type === "string" ? type.slice(0, 100) : "no reason given";
}
