import { z } from "zod";
import { pageOf, paginationSchema } from "../paging.ts";
import { type BuyRecord, type CreativeRecord, findBuys, findCreatives } from "../queries.ts";
import { defineTask } from "../task.ts";

const filters = z
  .looseObject({
    statuses: z.array(z.string()).optional(),
    creative_ids: z.array(z.string()).optional(),
    name_contains: z.string().optional(),
    assigned_to_packages: z.array(z.string()).optional(),
    media_buy_ids: z.array(z.string()).optional(),
    unassigned: z.boolean().optional(),
  })
  .default({});

const request = z.looseObject({
  filters,
  sort: z.looseObject({ direction: z.enum(["asc", "desc"]).default("desc") }).optional(),
  pagination: paginationSchema,
  include_assignments: z.boolean().default(true),
});

export const listCreatives = defineTask({
  name: "list_creatives",
  request,
  description: "The creative library of this key.",
  async run(call, { filters: wanted, sort, pagination: asked, include_assignments }) {
    const all = await findCreatives(call, wanted.creative_ids ?? null);
    const buys = await findBuys(call, null);
    const used = assignmentsOf(buys);
    const found = all.filter((creative) => fits(creative, wanted, used.get(creative.id) ?? []));
    if (sort?.direction !== "asc") found.reverse();
    const { shown, pagination } = pageOf(found, asked);
    return {
      query_summary: { total_matching: found.length, returned: shown.length },
      pagination,
      creatives: shown.map((creative) => ({
        ...creativeOnWire(creative),
        ...(include_assignments && { assignments: assigned(used.get(creative.id) ?? []) }),
      })),
    };
  },
});

interface Assignment {
  readonly packageId: string;
  readonly buy: BuyRecord;
}

function assignmentsOf(buys: readonly BuyRecord[]): ReadonlyMap<string, Assignment[]> {
  const used = new Map<string, Assignment[]>();
  for (const buy of buys) {
    for (const { id: packageId, data } of buy.packages) {
      for (const id of data.canceledAt === undefined ? data.creativeIds : []) {
        used.set(id, [...(used.get(id) ?? []), { packageId, buy }]);
      }
    }
  }
  return used;
}

function fits(
  creative: CreativeRecord,
  wanted: z.output<typeof filters>,
  used: readonly Assignment[],
): boolean {
  const { statuses, name_contains: name, assigned_to_packages: packages } = wanted;
  // Archived ones are shown only to those who ask for them.
  const isShown = statuses?.includes(creative.status) ?? creative.status !== "archived";
  return (
    isShown &&
    (name === undefined || creative.name.toLowerCase().includes(name.toLowerCase())) &&
    (packages === undefined || used.some(({ packageId }) => packages.includes(packageId))) &&
    (wanted.media_buy_ids === undefined ||
      used.some(({ buy }) => wanted.media_buy_ids?.includes(buy.id))) &&
    (wanted.unassigned === undefined || wanted.unassigned === (used.length === 0))
  );
}

function creativeOnWire({ id, name, status, data, createdAt, updatedAt }: CreativeRecord): object {
  return {
    creative_id: id,
    name,
    format_id: data.format_id,
    status,
    created_date: createdAt.toISOString(),
    updated_date: updatedAt.toISOString(),
    assets: data.assets,
    ...(data.tags !== undefined && { tags: data.tags }),
  };
}

function assigned(used: readonly Assignment[]): object {
  return {
    assignment_count: used.length,
    assigned_packages: used.map(({ packageId, buy }) => ({
      package_id: packageId,
      assigned_date: buy.updatedAt.toISOString(),
    })),
  };
}
