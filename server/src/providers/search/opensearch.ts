import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { addTo, emptyTally, TALLIED, type Tally } from "../../contract/resources/tally.ts";
import type { JsonAnswer } from "../../core/json-call.ts";
import type {
  IndexChange,
  IndexPage,
  IndexQuery,
  IndexState,
  SearchIndex,
} from "../../domain/catalog/index.ts";
import {
  createOpensearchClient,
  errorTypeOf,
  fieldOf,
  type IndexCopies,
  type OpensearchCall,
} from "./opensearch-client.ts";
import { indexBody, type Matching, searchBody, tallyBody } from "./opensearch-query.ts";

export interface OpensearchOptions {
  /** `https://user:password@host:9200/name?shards=3&replicas=1`; all behind the host is optional. */
  readonly url: string;
  /** Of the documents; an index of another one is not searched. */
  readonly format: number;
  /** How long a search may take. **Units** milliseconds. */
  readonly searchTimeoutMs: number;
  /** First wait before a refused bulk is sent again; doubled each time. **Units** milliseconds. */
  readonly retryMs?: number;
}

const ADMIN_TIMEOUT_MS = 10_000;
const BULK_TIMEOUT_MS = 30_000;

/** Small enough for the smallest cluster: a hundredth of its default limit of 100 MB. */
const BULK_BYTES_MAX = 1_000_000;
const BULK_TRIES_MAX = 6;
const RETRY_MS = 250;

const NAME_BYTES = 8;

type Call = (call: Omit<OpensearchCall, "timeoutMs">, timeoutMs?: number) => Promise<JsonAnswer>;

interface Server {
  readonly alias: string;
  readonly copies: IndexCopies;
  readonly call: Call;
  readonly options: OpensearchOptions;
}

/**
 * An index in OpenSearch, over its REST API alone, so that a managed service will do.
 *
 * Searches go to an alias. A new index is filled beside the old one and the alias moved in one
 * step; small changes are written without refreshing and shown by one refresh.
 *
 * **Source** OpenSearch 2 and 3: "Bulk", "Manage aliases", "Refresh index", "Search",
 * "Put mapping".
 */
export function createOpensearchIndex(options: OpensearchOptions): SearchIndex {
  const client = createOpensearchClient(options.url);
  const server: Server = {
    alias: client.alias,
    copies: client.copies,
    options,
    call: (call, timeoutMs = ADMIN_TIMEOUT_MS) => client.call({ ...call, timeoutMs }),
  };
  return {
    state: () => stateOf(server),
    search: (query) => search(server, query),
    tally: (query) => tally(server, query),
    create: () => create(server),
    write: (name, changes) => write(server, name, changes),
    publish: (name, rev) => publish(server, name, rev),
    async discard(name) {
      const answer = await server.call({ method: "DELETE", path: name });
      if (answer.status !== 404) requireOk(answer, "removing an index");
    },
  };
}

async function stateOf({ alias, call, options }: Server): Promise<IndexState | null> {
  const answer = await call({ method: "GET", path: `${alias}/_mapping` });
  if (answer.status === 404) return null;
  requireOk(answer, "the mapping");
  const [entry, ...others] = Object.entries(Object(answer.body));
  if (entry === undefined || others.length > 0) return null;
  const [name, mapping] = entry;
  const format = fieldOf(mapping, "mappings", "_meta", "format");
  const rev = fieldOf(mapping, "mappings", "_meta", "rev");
  if (format !== options.format || typeof rev !== "string" || !/^\d{1,19}$/.test(rev)) return null;
  const counted = await call({ method: "GET", path: `${alias}/_count` });
  requireOk(counted, "the count");
  return { name, rev: BigInt(rev), products: Number(fieldOf(counted.body, "count") ?? 0) };
}

/** A chat turn does not wait: whatever goes wrong, the answer is that there is none now. */
async function search(server: Server, query: IndexQuery): Promise<IndexPage | null> {
  try {
    const page = await searchOnce(server, query, query.sort === "relevance" ? "most" : "all");
    if (page === null || page.records.length > 0 || query.sort === "relevance") return page;
    // A cheaper product is no better answer when it is a worse match: most of the words will do
    // only where nothing has all of them.
    if (query.terms.length < 2 || (await hasAllWords(server, query))) return page;
    return await searchOnce(server, query, "most");
  } catch {
    return null;
  }
}

async function hasAllWords(server: Server, query: IndexQuery): Promise<boolean> {
  if (query.offset === 0) return false;
  const first = await searchOnce(server, { ...query, offset: 0, count: 1 }, "all");
  return first === null || first.records.length > 0;
}

async function tally(server: Server, query: IndexQuery): Promise<Tally | null> {
  try {
    const found = await tallyOnce(server, query, query.sort === "relevance" ? "most" : "all");
    if (query.sort === "relevance" || query.terms.length < 2 || found?.total !== 0) return found;
    return await tallyOnce(server, query, "most");
  } catch {
    return null;
  }
}

async function tallyOnce(
  server: Server,
  query: IndexQuery,
  matching: Matching,
): Promise<Tally | null> {
  const asked = tallyBody(query, matching, server.options.searchTimeoutMs);
  const body = await answerOf(server, query, asked);
  if (body === null) return null;
  const found = emptyTally();
  found.total = Number(fieldOf(body, "hits", "total", "value"));
  for (const name of TALLIED) {
    for (const bucket of bucketsOf(fieldOf(body, "aggregations", name))) {
      const parts = bucketsOf(fieldOf(bucket, name));
      const key = String(fieldOf(bucket, "key"));
      const counted = parts.map((part): [string, unknown] => [
        `${key} ${fieldOf(part, "key")}`,
        part,
      ]);
      for (const [value, part] of parts.length === 0 ? [[key, bucket] as const] : counted) {
        const count = Number(fieldOf(part, "doc_count"));
        if (count > 0) addTo(found.values[name], value, count);
      }
    }
  }
  return found;
}

function bucketsOf(aggregation: unknown): readonly unknown[] {
  const buckets = fieldOf(aggregation, "buckets");
  return Array.isArray(buckets) ? buckets : [];
}

/** `null` when not all of the index answered in time. */
async function answerOf(
  { alias, copies, call, options }: Server,
  query: IndexQuery,
  body: object,
): Promise<unknown> {
  // Words count as much in each shard as in the whole catalogue.
  const scoring = copies.shards > 1 ? "&search_type=dfs_query_then_fetch" : "";
  const answer = await call(
    {
      method: "POST",
      // The same words go to the same copy of the shard: copies may score ties differently.
      path: `${alias}/_search?preference=${preferenceOf(query)}${scoring}`,
      body,
    },
    options.searchTimeoutMs,
  );
  if (answer.status !== 200 || fieldOf(answer.body, "timed_out") !== false) return null;
  return fieldOf(answer.body, "_shards", "failed") === 0 ? answer.body : null;
}

async function searchOnce(
  server: Server,
  query: IndexQuery,
  matching: Matching,
): Promise<IndexPage | null> {
  const body = await answerOf(
    server,
    query,
    searchBody(query, matching, server.options.searchTimeoutMs),
  );
  const hits = fieldOf(body, "hits", "hits");
  if (!Array.isArray(hits)) return null;
  const records = hits.map((hit: unknown) => fieldOf(hit, "_source", "record"));
  const texts = records.filter((record) => typeof record === "string");
  if (texts.length !== records.length) return null;
  return { records: texts.slice(0, query.count), hasMore: texts.length > query.count };
}

/** A leading underscore would mean something to OpenSearch. */
function preferenceOf({ terms }: IndexQuery): string {
  return encodeURIComponent(`q${terms.join(" ")}`);
}

async function create({ alias, copies, call, options }: Server): Promise<string> {
  const name = `${alias}-${randomBytes(NAME_BYTES).toString("hex")}`;
  const answer = await call({ method: "PUT", path: name, body: indexBody(options.format, copies) });
  requireOk(answer, "creating an index");
  return name;
}

async function write(
  server: Server,
  name: string,
  changes: readonly IndexChange[],
): Promise<boolean> {
  let lines: string[] = [];
  let sizeBytes = 0;
  for (const change of changes) {
    const text = linesOf(change);
    if (sizeBytes + text.length > BULK_BYTES_MAX && lines.length > 0) {
      if (!(await sendBulk(server, name, lines))) return false;
      lines = [];
      sizeBytes = 0;
    }
    lines.push(text);
    sizeBytes += text.length;
  }
  return lines.length === 0 || (await sendBulk(server, name, lines));
}

/** With our revision as its version a change that comes late is refused, which is well. */
function linesOf(change: IndexChange): string {
  const versioned = { version: Number(change.version), version_type: "external_gte" };
  if ("gone" in change) {
    return `${JSON.stringify({ delete: { _id: String(change.gone), ...versioned } })}\n`;
  }
  const { number, ...source } = change.document;
  const action = { index: { _id: String(number), ...versioned } };
  return `${JSON.stringify(action)}\n${JSON.stringify(source)}\n`;
}

/** What a busy cluster turned away is sent again, later and later; what it did take is not. */
async function sendBulk(server: Server, name: string, lines: readonly string[]): Promise<boolean> {
  let waiting = lines;
  let waitMs = server.options.retryMs ?? RETRY_MS;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await bulkOnce(server, name, waiting);
    waiting = answer.waiting;
    if (answer.isWrong === true) return false;
    if (waiting.length === 0) return true;
    if (attempt === BULK_TRIES_MAX) throw new Error(`OpenSearch is too busy: ${answer.reason}`);
    await delay(waitMs * (0.5 + Math.random()));
    waitMs *= 2;
  }
}

interface BulkOutcome {
  readonly waiting: readonly string[];
  readonly reason: string;
  /** A document does not fit the index, and never will. */
  readonly isWrong?: boolean;
}

async function bulkOnce(
  { call }: Server,
  name: string,
  lines: readonly string[],
): Promise<BulkOutcome> {
  const path = `${name}/_bulk`;
  const body = lines.join("");
  const answer = await call({ method: "POST", path, body }, BULK_TIMEOUT_MS).catch(() => undefined);
  // No answer: perhaps taken, perhaps not. Versions make it safe to send again.
  if (answer === undefined) return { waiting: lines, reason: "no answer" };
  // The index is gone, or its name means something else now.
  if (answer.status === 404 || answer.status === 400) {
    return { waiting: [], isWrong: true, reason: errorTypeOf(answer) };
  }
  if (isBusy(answer.status)) return { waiting: lines, reason: `status ${answer.status}` };
  if (answer.status !== 200) requireOk(answer, "a bulk");
  const items = fieldOf(answer.body, "items");
  if (!Array.isArray(items) || items.length !== lines.length) {
    return { waiting: lines, reason: "an answer that is cut off" };
  }
  const statuses = items.map(statusOfItem);
  const isWrong = statuses.some((status) => !isDone(status) && !isBusy(status));
  const waiting = lines.filter((_, index) => isBusy(statuses[index] ?? 0));
  return { waiting, isWrong, reason: "documents turned away" };
}

function statusOfItem(item: unknown): number {
  const [outcome] = Object.values(Object(item));
  return Number(fieldOf(outcome, "status") ?? 0);
}

/** 404: gone already. 409: a newer version is there. */
function isDone(status: number): boolean {
  return (status >= 200 && status < 300) || status === 404 || status === 409;
}

function isBusy(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

/**
 * The revision is noted last: a process that dies before that leaves an index that seems older than
 * it is, and the next keeper writes the same changes again.
 */
async function publish(server: Server, name: string, rev: bigint): Promise<void> {
  const { alias, call, options } = server;
  requireOk(await call({ method: "POST", path: `${name}/_refresh` }, BULK_TIMEOUT_MS), "a refresh");
  const body = { _meta: { format: options.format, rev: String(rev) } };
  requireOk(await call({ method: "PUT", path: `${name}/_mapping`, body }), "noting the revision");
  const aliased = await call({ method: "GET", path: `_alias/${alias}` });
  if (aliased.status !== 404) requireOk(aliased, "the alias");
  const current = aliased.status === 404 ? [] : Object.keys(Object(aliased.body));
  const others = current.filter((one) => one !== name);
  if (!current.includes(name) || others.length > 0) {
    const actions = [
      { add: { index: name, alias } },
      ...others.map((index) => ({ remove: { index, alias } })),
    ];
    requireOk(await call({ method: "POST", path: "_aliases", body: { actions } }), "the alias");
    await removeOthers({ alias, call }, name);
  }
}

/** Those that were searched before, and those whose keeper died while it filled them. */
async function removeOthers({ alias, call }: Pick<Server, "alias" | "call">, name: string) {
  const found = await call({ method: "GET", path: `${alias}-*/_alias` });
  if (found.status !== 200) return;
  const ours = new RegExp(`^${alias}-[0-9a-f]{${NAME_BYTES * 2}}$`);
  const rest = Object.keys(Object(found.body)).filter((one) => one !== name && ours.test(one));
  for (const index of rest) await call({ method: "DELETE", path: index });
}

function requireOk(answer: JsonAnswer, what: string): void {
  if (answer.status >= 200 && answer.status < 300 && answer.body !== undefined) return;
  throw new Error(`OpenSearch answered ${answer.status} for ${what}: ${errorTypeOf(answer)}`);
}
