import { randomUUID } from "node:crypto";

/**
 * A cached response of the MCP SDK with placeholders for what differs between equal requests, which
 * the SDK therefore validates and serializes only once (`npm run bench -- mcp` measures the gain).
 * The SDK answers the first request of every kind itself, so its rules are not written here again.
 */
export interface Template {
  readonly status: number;
  readonly type: string;
  /** The fixed bytes and, between them, the placeholders. */
  readonly parts: readonly (Buffer | string)[];
}

/** No other part of an answer can contain this. */
const MARK = `placeholder-${randomUUID()}`;
const ID = JSON.stringify(MARK);
/** Stands for a result, both for its text and for the object that the text contains. */
export const PLACEHOLDER_RESULT = `{"${MARK}":0}`;
const TEXT = JSON.stringify(PLACEHOLDER_RESULT);
const PLACEHOLDERS = new RegExp(
  `(${[ID, PLACEHOLDER_RESULT, TEXT].map((text) => text.replace(/[{}\\]/g, "\\$&")).join("|")})`,
);

/** Methods whose answers are the same for every caller while the server runs. */
const LISTS = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "server/discover",
]);
/** The headers that the answer depends on. */
const HEADERS = ["accept", "mcp-protocol-version", "mcp-method", "mcp-name"] as const;
const KEY_CHARACTERS_MAX = 2_000;

/** A message whose answer can be cached, except for its id and the arguments of a call. */
export interface Repeatable {
  readonly key: string;
  readonly idText: string;
  /** The message with a placeholder for its id and without arguments. */
  readonly blank: object;
  /** Absent of a list. */
  readonly call?: { readonly name: string; readonly arguments: JsonObject | undefined };
}

type JsonObject = Record<string, unknown>;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The cacheable form of a message; undefined for a message that the SDK must answer itself. */
export function repeatableOf(message: unknown, headers: Headers): Repeatable | undefined {
  if (!isObject(message)) return undefined;
  const { id, ...rest } = message;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  const idText = JSON.stringify(id);
  if (rest.method === "tools/call" && isObject(rest.params)) {
    const { arguments: given, ...params } = rest.params;
    if (typeof params.name !== "string" || !(given === undefined || isObject(given))) {
      return undefined;
    }
    const call = { name: params.name, arguments: given };
    return repeatable({ ...rest, params }, headers, { idText, call });
  }
  return LISTS.has(String(rest.method)) ? repeatable(rest, headers, { idText }) : undefined;
}

function repeatable(
  rest: JsonObject,
  headers: Headers,
  facts: Pick<Repeatable, "idText" | "call">,
): Repeatable | undefined {
  const key = JSON.stringify([rest, ...HEADERS.map((name) => headers[name] ?? null)]);
  if (key.length > KEY_CHARACTERS_MAX) return undefined;
  return { key, blank: { ...rest, id: MARK }, ...facts };
}

/** Turns the answer to a blank message into a template. */
export function templateOf(answer: { status: number; type: string; text: string }): Template {
  const { status, type, text } = answer;
  // What a group of the pattern matches stands between what it divides.
  const parts = text
    .split(PLACEHOLDERS)
    .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : part));
  return { status, type, parts };
}

/** The answer: the caller's id and, of a call, its result as JSON text. */
export function filled({ parts }: Template, idText: string, result = ""): Buffer {
  const fill = (part: string) => {
    if (part === ID) return idText;
    return part === TEXT ? JSON.stringify(result) : result;
  };
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(fill(part)) : part)),
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
