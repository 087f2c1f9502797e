import { z } from "zod";
import {
  type BuyRecord,
  type CreativeRecord,
  findBuys,
  type PackageRecord,
  stored,
} from "../queries.ts";
import { defineTask, pageOf, paginationSchema } from "../task.ts";

const names = z.array(z.string()).optional();
const filters = z.looseObject({
  statuses: names,
  creative_ids: names,
  name_contains: z.string().default(""),
  assigned_to_packages: names,
  media_buy_ids: names,
  unassigned: z.boolean().optional(),
});

export const listCreatives = defineTask({
  name: "list_creatives",
  request: z.looseObject({
    filters: filters.prefault({}),
    sort: z.looseObject({ direction: z.string().default("desc") }).optional(),
    pagination: paginationSchema,
    include_assignments: z.boolean().default(true),
  }),
  description: "The creative library of this key.",
  async run(call, { filters: wanted, sort, pagination: asked, include_assignments }) {
    const all = await stored.creatives.find(call, wanted.creative_ids ?? null);
    const buys = await findBuys(call);
    const packages = buys.flatMap((buy) => buy.packages.map((one) => ({ one, buy })));
    const open = packages.filter(({ one: { data } }) => data.canceledAt === undefined);
    const uses = open.flatMap((use) => use.one.data.creativeIds.map((id) => ({ id, ...use })));
    const byCreative = Map.groupBy(uses, ({ id }) => id);
    const usesOf = ({ id }: CreativeRecord) => byCreative.get(id) ?? [];
    const found = all.filter((creative) => fits(creative, wanted, usesOf(creative)));
    if (sort?.direction !== "asc") found.reverse();
    const { shown, pagination } = pageOf(found, asked);
    return {
      query_summary: { total_matching: found.length, returned: shown.length },
      pagination,
      creatives: shown.map((creative) => ({
        creative_id: creative.id,
        name: creative.name,
        status: creative.status,
        created_date: creative.createdAt.toISOString(),
        updated_date: creative.updatedAt.toISOString(),
        ...creative.data,
        ...(include_assignments && { assignments: assignmentsOf(usesOf(creative)) }),
      })),
    };
  },
});

/** A package that is not cancelled, and its buy. */
type Assignment = { readonly one: PackageRecord; readonly buy: BuyRecord };

function fits(
  { status, name }: CreativeRecord,
  wanted: z.output<typeof filters>,
  used: readonly Assignment[],
): boolean {
  const { statuses, name_contains, unassigned } = wanted;
  const { assigned_to_packages: packages, media_buy_ids: buys } = wanted;
  return (
    // Archived ones are shown only to those who ask for them.
    (statuses?.includes(status) ?? status !== "archived") &&
    name.toLowerCase().includes(name_contains.toLowerCase()) &&
    (packages === undefined || used.some(({ one }) => packages.includes(one.id))) &&
    (buys === undefined || used.some(({ buy }) => buys.includes(buy.id))) &&
    (unassigned ?? used.length === 0) === (used.length === 0)
  );
}

function assignmentsOf(used: readonly Assignment[]): object {
  const assigned_packages = used.map(({ one, buy }) => ({
    package_id: one.id,
    assigned_date: buy.updatedAt.toISOString(),
  }));
  return { assignment_count: used.length, assigned_packages };
}
