import { z } from "zod";
import { ENDED, requireBuy, totalBudgetOf } from "../buys.ts";
import { AdcpError, notFound } from "../errors.ts";
import { microsFromUsd } from "../money.ts";
import { FORMAT_ID } from "../products.ts";
import { stored } from "../queries.ts";
import type { AdcpCall, AdcpTask } from "../task.ts";
import { ARM, armSchema, DELIVERY, deliverySchema, simulatedOf, sumOf } from "./directives.ts";

export const SCENARIOS = [
  "force_creative_status",
  "force_account_status",
  "force_media_buy_status",
  "simulate_delivery",
  "simulate_budget_spend",
];

const text = z.string().min(1).max(255);
const record = z.record(z.string(), z.unknown()).default({});
const request = z.looseObject({ scenario: text, params: record });
type Params = z.output<typeof record>;

/** Puts a sandbox into the states that the protocol's own tests need; absent in production. */
export const complyTestController: AdcpTask = {
  name: "comply_test_controller",
  description: "Sets states of the sandbox, for AdCP's own tests.",
  mutates: true,
  async run(call, given) {
    try {
      const { scenario, params } = request.parse(given);
      return { success: true, ...(await play(call, scenario, params)) };
    } catch (error) {
      if (!(error instanceof z.ZodError || error instanceof AdcpError)) throw error;
      // The protocol names its own errors here; whatever is missing is just not found.
      const code = error instanceof AdcpError ? error.body.code : "INVALID_PARAMS";
      const shown = code.endsWith("_NOT_FOUND") ? "NOT_FOUND" : code;
      return { success: false, error: shown, error_detail: error.message };
    }
  },
};

const SEEDED = { message: "Fixture seeded." };

async function play(call: AdcpCall, scenario: string, params: Params): Promise<object> {
  const idOf = (name: string) => text.parse(params[name]);
  switch (scenario) {
    case "list_scenarios":
      return { scenarios: SCENARIOS };
    // A fixture of a product takes any pricing option.
    case "seed_pricing_option":
    case "seed_product":
      await stored.fixtures.save(call, { kind: "product", id: idOf("product_id"), data: {} });
      return SEEDED;
    case "seed_creative_format": {
      const id = z.union([text, z.object({ id: text }).transform((one) => one.id)]);
      const format = { id: id.parse(params.format_id), data: record.parse(params.fixture) };
      await stored.fixtures.save(call, { kind: "creative_format", ...format });
      return SEEDED;
    }
    case "seed_creative":
      return seedCreative(call, idOf("creative_id"), params);
    case "seed_media_buy":
      return seedBuy(call, idOf("media_buy_id"), params);
    case "force_creative_status":
    case "force_account_status":
    case "force_media_buy_status": {
      const current_state = text.parse(params.status);
      const [, kind = ""] = scenario.split(/^force_|_status$/);
      const previous_state = await force(call, idOf(`${kind}_id`), { kind, to: current_state });
      return { previous_state, current_state };
    }
    case "force_create_media_buy_arm": {
      const forced = armSchema.parse(params);
      await stored.fixtures.save(call, { kind: ARM, id: "next", data: forced });
      return { forced };
    }
    case "simulate_delivery":
      return simulate(call, idOf("media_buy_id"), params);
    case "simulate_budget_spend":
      return simulateSpend(call, idOf("media_buy_id"), params);
    default:
      throw new AdcpError("UNKNOWN_SCENARIO", "No such scenario.");
  }
}

const creativeSchema = z.object({
  name: z.string().max(500).optional(),
  status: text.default("approved"),
  format_id: z.object({ id: z.string().default(FORMAT_ID) }).prefault({}),
});

async function seedCreative(call: AdcpCall, id: string, { fixture = {} }: Params) {
  const { name = id, status, format_id } = creativeSchema.parse(fixture);
  const data = { format_id: { agent_url: call.agentUrl, id: format_id.id }, assets: {} };
  await stored.creatives.save(call, { id, name, text: name, clickUrl: null, status, data });
  return SEEDED;
}

const packageSchema = z.object({
  package_id: text.optional(),
  product_id: text.default("test-product"),
  pricing_option_id: text.default("test-pricing"),
  budget: z.number().min(0).default(1_000),
});
const buySchema = z.object({
  status: text.default("active"),
  packages: z.array(packageSchema).default([]),
  brand: z.object({ domain: z.string() }).default({ domain: "acmeoutdoor.example" }),
});

async function seedBuy(call: AdcpCall, id: string, { fixture = {} }: Params) {
  const { status: forcedStatus, packages, brand } = buySchema.parse(fixture);
  if ((await stored.buys.find(call, [id])).length > 0) return SEEDED;
  const day = (days: number) => new Date(call.now.getTime() + days * 86_400_000).toISOString();
  const facts = { accountId: "", brand: brand.domain, isSandbox: true, echo: {} };
  const data = { ...facts, startAt: day(0), endAt: day(30), forcedStatus };
  await stored.buys.save(call, { id, canceledAt: null, data });
  const all = packages.length > 0 ? packages : [packageSchema.parse({})];
  for (const [number, one] of all.entries()) {
    const { product_id: productId, pricing_option_id: pricingOptionId } = one;
    const own = { buyId: id, number, id: one.package_id ?? `${id}-${number}`, campaignId: null };
    const budget = microsFromUsd(one.budget, "budget");
    const data = { productId, pricingOptionId, creativeIds: [], echo: {} };
    await stored.packages.save(call, { ...own, budget, data });
  }
  return SEEDED;
}

const CREATIVE_WAYS: Readonly<Record<string, readonly string[]>> = {
  processing: ["pending_review", "approved", "rejected"],
  pending_review: ["approved", "rejected"],
  approved: ["archived", "rejected", "pending_review"],
  rejected: ["processing", "pending_review"],
  archived: ["approved"],
};

async function force(call: AdcpCall, id: string, { kind, to }: Record<"kind" | "to", string>) {
  if (kind === "account") {
    const [account] = await stored.accounts.find(call, [id]);
    if (account === undefined) throw notFound(kind, "");
    await stored.accounts.save(call, { ...account, status: to });
    return account.status;
  }
  if (kind === "creative") {
    const [creative] = await stored.creatives.find(call, [id]);
    if (creative === undefined) throw notFound(kind, "");
    checkWay(creative.status, to, CREATIVE_WAYS[creative.status] ?? []);
    await stored.creatives.save(call, { ...creative, status: to });
    return creative.status;
  }
  const { record: buy, status } = await requireBuy(call, id);
  checkWay(status, to, ENDED.includes(status) ? [] : [to]);
  await stored.buys.save(call, { ...buy, data: { ...buy.data, forcedStatus: to } });
  return status;
}

function checkWay(from: string, to: string, ways: readonly string[]): void {
  if (from === to || ways.includes(to)) return;
  throw new AdcpError("INVALID_TRANSITION", `There is no way from ${from} to ${to}.`);
}

async function simulate(call: AdcpCall, id: string, params: Params): Promise<object> {
  const money = z.object({ amount: z.number() }).catch({ amount: 0 });
  const { amount: spend } = money.parse(params.reported_spend ?? params.spend);
  await requireBuy(call, id);
  const simulated = deliverySchema.parse({ ...params, spend });
  const cumulative = sumOf([await simulatedOf(call, id), simulated]);
  await stored.fixtures.save(call, { kind: DELIVERY, id, data: cumulative });
  return { simulated, cumulative };
}

async function simulateSpend(call: AdcpCall, id: string, params: Params): Promise<object> {
  const spend_percentage = z.number().min(0).max(100).parse(params.spend_percentage);
  const total = totalBudgetOf(await requireBuy(call, id));
  const spend = Math.round(total * spend_percentage * 1e6) / 1e8;
  await stored.fixtures.save(call, { kind: DELIVERY, id, data: { spend } });
  return { simulated: { spend_percentage, computed_spend: { amount: spend, currency: "USD" } } };
}
