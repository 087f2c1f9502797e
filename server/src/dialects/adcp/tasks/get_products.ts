import { z } from "zod";
import type { Placement } from "../../../contract/resources/placement.ts";
import { unsupported } from "../errors.ts";
import { usdFromCredits } from "../money.ts";
import { FORMAT_ID, placementsOf, productOf, proposalOf, searchPlacements } from "../products.ts";
import { type AdcpCall, defineTask, pageOf, paginationSchema } from "../task.ts";

const refinement = z.looseObject({
  scope: z.enum(["request", "product", "proposal"]),
  product_id: z.string().optional(),
  proposal_id: z.string().optional(),
  action: z.string().default("include"),
  ask: z.string().optional(),
});
type Refinement = z.output<typeof refinement>;

const amount = z.number().optional();
const filtersSchema = z.looseObject({
  delivery_type: z.string().default("non_guaranteed"),
  is_fixed_price: z.boolean().optional(),
  channels: z.array(z.string()).optional(),
  format_ids: z.array(z.looseObject({ id: z.string() })).optional(),
  budget_range: z.looseObject({ max: amount, currency: z.string().default("USD") }).optional(),
});

const request = z.looseObject({
  buying_mode: z.enum(["brief", "wholesale", "refine"]),
  brief: z.string().default(""),
  refine: z.array(refinement).default([]),
  filters: filtersSchema.prefault({}),
  fields: z.array(z.string()).optional(),
  pagination: paginationSchema,
  property_list: z.unknown().optional(),
});
type Request = z.output<typeof request>;

/** Filters that nothing here can break, beside those that are read. */
const KEPT = ["min_exposures", "start_date", "end_date"];
const HONOURED = [...Object.keys(filtersSchema.shape), ...KEPT];
/** What a product may lack when `fields` does not name it. */
const OPTIONAL = ["channels", "ext"];
const BRIEF_MAX = 200;

export const getProducts = defineTask({
  name: "get_products",
  request,
  description: "Placements of chats and answers that can be booked, by words or all of them.",
  isPublic: true,
  async run(call, wanted) {
    if (wanted.property_list !== undefined) throw unsupported("property_list");
    const other = Object.keys(wanted.filters).find((name) => !HONOURED.includes(name));
    if (other !== undefined) throw unsupported(`filters.${other}`);
    const placements = await findPlacements(call, wanted);
    const kept = placements.filter((placement) => fits(placement, wanted.filters));
    const { shown, pagination } = pageOf(kept, wanted.pagination);
    const isPlan = wanted.buying_mode !== "wholesale";
    return {
      products: shown.map((placement) => selected(productOf(call, placement), wanted.fields)),
      ...(isPlan && { proposals: proposalOf(kept) }),
      ...(wanted.refine.length > 0 && { refinement_applied: appliedOf(wanted.refine, kept) }),
      pagination,
    };
  },
});

/** The placements of a brief; the newest when its words fit none. */
async function findPlacements(call: AdcpCall, wanted: Request): Promise<Placement[]> {
  const q = wanted.buying_mode === "wholesale" ? "" : wanted.brief.trim().slice(0, BRIEF_MAX);
  const found = q === "" ? [] : await searchPlacements(call, { q, limit: 100 });
  const newest = { limit: 100, sort: "newest" };
  const base = found.length > 0 ? found : await searchPlacements(call, newest);
  return wanted.buying_mode === "refine" ? refined(call, base, wanted.refine) : base;
}

/** What is included comes first, what is like it next, what is omitted not at all. */
async function refined(call: AdcpCall, base: Placement[], asked: readonly Refinement[]) {
  const idsOf = (action: string) =>
    asked.filter((one) => one.action === action).flatMap(({ product_id: id }) => id ?? []);
  const included = await placementsOf(call, idsOf("include"));
  const models = await placementsOf(call, idsOf("more_like_this"));
  const omitted = new Set(idsOf("omit"));
  const alike = base.filter(({ kind, adUnitType }) =>
    [...models.values()].some((model) => model.kind === kind && model.adUnitType === adUnitType),
  );
  const all = [...included.values(), ...models.values(), ...alike, ...base];
  const unique = new Map(all.map((one) => [one.placementId, one]));
  return [...unique.values()].filter(({ placementId }) => !omitted.has(placementId));
}

function appliedOf(asked: readonly Refinement[], kept: readonly Placement[]): object[] {
  const known = new Set(kept.map(({ placementId }) => placementId));
  return asked.map(({ scope, product_id, proposal_id, action, ask }) => {
    if (scope === "product" && product_id !== undefined) {
      const done = ask === undefined ? "applied" : "partial";
      const status = action === "omit" || known.has(product_id) ? done : "unable";
      return { scope, product_id, status };
    }
    if (scope === "proposal" && proposal_id !== undefined) {
      return { scope, proposal_id, status: "unable", notes: "Proposals are equal shares." };
    }
    return { scope: "request", status: "unable", notes: "Only products can be refined." };
  });
}

function fits({ minBudgetCredits }: Placement, filters: Request["filters"]): boolean {
  const { delivery_type, is_fixed_price, channels, format_ids, budget_range } = filters;
  const minimum = usdFromCredits(minBudgetCredits);
  return (
    delivery_type === "non_guaranteed" &&
    is_fixed_price !== false &&
    (channels?.includes("sponsored_intelligence") ?? true) &&
    (format_ids?.some(({ id }) => id === FORMAT_ID) ?? true) &&
    (budget_range?.max ?? minimum) >= minimum &&
    (budget_range?.currency ?? "USD") === "USD"
  );
}

function selected(product: Record<string, unknown>, fields: string[] | undefined): object {
  const isKept = (name: string) => !OPTIONAL.includes(name) || fields?.includes(name) !== false;
  return Object.fromEntries(Object.entries(product).filter(([name]) => isKept(name)));
}
