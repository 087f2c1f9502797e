import { randomUUID } from "node:crypto";

/**
 * Answers of the protocol's own code with holes for what differs from request to request, so that
 * equal requests need its checks and its writing only once (`npm run bench -- mcp` says what it
 * saves). Here is no second reading of its rules: every kind of request is first answered by it,
 * and only that answer is repeated.
 */
export interface Template {
  readonly status: number;
  readonly type: string;
  /** What stands between the holes, and the holes. */
  readonly parts: readonly (Buffer | Hole)[];
}

type Hole = "id" | "text" | "object";

/** No other part of an answer can contain this. */
const MARK = `hole-${randomUUID()}`;
const ID = JSON.stringify(MARK);
/** A result that is a hole: its text, and the object that the text is. */
export const HOLLOW_RESULT = `{"${MARK}":0}`;
const TEXT = JSON.stringify(HOLLOW_RESULT);
const HOLES = new RegExp(
  [ID, HOLLOW_RESULT, TEXT].map((hole) => hole.replace(/[{}\\]/g, "\\$&")).join("|"),
  "g",
);

/** Whose answers are the same for every caller as long as the server runs. */
const LISTS = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "server/discover",
]);
/** All that decides about an answer besides the message. */
const HEADERS = ["accept", "mcp-protocol-version", "mcp-method", "mcp-name"] as const;
const KEY_CHARACTERS_MAX = 2_000;

/** A message that may come again, apart from its id and a call's arguments. */
export interface Repeatable {
  readonly key: string;
  readonly idText: string;
  /** The message with a hole for its id and without arguments. */
  readonly hollow: object;
  /** Absent of a list. */
  readonly call?: { readonly name: string; readonly arguments: JsonObject | undefined };
}

type JsonObject = Record<string, unknown>;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The message as one that may come again; undefined for all that the protocol's code must see. */
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
  return { key, hollow: { ...rest, id: MARK }, ...facts };
}

/** The template that an answer to a hollow message is. */
export function templateOf(answer: { status: number; type: string; text: string }): Template {
  const { status, type, text } = answer;
  const parts: (Buffer | Hole)[] = [];
  let from = 0;
  for (const { index, 0: found } of text.matchAll(HOLES)) {
    parts.push(Buffer.from(text.slice(from, index)));
    parts.push(found === ID ? "id" : found === TEXT ? "text" : "object");
    from = index + found.length;
  }
  parts.push(Buffer.from(text.slice(from)));
  return { status, type, parts };
}

/** The answer: the caller's id and, of a call, its result as JSON text. */
export function filled({ parts }: Template, idText: string, result = ""): Buffer {
  const fills: Record<Hole, Buffer | null> = { id: Buffer.from(idText), text: null, object: null };
  const wholes = parts.map((part) => {
    if (typeof part !== "string") return part;
    fills[part] ??= Buffer.from(part === "text" ? JSON.stringify(result) : result);
    return fills[part];
  });
  return Buffer.concat(wholes);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
