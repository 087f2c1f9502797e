import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ERRORS, errorBodySchema } from "../../../server/src/contract/errors.ts";
import { createLogger } from "../../../server/src/core/log.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { type JsonSchema, schemasOf } from "../../../server/src/tools/schemas.ts";
import type { Tool } from "../../../server/src/tools/tool.ts";
import { mcpRequestOf } from "../../mcp/raw.ts";
import { registerAgent } from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { callerFor, makeParties, type Parties, validArguments } from "./wrong-input/parties.ts";

let world: TestExchange;
let parties: Parties;
/** A key that works, which no call here is made with. */
let key: string;
/** What makes it one: its first characters are shown by design. */
let secret: string;
let log = "";
beforeAll(async () => {
  const write = (line: string) => {
    log += line;
  };
  const logger = createLogger({ level: "trace", stream: { write } });
  world = await startExchange({ logger, env: { POSTBACK_ALLOW_HOSTS: "127.0.0.1" } });
  parties = await makeParties(world.call);
  ({ key } = await registerAgent(world.call, "both"));
  secret = key.slice("rk_live_".length + 4);
});
afterAll(async () => {
  process.stdout.write(`     (${planted} keys planted in ${CATALOGUE.length} tools)\n`);
  await world.close();
});

let planted = 0;

type Path = readonly (string | number)[];

/** Every place of the arguments that takes a text, also inside lists, choices and open objects. */
function textPlaces(schema: JsonSchema, path: Path = []): Path[] {
  const choices = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (choices.length > 0) return choices.flatMap((one) => textPlaces(Object(one), path));
  if (schema.type === "string") return [path];
  if (schema.type === "array") return textPlaces(Object(schema.items), [...path, 0]);
  const members = Object.entries(Object(schema.properties));
  const inside = members.flatMap(([name, one]) => textPlaces(Object(one), [...path, name]));
  const isOpen = schema.type === "object" && schema.additionalProperties !== false;
  return isOpen ? [...inside, [...path, "note"], [...path, "deep", "list", 0]] : inside;
}

/** The same arguments with a value at a place, with what leads there made where it is missing. */
function withValue(root: object, path: Path, value: unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = structuredClone({ ...root });
  let at: Record<string | number, unknown> = copy;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const isThere = typeof at[step] === "object" && at[step] !== null;
    if (!isThere) at[step] = typeof path[index + 1] === "number" ? [] : {};
    at = Object(at[step]);
  }
  at[path.at(-1) ?? ""] = value;
  return copy;
}

/** All bodies of a tool's calls with the key somewhere in them. */
function plantedBodies(tool: Tool): object[] {
  const valid = validArguments(tool, parties);
  const places = textPlaces(schemasOf(tool).input);
  const folders = [[], ...places.map((place) => place.slice(0, -1))];
  const args = [
    ...places.map((place, index) =>
      withValue(valid, place, index % 2 === 0 ? key : `Write to "${key}".`),
    ),
    // Names of fields that do not exist, beside every field that does.
    ...folders.map((folder) => withValue(valid, [...folder, key], 1)),
    ...folders.map((folder) => withValue(valid, [...folder, `my_${key}_too`], { [key]: key })),
    withValue(valid, ["surprise"], [{ [key]: [key] }]),
    withValue(valid, ["idempotencyKey"], `call-${key}`),
  ];
  const name = tool.name;
  return [
    ...args.map((one) => ({ tool: name, arguments: one })),
    { tool: name, arguments: valid, idempotencyKey: key },
    { tool: name, arguments: key },
    { tool: name, arguments: [key] },
    { tool: name, arguments: valid, [key]: key },
    { tool: `${name}${key}`, arguments: valid },
    { tool: key, arguments: { [key]: key } },
    // A name beside the items of a list is lost on the way into JSON.
  ].filter((body) => JSON.stringify(body).includes(key));
}

async function post(body: string, caller: string | undefined, path = "/api/agent", more = {}) {
  const headers = new Headers({ "Content-Type": "application/json", ...more });
  if (caller !== undefined) headers.set("Authorization", `Bearer ${caller}`);
  const response = await fetch(`${world.baseUrl}${path}`, { method: "POST", headers, body });
  planted += 1;
  return { status: response.status, text: await response.text() };
}

test.each(CATALOGUE.map((tool) => ({ name: tool.name, tool })))(
  "$name gives no planted key back",
  async ({ tool }) => {
    const caller = callerFor(tool, parties)?.key;
    const bodies = plantedBodies(tool);
    expect(bodies.length).toBeGreaterThan(8);
    for (const [index, body] of bodies.entries()) {
      const text = JSON.stringify(body);
      // An escape hides a key from whoever looks at the text alone.
      const hidden = index % 2 === 0 ? text : text.replaceAll("rk_live_", "\\u0072k_live\\u005f");
      const answer = await post(hidden, caller);
      expect(answer.text, text).not.toContain(secret);
      if (answer.status === 200) expect([text, tool.redactsSecrets]).toEqual([text, true]);
      else expect(Object.keys(ERRORS)).toContain(codeOf(answer.text));
      const isCall =
        Object.keys(body).join() === "tool,arguments" && Object(body).tool === tool.name;
      if (!isCall) continue;
      if (tool.redactsSecrets !== true) expect(codeOf(answer.text)).toBe("key_in_arguments");
      if (index % 4 !== 0) continue;
      const request = mcpRequestOf(tool.name, Object(body).arguments);
      const overMcp = await post(request.body, caller, request.path, request.headers);
      expect(overMcp.text, text).not.toContain(secret);
    }
  },
);

test("an address with a key in it is answered without it, a question is refused", async () => {
  for (const [path, status] of [
    [`/api/public/shopfeed-products?q=${key}`, 400],
    [`/api/public/shopfeed-products?q=a&${key}=1`, 400],
    [`/api/public/shopfeed-products/${key}`, 400],
    [`/api/public/brands?q=Write%20to%20${key}`, 400],
    [`/api/public/brands?q=${key.replace("rk_", "%72k%5f")}`, 400],
    [`/r/${key}`, 404],
    [`/checkout/${key}`, 404],
    [`/${key}`, 404],
    [`/mcp/${key}`, 404],
  ] as const) {
    const response = await fetch(`${world.baseUrl}${path}`);
    expect([path, response.status]).toEqual([path, status]);
    expect(await response.text()).not.toContain(secret);
    planted += 1;
  }
});

test("and none of them is in a log line, in any table, or among the metrics", async () => {
  expect(log.split("\n").length).toBeGreaterThan(planted);
  expect(log).not.toContain(secret);
  expect(await (await fetch(`${world.baseUrl}/metrics`)).text()).not.toContain(secret);
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.rows.length).toBeGreaterThan(30);
    const counts: string[] = [];
    for (const { name } of tables.rows) {
      const holds = `select count(*) filter (where to_jsonb(t)::text like $1) as held,
        count(*) filter (where to_jsonb(t)::text like '%[redacted]%') as redacted from ${name} t`;
      const { rows } = await client.query(holds, [`%${secret}%`]);
      expect({ name, held: rows[0]?.held }).toEqual({ name, held: "0" });
      if (Number(rows[0]?.redacted) > 0) counts.push(name);
    }
    // The looks would see one: where texts about bugs go, its place is marked.
    expect(counts).toContain("public.ticket");
    const shown = `%${key.slice(0, 12)}%`;
    const seen = "select 1 from api_key t where to_jsonb(t)::text like $1";
    expect((await client.query(seen, [shown])).rowCount).toBeGreaterThan(0);
  } finally {
    await client.end();
  }
});

function codeOf(text: string): string {
  return errorBodySchema.strict().parse(JSON.parse(text)).error.code;
}
