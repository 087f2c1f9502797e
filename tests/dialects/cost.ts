import { fundAgent, fundedAdvertiser, listTestPlacement, registerAgent } from "../setup/agents.ts";
import type { CallTool } from "../setup/exchange.ts";
import { buyOf, callAdcp, newKey, packageOf } from "./adcp-client.ts";
import { callDoor, PROFILE } from "./door.ts";

export interface Cost {
  readonly name: string;
  readonly dialectMs: number;
  readonly nativeMs: number;
  readonly ratio: number;
}

const WARM_UP = 20;
const ROUNDS = 120;

/** Each call of a dialect beside the native calls that do the same, in turns. */
export async function measureCosts(baseUrl: string, call: CallTool): Promise<Cost[]> {
  const publisher = await registerAgent(call, "publisher");
  const placement = await listTestPlacement(call, publisher, "cpc");
  const buyer = await fundedAdvertiser(call, "fleet");
  for (let pack = 0; pack < 4; pack += 1) await fundAgent(call, buyer, "fleet");
  await callAdcp(baseUrl, buyer.key, "create_media_buy", buyOf([packageOf(placement, 3)]));
  const { placementId, adUnitType } = placement;
  const pairs = {
    "AdCP get_products": [
      () => callAdcp(baseUrl, undefined, "get_products", { buying_mode: "wholesale" }),
      () => call("search_placements", { limit: 100, sort: "newest" }),
    ],
    "AdCP create_media_buy": [
      () => callAdcp(baseUrl, buyer.key, "create_media_buy", buyOf([packageOf(placement, 2.5)])),
      () =>
        call(
          "create_campaign",
          {
            placementId,
            adUnitType,
            budgetCredits: 250,
            creativeText: "Cast-iron pans that last a lifetime.",
            creativeUrl: "https://shop.example.com/pans",
            idempotencyKey: newKey(),
          },
          buyer.key,
        ),
    ],
    "UCP search_catalog": [
      () => ucpSearch(baseUrl),
      () => call("search_shopfeed_products", { query: "hiking boots", limit: 10 }),
    ],
  } as const;
  const costs: Cost[] = [];
  for (const [name, [dialect, native]] of Object.entries(pairs)) {
    const dialectMs: number[] = [];
    const nativeMs: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const [one, other] = [await timed(dialect), await timed(native)];
      if (round < WARM_UP) continue;
      dialectMs.push(one);
      nativeMs.push(other);
    }
    const [ours, theirs] = [median(dialectMs), median(nativeMs)];
    costs.push({ name, dialectMs: ours, nativeMs: theirs, ratio: ours / theirs });
  }
  return costs;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return performance.now() - startedMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function ucpSearch(baseUrl: string): Promise<unknown> {
  const catalog = { query: "hiking boots", pagination: { limit: 10 } };
  const args = { meta: { "ucp-agent": { profile: PROFILE } }, catalog };
  const url = `${baseUrl}/ucp/2026-08-25/mcp`;
  return (await callDoor(url, { tool: "search_catalog", args })).json();
}
