import { z } from "zod";
import { ENDED, requireBuy, totalBudgetOf } from "../buys.ts";
import { AdcpError } from "../errors.ts";
import { microsFromUsd } from "../money.ts";
import { FORMAT_ID } from "../products.ts";
import {
  findAccounts,
  findBuys,
  findCreatives,
  insertBuy,
  saveAccount,
  saveBuy,
  saveCreative,
  saveFixture,
  savePackage,
} from "../queries.ts";
import type { AdcpCall, AdcpTask } from "../task.ts";
import { ARM, DELIVERY, simulatedOf, sumOf } from "./directives.ts";

export const SCENARIOS = [
  "force_creative_status",
  "force_account_status",
  "force_media_buy_status",
  "simulate_delivery",
  "simulate_budget_spend",
];

const text = z.string().min(1).max(255);
const status = z.string().max(40);
const count = z.number().min(0).default(0);
const amount = z.union([count, z.object({ amount: count }).transform((of) => of.amount)]);
const formatId = z.union([text, z.object({ id: text }).transform(({ id }) => id)]);
const record = z.record(z.string(), z.unknown());
const request = z.looseObject({ scenario: z.string().max(100), params: record.default({}) });

/** Puts a sandbox into the states that the protocol's own tests need; absent in production. */
export const complyTestController: AdcpTask = {
  name: "comply_test_controller",
  description: "Sets states of the sandbox, for AdCP's own tests.",
  mutates: true,
  async run(call, given) {
    const { scenario, params } = request.parse(given);
    if (scenario === "list_scenarios") return { success: true, scenarios: SCENARIOS };
    try {
      const run = RUNS.get(scenario);
      if (run === undefined) throw new AdcpError("UNKNOWN_SCENARIO", "No such scenario.");
      return { success: true, ...(await run(call, params)) };
    } catch (error) {
      if (!(error instanceof z.ZodError || error instanceof AdcpError)) throw error;
      // The protocol names its own errors here; whatever is missing is just not found.
      const code = error instanceof AdcpError ? error.code : "INVALID_PARAMS";
      const shown = code.endsWith("_NOT_FOUND") ? "NOT_FOUND" : code;
      return { success: false, error: shown, error_detail: error.message };
    }
  },
};

type Run = (call: AdcpCall, params: z.output<typeof record>) => Promise<object>;

/** A scenario that only stores something. */
const seeding =
  <Shape extends z.ZodRawShape>(
    shape: Shape,
    seed: (call: AdcpCall, params: z.output<z.ZodObject<Shape>>) => Promise<void>,
  ): Run =>
  async (call, params) => {
    await seed(call, z.object(shape).parse(params));
    return { message: "Fixture seeded." };
  };

/** A scenario that forces a status; `force` answers the one before. */
const forcing =
  <Name extends string>(
    name: Name,
    force: (call: AdcpCall, id: string, after: string) => Promise<string>,
  ): Run =>
  async (call, params) => {
    const current_state = status.parse(params.status);
    const previous_state = await force(call, text.parse(params[name]), current_state);
    return { previous_state, current_state };
  };

function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new AdcpError("NOT_FOUND", "It does not exist.");
  return found;
}

function checkWay(from: string, to: string, ways: readonly string[]): void {
  if (from === to || ways.includes(to)) return;
  throw new AdcpError("INVALID_TRANSITION", `There is no way from ${from} to ${to}.`);
}

const CREATIVE_WAYS: Readonly<Record<string, readonly string[]>> = {
  processing: ["pending_review", "approved", "rejected"],
  pending_review: ["approved", "rejected"],
  approved: ["archived", "rejected", "pending_review"],
  rejected: ["processing", "pending_review"],
  archived: ["approved"],
};

const seededPackage = z.object({
  package_id: text.optional(),
  product_id: text.default("test-product"),
  pricing_option_id: text.default("test-pricing"),
  budget: z.number().min(0).max(1e7).default(1_000),
});
const seededBuy = z.object({
  status: status.default("active"),
  packages: z
    .array(seededPackage)
    .min(1)
    .default([seededPackage.parse({})]),
  brand: z.object({ domain: z.string() }).default({ domain: "acmeoutdoor.example" }),
});
const seededCreative = z.object({
  name: z.string().max(500).optional(),
  status: status.default("approved"),
  format_id: z.object({ id: z.string().default(FORMAT_ID) }).prefault({}),
});

const RUNS: ReadonlyMap<string, Run> = new Map<string, Run>([
  [
    "seed_product",
    seeding(
      { product_id: text, fixture: record.default({}) },
      (call, { product_id: id, fixture }) => saveFixture(call, "product", { id, data: fixture }),
    ),
  ],
  // A fixture of a product takes any pricing option.
  ["seed_pricing_option", seeding({ product_id: text }, async () => undefined)],
  [
    "seed_creative_format",
    seeding(
      { format_id: formatId, fixture: record.default({}) },
      (call, { format_id: id, fixture }) =>
        saveFixture(call, "creative_format", { id, data: fixture }),
    ),
  ],
  [
    "seed_creative",
    seeding({ creative_id: text, fixture: seededCreative.prefault({}) }, (call, wanted) => {
      const { creative_id: id, fixture } = wanted;
      const { name = id, format_id } = fixture;
      const data = { format_id: { agent_url: call.agentUrl, id: format_id.id }, assets: {} };
      const creative = { id, name, text: name, clickUrl: null, status: fixture.status, data };
      return saveCreative(call, creative);
    }),
  ],
  [
    "seed_media_buy",
    seeding({ media_buy_id: text, fixture: seededBuy.prefault({}) }, (call, wanted) =>
      seedBuy(call, wanted.media_buy_id, wanted.fixture),
    ),
  ],
  [
    "force_creative_status",
    forcing("creative_id", async (call, id, after) => {
      const creative = known((await findCreatives(call, [id]))[0]);
      checkWay(creative.status, after, CREATIVE_WAYS[creative.status] ?? []);
      await saveCreative(call, { ...creative, status: after });
      return creative.status;
    }),
  ],
  [
    "force_account_status",
    forcing("account_id", async (call, id, after) => {
      const account = known((await findAccounts(call)).find((one) => one.id === id));
      await saveAccount(call, { ...account, status: after });
      return account.status;
    }),
  ],
  [
    "force_media_buy_status",
    forcing("media_buy_id", async (call, id, after) => {
      const { record: buy, status: before } = await requireBuy(call, id);
      checkWay(before, after, ENDED.includes(before) ? [] : [after]);
      await saveBuy(call, { ...buy, data: { ...buy.data, forcedStatus: after } });
      return before;
    }),
  ],
  [
    "force_create_media_buy_arm",
    async (call, params) => {
      const shape = { arm: z.literal("submitted"), task_id: text.optional() };
      const forced = z.object({ ...shape, message: text.optional() }).parse(params);
      await saveFixture(call, ARM, { id: "next", data: forced });
      return { forced };
    },
  ],
  [
    "simulate_delivery",
    async (call, params) => {
      const shape = { media_buy_id: text, impressions: count, clicks: count, conversions: count };
      const {
        media_buy_id: id,
        reported_spend,
        ...more
      } = z
        .object({ ...shape, reported_spend: amount.optional(), spend: amount.default(0) })
        .parse(params);
      await requireBuy(call, id);
      const simulated = { ...more, spend: reported_spend ?? more.spend };
      const cumulative = sumOf([await simulatedOf(call, id), simulated]);
      await saveFixture(call, DELIVERY, { id, data: cumulative });
      return { simulated, cumulative };
    },
  ],
  [
    "simulate_budget_spend",
    async (call, params) => {
      const id = text.parse(params.media_buy_id);
      const spend_percentage = z.number().min(0).max(100).parse(params.spend_percentage);
      const total = totalBudgetOf(await requireBuy(call, id));
      const spend = Math.round(total * spend_percentage * 1e6) / 1e8;
      await saveFixture(call, DELIVERY, { id, data: { spend } });
      const computed_spend = { amount: spend, currency: "USD" };
      return { simulated: { spend_percentage, computed_spend } };
    },
  ],
]);

async function seedBuy(
  call: AdcpCall,
  id: string,
  { status: forcedStatus, packages, brand }: z.output<typeof seededBuy>,
): Promise<void> {
  if ((await findBuys(call, [id])).length > 0) return;
  const day = (days: number) => new Date(call.now.getTime() + days * 86_400_000).toISOString();
  const facts = { accountId: "", brand: brand.domain, isSandbox: true, echo: {} };
  const data = { ...facts, startAt: day(0), endAt: day(30), forcedStatus };
  await insertBuy(call, { id, data });
  for (const [number, one] of packages.entries()) {
    const { product_id: productId, pricing_option_id: pricingOptionId } = one;
    await savePackage(call, {
      buyId: id,
      number,
      id: one.package_id ?? `${id}-${number}`,
      campaignId: null,
      budget: microsFromUsd(one.budget, "budget"),
      data: { productId, pricingOptionId, creativeIds: [], echo: {} },
    });
  }
}
