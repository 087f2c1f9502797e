import fc from "fast-check";
import { CATALOGUE, resolveTool } from "../../server/src/tools/catalogue.ts";
import { schemasOf } from "../../server/src/tools/schemas.ts";
import type { Tool } from "../../server/src/tools/tool.ts";
import { junk, markOf, oddText, valuesOf } from "./values.ts";

/** Who calls: somebody whose role fits, anybody, or somebody who may not. */
export interface Who {
  readonly kind: "fitting" | "anybody" | "nobody" | "stranger" | "revoked" | "suspended";
  readonly number: number;
}

/** A call as it was drawn, before the ids that the exchange knows are filled in. */
export interface Plan {
  /** Which tool it is about, if it is about one that exists. */
  readonly tool: Tool | undefined;
  readonly body: string;
  readonly who: Who;
  readonly headers: Readonly<Record<string, string>>;
  /** Over MCP what names a tool; over HTTP whatever it is. */
  readonly isOverMcp: boolean;
}

/** The same calls for the same seed. */
export function drawPlans(seed: number, count: number): Plan[] {
  return fc.sample(plans, { seed, numRuns: count });
}

const nothing = fc.constant<Readonly<Record<string, string>>>({});

const headers = fc.oneof(
  { weight: 40, arbitrary: nothing },
  fc.constantFrom("k1", "k2", "€", " ", "x".repeat(256)).map((key) => ({
    "Idempotency-Key": Buffer.from(key, "utf8").toString("latin1"),
  })),
  fc.constantFrom<Record<string, string>>(
    { "Content-Type": "text/plain" },
    { "Content-Encoding": "gzip" },
    { "Content-Type": "application/json; charset=utf-16" },
    { "X-Request-Id": "req_mine" },
    { traceparent: "00-nonsense" },
  ),
);

const who: fc.Arbitrary<Who> = fc.record({
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constant("fitting" as const) },
    { weight: 6, arbitrary: fc.constant("anybody" as const) },
    fc.constantFrom("nobody" as const, "stranger" as const, "revoked" as const),
    fc.constant("suspended" as const),
  ),
  number: fc.nat(5_000),
});

const idempotencyKey = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  fc.integer({ min: 1, max: 30 }).map((number) => `key-${number}`),
  oddText(300),
);

/** Whatever bytes: not JSON, or JSON of any form. */
const anyBody = fc.oneof(
  fc.json({ maxDepth: 5 }),
  oddText(200),
  fc.constantFrom("", "null", "[]", "{", "\ufeff{}", '{"tool":"whoami",}', "NaN"),
  fc.constantFrom("[", '{"a":').map((open) => open.repeat(20_000)),
);

const bodies: fc.Arbitrary<Pick<Plan, "tool" | "body">> = anyBody.map((body) => ({
  tool: undefined,
  body,
}));

/** What needs the most luck to succeed is tried more often. */
const HARD = new Set(["dispute_events", "request_cashout", "cancel_cashout", "buy_campaign"]);
const TIMES = 8;

const tools = fc.constantFrom(
  ...CATALOGUE.flatMap((tool) => (HARD.has(tool.name) ? Array(TIMES).fill(tool) : [tool])),
);
const odd = fc.constantFrom<unknown>(null, 7, [], "{}", "text", "\ud800", {});

/** An envelope that is wrong around arguments that may be right. */
const envelopes = fc
  .record({
    name: fc.oneof(
      tools.map(({ name }) => name),
      fc.constantFrom<unknown>("constructor", "__proto__", "Whoami", "search_offers", "", null, 7),
      oddText(100),
    ),
    args: fc.oneof(fc.jsonValue({ maxDepth: 3 }), odd),
    more: fc.oneof(nothing, fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue())),
    key: fc.oneof(idempotencyKey, odd),
  })
  .map(({ name, args, more, key }) => ({
    tool: typeof name === "string" ? resolveTool(name, new Date()) : undefined,
    body: JSON.stringify({ tool: name, arguments: args, idempotencyKey: key, ...more }),
  }));

const ID = /\b([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}(_[A-Za-z0-9_-]{22})?/g;

const UNIT = /(?<="adUnitType":")\w+/;

/** Arguments of one tool that its schema allows: an example of it, or drawn field by field. */
function argumentsOf(tool: Tool): fc.Arbitrary<unknown> {
  const examples = fc
    .tuple(fc.constantFrom(...tool.examples), fc.nat(5_000))
    .map(([{ arguments: args }, number]): unknown => {
      const text = JSON.stringify(args)
        .replace(ID, (_id, prefix: string) => markOf(prefix, number))
        .replace(/(?<="from":")[^"]+T[^"]+/, "@hour:-24")
        .replace(/(?<="to":")[^"]+T[^"]+/, "@hour:1");
      const isBooking = text.includes("@ref:plc");
      return JSON.parse(isBooking ? text.replace(UNIT, `@unit:${number}`) : text);
    });
  const drawn = valuesOf(schemasOf(tool).input);
  return fc.oneof({ weight: 2, arbitrary: examples }, { weight: 3, arbitrary: drawn });
}

interface Change {
  readonly kind: "replace" | "remove" | "add" | "repeat";
  readonly place: number;
  readonly name: string;
  readonly value: unknown;
}

const changes: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("replace" as const, "remove" as const, "add" as const, "repeat" as const),
  place: fc.nat(50),
  name: fc.oneof(oddText(30), fc.constantFrom("__proto__", "constructor", "a/b~c", "agentId", "")),
  value: junk,
});

function called(
  tool: Tool,
  args: fc.Arbitrary<unknown>,
): fc.Arbitrary<Pick<Plan, "tool" | "body">> {
  return fc.tuple(args, idempotencyKey).map(([value, key]) => ({
    tool,
    body: JSON.stringify({ tool: tool.name, arguments: value, idempotencyKey: key }),
  }));
}

const ofTool = new Map(CATALOGUE.map((tool) => [tool, argumentsOf(tool)]));
const argsOf = (tool: Tool) => ofTool.get(tool) ?? fc.constant({});

const allowed = tools.chain((tool) => called(tool, argsOf(tool)));
const nearlyAllowed = tools.chain((tool) => {
  const some = fc.array(changes, { minLength: 1, maxLength: 3 });
  return called(
    tool,
    fc.tuple(argsOf(tool), some).map(([args, list]) => list.reduce(changed, args)),
  );
});

const plans: fc.Arbitrary<Plan> = fc
  .tuple(
    fc.oneof(
      { weight: 10, arbitrary: allowed },
      { weight: 8, arbitrary: nearlyAllowed },
      { weight: 1, arbitrary: envelopes },
      { weight: 1, arbitrary: bodies },
    ),
    who,
    headers,
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([call, caller, more, lot]) => ({
    ...call,
    who: caller,
    headers: more,
    isOverMcp: lot === 0 && Object.keys(more).length === 0,
  }));

/** The arguments with one thing about them changed, at any depth. */
function changed(root: unknown, change: Change): unknown {
  const copy: unknown = structuredClone(root);
  const places = placesOf(copy);
  const place = places[change.place % Math.max(1, places.length)];
  if (place === undefined) return change.value;
  const { parent, name } = place;
  if (change.kind === "remove") delete parent[name];
  else if (change.kind === "replace") parent[name] = change.value;
  else if (change.kind === "repeat") parent[name] = repeated(parent[name]);
  else if (Array.isArray(parent)) parent.push(change.value);
  else Object.defineProperty(parent, change.name, { ...PLAIN, value: change.value });
  return copy;
}

const REPEATS_MAX = 30;
/** **Units** characters: above the largest body that is taken, and not without end. */
const REPEATED_MAX = 400_000;

/** Repeated repeats would grow to gigabytes, which only the fuzzer itself would suffer from. */
function repeated(value: unknown): unknown[] {
  const length = JSON.stringify(value)?.length ?? 1;
  const times = Math.min(REPEATS_MAX, Math.ceil(REPEATED_MAX / length));
  return Array(times).fill(value);
}

/** How a name such as `__proto__` becomes an ordinary field. */
const PLAIN = { enumerable: true, configurable: true, writable: true };

interface Place {
  readonly parent: Record<string, unknown>;
  readonly name: string;
}

const PLACES_MAX = 60;

function placesOf(root: unknown): Place[] {
  const places: Place[] = [];
  const open: unknown[] = [root];
  for (let value = open.shift(); value !== undefined; value = open.shift()) {
    if (places.length > PLACES_MAX) break;
    if (!isRecord(value)) continue;
    for (const name of Object.keys(value)) {
      places.push({ parent: value, name });
      open.push(value[name]);
    }
  }
  return places;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
