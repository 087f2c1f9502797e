import { z } from "zod";
import { micros } from "../../../contract/money.ts";
import { ENDED, requireBuy, totalBudgetOf } from "../buys.ts";
import { SCENARIOS } from "../capabilities.ts";
import { AdcpError } from "../errors.ts";
import { FORMAT_ID } from "../products.ts";
import {
  type CreativeRecord,
  findAccounts,
  findBuys,
  findCreatives,
  findFixtures,
  insertBuy,
  saveAccount,
  saveBuy,
  saveCreative,
  saveFixture,
  savePackage,
} from "../queries.ts";
import type { AdcpCall, AdcpTask } from "../task.ts";
import { ARM, DELIVERY } from "./directives.ts";

const text = z.string().min(1).max(255);
const request = z.looseObject({
  scenario: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});
const fixture = z.record(z.string(), z.unknown()).default({});

/** What went wrong in a scenario, as the protocol's own tests expect it. */
class ControllerError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Puts a sandbox into the states that the protocol's own tests need; absent in production. */
export const complyTestController: AdcpTask = {
  name: "comply_test_controller",
  description: "Sets states of the sandbox, for AdCP's own tests.",
  access: "advertiser",
  mutates: true,
  async run(call, given) {
    const { scenario, params } = request.parse(given);
    if (scenario === "list_scenarios") return { success: true, scenarios: SCENARIOS };
    const run = SCENARIO_RUNS.get(scenario);
    try {
      if (run === undefined) throw new ControllerError("UNKNOWN_SCENARIO", "No such scenario.");
      return { success: true, ...(await run(call, params)) };
    } catch (error) {
      const known = error instanceof ControllerError ? error : controllerErrorOf(error);
      return { success: false, error: known.code, error_detail: known.message };
    }
  },
};

function controllerErrorOf(error: unknown): ControllerError {
  if (error instanceof z.ZodError) return new ControllerError("INVALID_PARAMS", "Wrong params.");
  if (error instanceof AdcpError) return new ControllerError("NOT_FOUND", error.message);
  throw error;
}

type Run = (call: AdcpCall, params: Readonly<Record<string, unknown>>) => Promise<object>;

const seed =
  (kind: string, idOf: (params: Readonly<Record<string, unknown>>) => unknown): Run =>
  async (call, params) => {
    const data = fixture.parse(params.fixture);
    await saveFixture(call, kind, { id: text.parse(idOf(params)), data });
    return { message: "Fixture seeded." };
  };

const creativeStatus = z.enum(["processing", "pending_review", "approved", "rejected", "archived"]);
type CreativeStatus = CreativeRecord["status"];

const CREATIVE_WAYS: Readonly<Record<CreativeStatus, readonly CreativeStatus[]>> = {
  processing: ["pending_review", "approved", "rejected"],
  pending_review: ["approved", "rejected"],
  approved: ["archived", "rejected", "pending_review"],
  rejected: ["processing", "pending_review"],
  archived: ["approved"],
};

async function forceCreative(call: AdcpCall, params: Readonly<Record<string, unknown>>) {
  const { creative_id: id, status } = z
    .looseObject({ creative_id: text, status: creativeStatus })
    .parse(params);
  const [creative] = await findCreatives(call, [id]);
  if (creative === undefined) throw new ControllerError("NOT_FOUND", "No such creative.");
  const before = creative.status;
  if (before !== status && !CREATIVE_WAYS[before].includes(status)) throw noWay(before, status);
  await saveCreative(call, { ...creative, status });
  return { previous_state: before, current_state: status };
}

async function forceAccount(call: AdcpCall, params: Readonly<Record<string, unknown>>) {
  const { account_id: id, status } = z
    .looseObject({ account_id: text, status: z.string().max(40) })
    .parse(params);
  const account = (await findAccounts(call)).find((one) => one.id === id);
  if (account === undefined) throw new ControllerError("NOT_FOUND", "No such account.");
  await saveAccount(call, { ...account, status });
  return { previous_state: account.status, current_state: status };
}

async function forceBuy(call: AdcpCall, params: Readonly<Record<string, unknown>>) {
  const { media_buy_id: id, status } = z
    .looseObject({ media_buy_id: text, status: z.string().max(40) })
    .parse(params);
  const { record, status: before } = await requireBuy(call, id);
  if (before !== status && ENDED.includes(before)) throw noWay(before, status);
  const data = { ...record.data, forcedStatus: status };
  await saveBuy(call, { ...record, data });
  return { previous_state: before, current_state: status };
}

function noWay(from: string, to: string): ControllerError {
  return new ControllerError("INVALID_TRANSITION", `There is no way from ${from} to ${to}.`);
}

async function forceArm(call: AdcpCall, params: Readonly<Record<string, unknown>>) {
  const forced = z
    .looseObject({
      arm: z.enum(["submitted"]),
      task_id: text.optional(),
      message: z.string().max(2000).optional(),
    })
    .parse(params);
  await saveFixture(call, ARM, { id: "next", data: forced });
  return { forced };
}

const amount = z.union([z.number(), z.looseObject({ amount: z.number() })]).optional();

async function simulateDelivery(call: AdcpCall, params: Readonly<Record<string, unknown>>) {
  const wanted = z
    .looseObject({
      media_buy_id: text,
      impressions: z.number().min(0).default(0),
      clicks: z.number().min(0).default(0),
      conversions: z.number().min(0).default(0),
      reported_spend: amount,
      spend: amount,
    })
    .parse(params);
  await requireBuy(call, wanted.media_buy_id);
  const given = wanted.reported_spend ?? wanted.spend ?? 0;
  const spend = typeof given === "number" ? given : given.amount;
  const { impressions, clicks, conversions } = wanted;
  const simulated = { impressions, clicks, conversions, spend };
  const fixtures = await findFixtures(call, DELIVERY);
  const before = fixtures.find(({ id }) => id === wanted.media_buy_id)?.data ?? {};
  const data = Object.fromEntries(
    Object.entries(simulated).map(([name, value]) => [name, value + Number(before[name] ?? 0)]),
  );
  await saveFixture(call, DELIVERY, { id: wanted.media_buy_id, data });
  return { simulated, cumulative: data };
}

async function simulateSpend(call: AdcpCall, params: Readonly<Record<string, unknown>>) {
  const { media_buy_id: id, spend_percentage: percent } = z
    .looseObject({ media_buy_id: text, spend_percentage: z.number().min(0).max(100) })
    .parse(params);
  const total = totalBudgetOf(await requireBuy(call, id));
  const spend = Math.round(total * percent * 1e6) / 1e8;
  await saveFixture(call, DELIVERY, { id, data: { spend } });
  return {
    simulated: { spend_percentage: percent, computed_spend: { amount: spend, currency: "USD" } },
  };
}

async function seedCreative(call: AdcpCall, params: Readonly<Record<string, unknown>>) {
  const id = text.parse(params.creative_id);
  const { name, status, format_id } = z
    .looseObject({
      name: z.string().max(500).default(id),
      status: creativeStatus.default("approved"),
      format_id: z.looseObject({ id: z.string().default(FORMAT_ID) }).default({ id: FORMAT_ID }),
    })
    .parse(params.fixture ?? {});
  const data = { format_id: { agent_url: call.agentUrl, id: format_id.id }, assets: {} };
  await saveCreative(call, { id, name, text: name, clickUrl: null, status, data });
  return { message: "Fixture seeded." };
}

const seededPackage = z.looseObject({
  package_id: text.optional(),
  product_id: text.default("test-product"),
  pricing_option_id: text.default("test-pricing"),
  budget: z.number().min(0).default(1_000),
});

async function seedBuy(call: AdcpCall, params: Readonly<Record<string, unknown>>) {
  const id = text.parse(params.media_buy_id);
  const { status, packages, brand } = z
    .looseObject({
      status: z.string().max(40).default("active"),
      packages: z.array(seededPackage).default([]),
      brand: z.looseObject({ domain: z.string() }).default({ domain: "acmeoutdoor.example" }),
    })
    .parse(params.fixture ?? {});
  const [known] = await findBuys(call, [id]);
  if (known !== undefined) return { message: "Fixture re-seeded." };
  const day = (days: number) => new Date(call.now.getTime() + days * 86_400_000).toISOString();
  const data = {
    accountId: "",
    brand: brand.domain,
    isSandbox: true,
    startAt: day(0),
    endAt: day(30),
    forcedStatus: status,
    echo: {},
  };
  await insertBuy(call, { id, data });
  const all = packages.length > 0 ? packages : [seededPackage.parse({})];
  for (const [number, one] of all.entries()) {
    await savePackage(call, {
      buyId: id,
      number,
      id: one.package_id ?? `${id}-${number}`,
      campaignId: null,
      budget: micros(BigInt(Math.round(one.budget * 1e6)) * 100n),
      data: {
        productId: one.product_id,
        pricingOptionId: one.pricing_option_id,
        creativeIds: [],
        echo: {},
      },
    });
  }
  return { message: "Fixture seeded." };
}

const SCENARIO_RUNS: ReadonlyMap<string, Run> = new Map<string, Run>([
  ["seed_product", seed("product", ({ product_id: id }) => id)],
  [
    "seed_pricing_option",
    seed("pricing_option", ({ product_id: one, pricing_option_id: two }) => `${one}/${two}`),
  ],
  ["seed_creative_format", seed("creative_format", (params) => formatIdIn(params))],
  ["seed_creative", seedCreative],
  ["seed_media_buy", seedBuy],
  ["force_creative_status", forceCreative],
  ["force_account_status", forceAccount],
  ["force_media_buy_status", forceBuy],
  ["force_create_media_buy_arm", forceArm],
  ["simulate_delivery", simulateDelivery],
  ["simulate_budget_spend", simulateSpend],
]);

function formatIdIn({ format_id: id }: Readonly<Record<string, unknown>>): unknown {
  return typeof id === "object" && id !== null && "id" in id ? id.id : id;
}
