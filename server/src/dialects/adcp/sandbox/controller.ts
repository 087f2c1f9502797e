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
import { ARM, DELIVERY, deliverySchema } from "./directives.ts";

const text = z.string().min(1).max(255);
const status = z.string().max(40);
const request = z.looseObject({
  scenario: z.string().max(100),
  params: z.record(z.string(), z.unknown()).default({}),
});

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

type Run = (call: AdcpCall, params: Readonly<Record<string, unknown>>) => Promise<object>;

const scenario =
  <Shape extends z.ZodRawShape>(
    shape: Shape,
    run: (call: AdcpCall, params: z.output<z.ZodObject<Shape>>) => Promise<object>,
  ): Run =>
  (call, params) =>
    run(call, z.object(shape).parse(params));

const SEEDED = { message: "Fixture seeded." };
const fixture = z.record(z.string(), z.unknown()).default({});

function noWay(from: string, to: string): AdcpError {
  return new AdcpError("INVALID_TRANSITION", `There is no way from ${from} to ${to}.`);
}

function known<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new AdcpError("NOT_FOUND", "It does not exist.");
  return found;
}

type CreativeStatus = CreativeRecord["status"];
const CREATIVE_WAYS: Readonly<Record<CreativeStatus, readonly CreativeStatus[]>> = {
  processing: ["pending_review", "approved", "rejected"],
  pending_review: ["approved", "rejected"],
  approved: ["archived", "rejected", "pending_review"],
  rejected: ["processing", "pending_review"],
  archived: ["approved"],
};
const creativeStatus = z.enum(["processing", "pending_review", "approved", "rejected", "archived"]);

const amount = z
  .union([z.number(), z.object({ amount: z.number() }).transform((of) => of.amount)])
  .optional();
const count = z.number().min(0).default(0);

const seededPackage = z.object({
  package_id: text.optional(),
  product_id: text.default("test-product"),
  pricing_option_id: text.default("test-pricing"),
  budget: z.number().min(0).default(1_000),
});
const seededBuy = z
  .object({
    status: status.default("active"),
    packages: z.array(seededPackage).default([]),
    brand: z.object({ domain: z.string() }).default({ domain: "acmeoutdoor.example" }),
  })
  .prefault({});
const seededCreative = z
  .object({
    name: z.string().max(500).optional(),
    status: creativeStatus.default("approved"),
    format_id: z.object({ id: z.string().default(FORMAT_ID) }).prefault({}),
  })
  .prefault({});
const formatId = z.union([text, z.object({ id: text }).transform(({ id }) => id)]);

const RUNS: ReadonlyMap<string, Run> = new Map<string, Run>([
  [
    "seed_product",
    scenario({ product_id: text, fixture }, async (call, { product_id: id, fixture: data }) => {
      await saveFixture(call, "product", { id, data });
      return SEEDED;
    }),
  ],
  // A fixture of a product takes any pricing option.
  ["seed_pricing_option", scenario({ product_id: text }, async () => SEEDED)],
  [
    "seed_creative_format",
    scenario({ format_id: formatId, fixture }, async (call, { format_id: id, fixture: data }) => {
      await saveFixture(call, "creative_format", { id, data });
      return SEEDED;
    }),
  ],
  [
    "seed_creative",
    scenario({ creative_id: text, fixture: seededCreative }, async (call, wanted) => {
      const { creative_id: id, fixture: given } = wanted;
      const { name = id, format_id } = given;
      const data = { format_id: { agent_url: call.agentUrl, id: format_id.id }, assets: {} };
      await saveCreative(call, {
        id,
        name,
        text: name,
        clickUrl: null,
        status: given.status,
        data,
      });
      return SEEDED;
    }),
  ],
  ["seed_media_buy", scenario({ media_buy_id: text, fixture: seededBuy }, seedBuy)],
  [
    "force_creative_status",
    scenario({ creative_id: text, status: creativeStatus }, async (call, wanted) => {
      const creative = known((await findCreatives(call, [wanted.creative_id]))[0]);
      const { status: before } = creative;
      const isAllowed = before === wanted.status || CREATIVE_WAYS[before].includes(wanted.status);
      if (!isAllowed) throw noWay(before, wanted.status);
      await saveCreative(call, { ...creative, status: wanted.status });
      return { previous_state: before, current_state: wanted.status };
    }),
  ],
  [
    "force_account_status",
    scenario({ account_id: text, status }, async (call, wanted) => {
      const accounts = await findAccounts(call);
      const account = known(accounts.find(({ id }) => id === wanted.account_id));
      await saveAccount(call, { ...account, status: wanted.status });
      return { previous_state: account.status, current_state: wanted.status };
    }),
  ],
  [
    "force_media_buy_status",
    scenario({ media_buy_id: text, status }, async (call, wanted) => {
      const { record, status: before } = await requireBuy(call, wanted.media_buy_id);
      if (before !== wanted.status && ENDED.includes(before)) throw noWay(before, wanted.status);
      await saveBuy(call, { ...record, data: { ...record.data, forcedStatus: wanted.status } });
      return { previous_state: before, current_state: wanted.status };
    }),
  ],
  [
    "force_create_media_buy_arm",
    scenario(
      { arm: z.literal("submitted"), task_id: text.optional(), message: text.optional() },
      async (call, forced) => {
        await saveFixture(call, ARM, { id: "next", data: forced });
        return { forced };
      },
    ),
  ],
  [
    "simulate_delivery",
    scenario(
      {
        ...{ media_buy_id: text, impressions: count, clicks: count, conversions: count },
        ...{ reported_spend: amount, spend: amount },
      },
      async (call, { media_buy_id: id, reported_spend, spend, ...counts }) => {
        await requireBuy(call, id);
        const simulated = { ...counts, spend: reported_spend ?? spend ?? 0 };
        const before = (await findFixtures(call, DELIVERY)).find((one) => one.id === id);
        const { impressions, clicks, conversions, ...paid } = deliverySchema.parse(
          before?.data ?? {},
        );
        const cumulative = {
          impressions: impressions + simulated.impressions,
          clicks: clicks + simulated.clicks,
          conversions: conversions + simulated.conversions,
          spend: paid.spend + simulated.spend,
        };
        await saveFixture(call, DELIVERY, { id, data: cumulative });
        return { simulated, cumulative };
      },
    ),
  ],
  [
    "simulate_budget_spend",
    scenario(
      { media_buy_id: text, spend_percentage: z.number().min(0).max(100) },
      async (call, { media_buy_id: id, spend_percentage }) => {
        const total = totalBudgetOf(await requireBuy(call, id));
        const spend = Math.round(total * spend_percentage * 1e6) / 1e8;
        await saveFixture(call, DELIVERY, { id, data: { spend } });
        const computed_spend = { amount: spend, currency: "USD" };
        return { simulated: { spend_percentage, computed_spend } };
      },
    ),
  ],
]);

async function seedBuy(
  call: AdcpCall,
  {
    media_buy_id: id,
    fixture: given,
  }: { media_buy_id: string; fixture: z.output<typeof seededBuy> },
): Promise<object> {
  const { status: forcedStatus, packages, brand } = given;
  if ((await findBuys(call, [id])).length > 0) return SEEDED;
  const day = (days: number) => new Date(call.now.getTime() + days * 86_400_000).toISOString();
  const dates = { startAt: day(0), endAt: day(30) };
  const facts = { accountId: "", brand: brand.domain, isSandbox: true, echo: {} };
  await insertBuy(call, { id, data: { ...facts, ...dates, forcedStatus } });
  const all = packages.length > 0 ? packages : [seededPackage.parse({})];
  for (const [number, one] of all.entries()) {
    const { product_id: productId, pricing_option_id: pricingOptionId } = one;
    await savePackage(call, {
      buyId: id,
      number,
      id: one.package_id ?? `${id}-${number}`,
      campaignId: null,
      budget: micros(BigInt(Math.round(one.budget * 1e6)) * 100n),
      data: { productId, pricingOptionId, creativeIds: [], echo: {} },
    });
  }
  return SEEDED;
}
