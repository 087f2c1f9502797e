import { z } from "zod";
import type { Placement } from "../../server/src/contract/resources/placement.ts";
import { ACCOUNT, buyOf, creativesOf, newKey, packageOf } from "./adcp-client.ts";
import { ADCP_TASKS, createAdcpCheck } from "./adcp-schemas.ts";
import { callDoor, PROFILE } from "./door.ts";
import { productIdOf, searchOf } from "./market.ts";
import { createResponseCheck } from "./ucp-schemas.ts";

const UCP_TOOLS = ["search_catalog", "lookup_catalog", "get_product"];

export interface FuzzRun {
  readonly calls: number;
  readonly accepted: number;
  readonly problems: readonly string[];
}

interface FuzzOptions {
  readonly random: () => number;
  readonly calls: number;
  readonly keys: readonly string[];
  readonly placements: readonly Placement[];
}

const answerSchema = z.looseObject({
  result: z
    .looseObject({ isError: z.boolean().optional(), structuredContent: z.looseObject({}) })
    .optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

/**
 * Requests that fit the protocols and are then broken at random places, through both doors. No
 * answer is a 5xx, each is valid by the protocol's own schema, and none has a word of our tools.
 */
export async function fuzzDoors(baseUrl: string, options: FuzzOptions): Promise<FuzzRun> {
  const checks = { adcp: createAdcpCheck(), ucp: createResponseCheck("2026-08-25") };
  const problems: string[] = [];
  let accepted = 0;
  for (let index = 0; index < options.calls; index += 1) {
    const call = callOf(index, options);
    const response = await callDoor(`${baseUrl}${call.path}`, call);
    const answer = { status: response.status, text: await response.text() };
    const { isAccepted, found } = judge(call, answer, checks);
    if (isAccepted) accepted += 1;
    for (const problem of found) {
      problems.push(`${index} ${call.tool} ${problem}: ${JSON.stringify(call.args).slice(0, 200)}`);
    }
  }
  return { calls: options.calls, accepted, problems };
}

interface Call {
  readonly isUcp: boolean;
  readonly path: string;
  readonly tool: string;
  readonly args: object;
  readonly key: string | undefined;
}

function callOf(index: number, options: FuzzOptions): Call {
  const { random, keys } = options;
  const isUcp = index % 5 === 4;
  const tools = isUcp ? UCP_TOOLS : ADCP_TASKS;
  const tool = tools[Math.floor(random() * tools.length)] ?? "";
  const whole = isUcp ? ucpRequest(tool, index) : adcpRequest(tool, options);
  const args = random() < 0.3 ? whole : broken(whole, random);
  const path = isUcp ? "/ucp/2026-08-25/mcp" : "/adcp/mcp";
  return { isUcp, path, tool, args, key: isUcp ? undefined : keys[index % keys.length] };
}

function judge(
  { isUcp, tool }: Call,
  { status, text }: { status: number; text: string },
  checks: {
    adcp: ReturnType<typeof createAdcpCheck>;
    ucp: ReturnType<typeof createResponseCheck>;
  },
): { isAccepted: boolean; found: string[] } {
  const answer = answerSchema.safeParse(JSON.parse(text));
  const found = [
    status >= 500 ? `HTTP ${status} ${text.slice(0, 200)}` : "",
    answer.success ? "" : `unreadable ${text.slice(0, 200)}`,
    /nextTools|docUrl|\/arguments\//.test(text) ? "a word of our own envelope" : "",
  ];
  const result = answer.data?.result;
  if (result === undefined) return { isAccepted: false, found: found.filter((one) => one !== "") };
  const { isError = false, structuredContent: content } = result;
  const isRefusal = isUcp && Object(content.ucp).status === "error";
  const ucpProblem = () => (isRefusal ? "" : checks.ucp(tool, content));
  found.push(isUcp ? ucpProblem() : checks.adcp(tool, content, isError));
  return { isAccepted: !isError && !isRefusal, found: found.filter((one) => one !== "") };
}

function ucpRequest(tool: string, index: number): object {
  const catalogs: Readonly<Record<string, object>> = {
    search_catalog: searchOf(index),
    lookup_catalog: { ids: [productIdOf(index), "missing"] },
    get_product: { id: productIdOf(index) },
  };
  return { meta: { "ucp-agent": { profile: PROFILE } }, catalog: catalogs[tool] ?? {} };
}

function adcpRequest(task: string, { random, placements }: FuzzOptions): object {
  const placement = placements[Math.floor(random() * placements.length)];
  const packages = placement === undefined ? [] : [packageOf(placement, 3 + random() * 2)];
  const keyed = { idempotency_key: newKey(), account: ACCOUNT };
  const event = {
    event_id: `e-${random()}`,
    event_type: "purchase",
    event_time: new Date().toISOString(),
    user_match: { click_id: "clk_01k9zq3v5te7kbn8w2r4c6d8fg" },
  };
  const requests: Readonly<Record<string, object>> = {
    get_products: { buying_mode: "brief", brief: "sidebar", filters: { channels: ["display"] } },
    create_media_buy: buyOf(packages),
    update_media_buy: { ...keyed, media_buy_id: "mb_missing", paused: true },
    get_media_buys: { pagination: { max_results: 5 }, include_snapshot: true },
    get_media_buy_delivery: { start_date: "2026-01-01", end_date: "2026-12-31" },
    sync_creatives: { ...keyed, creatives: creativesOf() },
    sync_accounts: { ...keyed, accounts: [{ ...ACCOUNT, billing: "agent" }] },
    sync_event_sources: { ...keyed, event_sources: [{ event_source_id: "site" }] },
    log_event: { idempotency_key: newKey(), event_source_id: "site", events: [event] },
    list_creatives: { filters: { statuses: ["approved"] } },
  };
  return { context: { trace: random() }, ...requests[task] };
}

const ODD: readonly unknown[] = [
  ...([null, true, -1, 0, 1e308, 0.1234567, "", " ", "x".repeat(3_000), [], {}] as const),
  ...([
    "\u0000",
    "\ud800",
    "../..",
    "<script>",
    "0000-00-00",
    "2026-02-30",
    "asap",
    "__proto__",
  ] as const),
  ...[["a", 1], { a: { b: { c: [] } } }, "rk_live_000000000000000000000000000000AAAAAA"],
];

/** Replaces, removes or adds one to three members anywhere. */
function broken(value: object, random: () => number): object {
  const copy = structuredClone(value);
  const times = 1 + Math.floor(random() * 3);
  for (let time = 0; time < times; time += 1) breakOne(copy, random);
  return copy;
}

function breakOne(value: object, random: () => number): void {
  const names = Object.keys(value);
  const name = names[Math.floor(random() * names.length)];
  if (name === undefined) return;
  const member: unknown = Reflect.get(value, name);
  if (typeof member === "object" && member !== null && random() < 0.6) {
    breakOne(member, random);
    return;
  }
  // A copy, for the next breakage may reach into it.
  const odd = structuredClone(ODD[Math.floor(random() * ODD.length)]);
  const chance = random();
  if (chance < 0.25) Reflect.deleteProperty(value, name);
  else Reflect.set(value, chance < 0.4 ? `odd_${name}` : name, odd);
}
