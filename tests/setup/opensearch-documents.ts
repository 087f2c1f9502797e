/** An answer of OpenSearch: an HTTP status and a JSON body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type Json = Readonly<Record<string, unknown>>;

export class Refusal extends Error {
  readonly answer: Answer;
  constructor(status: number, type: string, reason: string) {
    super(reason);
    this.answer = { status, body: { error: { type, reason, root_cause: [] }, status } };
  }
}

export function recordOf(value: unknown, what: string): Json {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value));
  }
  throw new Refusal(400, "parsing_exception", `[${what}] must be an object`);
}

/** Refuses every key that is not among the known ones. */
export function onlyKeys(value: Json, known: readonly string[], what: string): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      throw new Refusal(400, "parsing_exception", `[${what}] does not support [${key}]`);
    }
  }
}

export interface Field {
  readonly type: string;
  readonly copyTo: string | undefined;
  readonly isIndexed: boolean;
}

export interface StoredDocument {
  readonly id: string;
  readonly source: Json;
}

/** One index: its settings, its fields, what was written and what a search sees. */
export interface Index {
  readonly settings: Json;
  readonly fields: ReadonlyMap<string, Field>;
  meta: Json;
  readonly written: Map<string, StoredDocument>;
  readonly versions: Map<string, number>;
  visible: ReadonlyMap<string, StoredDocument>;
}

const SETTINGS = [
  "number_of_shards",
  "auto_expand_replicas",
  "number_of_replicas",
  "refresh_interval",
  "max_result_window",
];
const TYPES = ["text", "keyword", "boolean", "long", "integer"];
const FIELD_KEYS = ["type", "analyzer", "copy_to", "index", "doc_values"];

/** **Source** OpenSearch 2, "Create index", "Mappings and field types". */
export function createIndex(body: Json): Index {
  onlyKeys(body, ["settings", "mappings", "aliases"], "create index");
  const settings = recordOf(recordOf(body.settings ?? {}, "settings").index ?? {}, "index");
  onlyKeys(settings, SETTINGS, "index");
  const mappings = recordOf(body.mappings ?? {}, "mappings");
  onlyKeys(mappings, ["dynamic", "_meta", "_source", "properties"], "mappings");
  if (mappings.dynamic !== "strict") throw new Refusal(400, "mapper", "only strict is known here");
  const properties = Object.entries(recordOf(mappings.properties ?? {}, "properties"));
  return {
    settings,
    fields: new Map(properties.map(([name, field]) => [name, fieldOf(recordOf(field, name))])),
    meta: recordOf(mappings._meta ?? {}, "_meta"),
    written: new Map(),
    versions: new Map(),
    visible: new Map(),
  };
}

function fieldOf(field: Json): Field {
  onlyKeys(field, FIELD_KEYS, "field");
  const { type, analyzer, copy_to: copyTo } = field;
  if (!TYPES.some((known) => known === type)) {
    throw new Refusal(400, "mapper_parsing_exception", `No handler for type [${String(type)}]`);
  }
  if (analyzer !== undefined && analyzer !== "whitespace") {
    throw new Refusal(400, "mapper_parsing_exception", `analyzer [${String(analyzer)}] not found`);
  }
  return {
    type: String(type),
    copyTo: typeof copyTo === "string" ? copyTo : undefined,
    isIndexed: field.index !== false,
  };
}

/** The outcome of one action of a bulk. */
export interface ItemOutcome {
  readonly status: number;
  readonly result?: string;
  readonly error?: { readonly type: string; readonly reason: string };
}

const ACTION_KEYS = ["_id", "_index", "version", "version_type"];

/**
 * Takes a bulk: lines of actions, each `index` with its document below it.
 *
 * **Source** OpenSearch 2, "Bulk"; external versions: "Index document".
 */
export function bulk(
  index: Index,
  text: string,
  turnsAway: (position: number) => boolean,
): { action: string; id: string; outcome: ItemOutcome }[] {
  if (!text.endsWith("\n")) {
    throw new Refusal(400, "illegal_argument_exception", "The bulk must end with a newline");
  }
  const lines = text.slice(0, -1).split("\n");
  const items: { action: string; id: string; outcome: ItemOutcome }[] = [];
  while (lines.length > 0) {
    const entries = Object.entries(recordOf(parsedLine(lines.shift()), "action"));
    const [action, given] = entries[0] ?? ["", undefined];
    if (entries.length !== 1 || (action !== "index" && action !== "delete")) {
      throw new Refusal(400, "illegal_argument_exception", `Malformed action [${action}]`);
    }
    const meta = recordOf(given, action);
    onlyKeys(meta, ACTION_KEYS, action);
    const source = action === "index" ? recordOf(parsedLine(lines.shift()), "source") : undefined;
    const id = String(meta._id);
    const outcome = turnsAway(items.length)
      ? failed(429, "rejected_execution_exception", "the queue of bulks is full")
      : applied(index, { id, meta, source });
    items.push({ action, id, outcome });
  }
  return items;
}

function parsedLine(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? "");
  } catch {
    throw new Refusal(400, "illegal_argument_exception", "Malformed line of the bulk");
  }
}

interface Change {
  readonly id: string;
  readonly meta: Json;
  readonly source: Json | undefined;
}

function applied(index: Index, { id, meta, source }: Change): ItemOutcome {
  const problem = source === undefined ? undefined : problemOf(index, source);
  if (problem !== undefined) return problem;
  const held = index.versions.get(id) ?? -1;
  if (meta.version_type !== undefined) {
    if (meta.version_type !== "external_gte" || typeof meta.version !== "number") {
      return failed(400, "action_request_validation_exception", "unknown kind of version");
    }
    if (meta.version < held) return failed(409, "version_conflict_engine_exception", "newer there");
  }
  index.versions.set(id, typeof meta.version === "number" ? meta.version : held + 1);
  const before = index.written.has(id);
  if (source === undefined) {
    index.written.delete(id);
    return before ? { status: 200, result: "deleted" } : { status: 404, result: "not_found" };
  }
  index.written.set(id, { id, source });
  return before ? { status: 200, result: "updated" } : { status: 201, result: "created" };
}

function problemOf(index: Index, source: Json): ItemOutcome | undefined {
  for (const [name, value] of Object.entries(source)) {
    const field = index.fields.get(name);
    if (field === undefined) {
      const reason = `dynamic introduction of [${name}] is not allowed`;
      return failed(400, "strict_dynamic_mapping_exception", reason);
    }
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (!values.every((one) => fits(field.type, one))) {
      return failed(400, "mapper_parsing_exception", `failed to parse field [${name}]`);
    }
  }
  return undefined;
}

function fits(type: string, value: unknown): boolean {
  if (type === "boolean") return typeof value === "boolean";
  if (type === "text" || type === "keyword") return typeof value === "string";
  return Number.isSafeInteger(value);
}

function failed(status: number, type: string, reason: string): ItemOutcome {
  return { status, error: { type, reason } };
}

/** Shows everything that was written, in one step. */
export function refresh(index: Index): void {
  index.visible = new Map(index.written);
}
