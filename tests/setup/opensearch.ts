import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import {
  type Answer,
  bulk,
  createIndex,
  type Index,
  type Json,
  onlyKeys,
  Refusal,
  recordOf,
  refresh,
} from "./opensearch-documents.ts";
import { search } from "./opensearch-search.ts";

export type Call =
  | "search"
  | "count"
  | "bulk"
  | "create"
  | "delete"
  | "mapping"
  | "alias"
  | "refresh"
  | "health";

/** What goes wrong with one call; `busy` turns single documents of a bulk away. */
export type Fault = "503" | "429" | "reset" | "silence" | "cut" | "busy" | "slow";

export const USER = "placard";
export const PASSWORD = "p:ss/w@rd";

export type TestOpensearch = Awaited<ReturnType<typeof startOpensearch>>;

/**
 * A server that speaks OpenSearch's REST API as far as one needs it to keep and search an index. It
 * really stores and searches documents, and refuses what it does not know.
 *
 * **Source** OpenSearch 2, "REST API reference".
 */
export async function startOpensearch() {
  const cluster: Cluster = { indexes: new Map(), aliases: new Map() };
  const calls: { call: Call; path: string }[] = [];
  const faults: { call: Call; fault: Fault }[] = [];
  const held: (() => void)[] = [];
  const world = { isDown: false, beforeRefresh: () => {} };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    if (world.isDown) return void response.socket?.destroy();
    const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString("base64")}`;
    if (request.headers.authorization !== expected) {
      return send(response, { status: 401, body: { error: "Unauthorized" } });
    }
    const asked = routeOf(request);
    if (asked === undefined) return send(response, unknownRoute(request));
    calls.push({ call: asked.call, path: asked.path });
    const at = faults.findIndex(({ call }) => call === asked.call);
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === "slow") await new Promise<void>((resolve) => held.push(resolve));
    if (asked.call === "refresh") world.beforeRefresh();
    const isLost = fault === "503" || fault === "429";
    const answer = isLost
      ? { status: Number(fault), body: { error: { type: "busy" } } }
      : answered(cluster, { ...asked, request, text, isBusy: fault === "busy" });
    reply(response, fault, answer);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    cluster,
    calls,
    faults,
    world,
    /** Lets slow answers go on. */
    release: () => {
      for (const go of held.splice(0)) go();
    },
    count: (call: Call): number => calls.filter((one) => one.call === call).length,
    async close(): Promise<void> {
      for (const go of held.splice(0)) go();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Cluster {
  readonly indexes: Map<string, Index>;
  /** From an alias to the index it stands for. */
  readonly aliases: Map<string, string>;
}

interface Asked {
  readonly call: Call;
  readonly method: string;
  /** Before the operation: an index, an alias or a pattern. */
  readonly target: string;
  readonly path: string;
}

interface Request extends Asked {
  readonly request: IncomingMessage;
  readonly text: string;
  readonly isBusy: boolean;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const acknowledged = ok({ acknowledged: true });

function answered(cluster: Cluster, asked: Request): Answer {
  try {
    return HANDLERS[asked.call](cluster, asked);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

const HANDLERS: Readonly<Record<Call, (cluster: Cluster, asked: Request) => Answer>> = {
  create({ indexes }, { target, text }) {
    if (!/^[a-z0-9][a-z0-9_-]*$/.test(target)) {
      throw new Refusal(400, "invalid_index_name_exception", `Invalid index name [${target}]`);
    }
    if (indexes.has(target)) {
      throw new Refusal(400, "resource_already_exists_exception", `index [${target}] exists`);
    }
    indexes.set(target, createIndex(jsonOf(text)));
    return ok({ acknowledged: true, shards_acknowledged: true, index: target });
  },
  delete({ indexes, aliases }, { target }) {
    if (!indexes.delete(target)) throw missing(target);
    for (const [alias, name] of aliases) if (name === target) aliases.delete(alias);
    return acknowledged;
  },
  mapping(cluster, { method, target, text }) {
    const { name, index } = found(cluster, target);
    if (method === "PUT") {
      const body = jsonOf(text);
      onlyKeys(body, ["_meta"], "put mapping");
      index.meta = recordOf(body._meta, "_meta");
      return acknowledged;
    }
    return ok({ [name]: { mappings: { dynamic: "strict", _meta: index.meta } } });
  },
  count(cluster, { target }) {
    return ok({ count: found(cluster, target).index.visible.size, _shards: shards });
  },
  refresh(cluster, { target }) {
    refresh(found(cluster, target).index);
    return ok({ _shards: shards });
  },
  bulk(cluster, { target, text, request, isBusy }) {
    if (request.headers["content-type"] !== "application/x-ndjson") {
      return { status: 406, body: { error: "Content-Type header is not supported" } };
    }
    const items = bulk(found(cluster, target).index, text, (at) => isBusy && at % 2 === 0);
    return ok({
      took: 1,
      errors: items.some(({ outcome }) => outcome.error !== undefined),
      items: items.map(({ action, id, outcome }) => ({ [action]: { _id: id, ...outcome } })),
    });
  },
  search(cluster, { target, text, path }) {
    const { index } = found(cluster, target);
    const isDivided = Number(index.settings.number_of_shards) > 1;
    if (!/\?preference=[^_]/.test(path) || isDivided !== /&search_type=dfs_query_/.test(path)) {
      throw new Refusal(400, "illegal_argument_exception", "unknown preference or search type");
    }
    const answer = search(index, jsonOf(text));
    return ok({ took: 1, timed_out: false, _shards: shards, ...answer });
  },
  /** Of a cluster with nodes for all replicas. */
  health(cluster, { target }) {
    const { number_of_shards: primaries, number_of_replicas: replicas = 1 } = found(cluster, target)
      .index.settings;
    return ok({
      status: "green",
      active_primary_shards: primaries,
      active_shards: Number(primaries) * (1 + Number(replicas)),
    });
  },
  alias(cluster, { method, target, text }) {
    if (method === "POST") return moveAliases(cluster, jsonOf(text));
    const names = [...cluster.indexes.keys()].filter((name) => isNamed(cluster, name, target));
    if (names.length === 0) {
      return { status: 404, body: { error: `alias [${target}] missing`, status: 404 } };
    }
    return ok(Object.fromEntries(names.map((name) => [name, { aliases: {} }])));
  },
};

const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };

/** All actions or none. */
function moveAliases(cluster: Cluster, body: Json): Answer {
  onlyKeys(body, ["actions"], "aliases");
  const actions: unknown[] = Array.isArray(body.actions) ? body.actions : [];
  const next = new Map(cluster.aliases);
  for (const action of actions) {
    const [kind, given] = Object.entries(recordOf(action, "action"))[0] ?? ["", undefined];
    const { index, alias } = recordOf(given, kind);
    if (!cluster.indexes.has(String(index))) throw missing(String(index));
    if (kind === "add") next.set(String(alias), String(index));
    else if (kind !== "remove") throw new Refusal(400, "illegal_argument_exception", kind);
    else if (next.get(String(alias)) === index) next.delete(String(alias));
  }
  cluster.aliases.clear();
  for (const [alias, name] of next) cluster.aliases.set(alias, name);
  return acknowledged;
}

function isNamed({ aliases }: Cluster, name: string, target: string): boolean {
  return target.endsWith("*") ? name.startsWith(target.slice(0, -1)) : aliases.get(target) === name;
}

function found({ indexes, aliases }: Cluster, target: string): { name: string; index: Index } {
  const name = aliases.get(target) ?? target;
  const index = indexes.get(name);
  if (index === undefined) throw missing(target);
  return { name, index };
}

function missing(name: string): Refusal {
  return new Refusal(404, "index_not_found_exception", `no such index [${name}]`);
}

function jsonOf(text: string): Json {
  try {
    return recordOf(JSON.parse(text), "body");
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, "parse_exception", "the body is no JSON");
  }
}

/** Method, path with the target as `:t`, call. */
const ROUTES: readonly (readonly [string, RegExp, Call])[] = [
  ["POST", /^\/([^/]+)\/_search$/, "search"],
  ["GET", /^\/([^/]+)\/_count$/, "count"],
  ["POST", /^\/([^/]+)\/_bulk$/, "bulk"],
  ["POST", /^\/([^/]+)\/_refresh$/, "refresh"],
  ["GET", /^\/([^/]+)\/_mapping$/, "mapping"],
  ["PUT", /^\/([^/]+)\/_mapping$/, "mapping"],
  ["POST", /^\/()_aliases$/, "alias"],
  ["GET", /^\/_alias\/([^/]+)$/, "alias"],
  ["GET", /^\/([^/]+)\/_alias$/, "alias"],
  ["GET", /^\/_cluster\/health\/([^/]+)$/, "health"],
  ["PUT", /^\/([^/_][^/]*)$/, "create"],
  ["DELETE", /^\/([^/_][^/]*)$/, "delete"],
];

function routeOf({ method = "", url = "" }: IncomingMessage): Asked | undefined {
  const { pathname } = new URL(url, "http://opensearch.test");
  for (const [known, pattern, call] of ROUTES) {
    const target = known === method ? pattern.exec(pathname)?.[1] : undefined;
    if (target !== undefined) return { call, method, target, path: url };
  }
  return undefined;
}

function unknownRoute({ method, url }: IncomingMessage): Answer {
  return {
    status: 400,
    body: { error: `no handler found for uri [${url}] and method [${method}]` },
  };
}

/** The answer, or what the fault makes of it. */
function reply(response: ServerResponse, fault: Fault | undefined, answer: Answer): void {
  if (fault === "reset") response.socket?.destroy();
  else if (fault === "cut") response.writeHead(200).end(JSON.stringify(answer.body).slice(0, -12));
  else if (fault !== "silence") send(response, answer);
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
