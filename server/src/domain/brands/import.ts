import { ExchangeError } from "../../contract/errors.ts";
import type { Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { type BrandFile, type BrandRejection, type PlacedDraft, readBrandFile } from "./file.ts";
import {
  findForImport,
  insertBrands,
  type KnownBrand,
  listAllBrands,
  lockForImport,
  type SavedBrand,
  updateBrands,
} from "./queries.ts";

export type BrandImport = Awaited<ReturnType<typeof importBrands>>;

/**
 * Adds the brands of a file and changes those that are there already, by their id or else by their
 * domain. Brands the file does not name stay; `isActive: false` retires one. What has not changed
 * keeps its `updatedAt`. The caller pauses the campaigns that are above a lowered cap.
 */
export async function importBrands(tx: Tx, file: BrandFile, deps: { ids: IdSource; now: Date }) {
  await lockForImport(tx);
  const drafts = file.drafts.map(({ draft }) => draft);
  const known = await findForImport(tx, {
    brandIds: drafts.flatMap(({ brandId }) => brandId ?? []),
    domains: drafts.map(({ domain }) => domain),
  });
  const plan = planImport(file.drafts, known, deps.ids);
  await insertBrands(tx, plan.added, deps.now);
  const changed = await updateBrands(tx, plan.kept, deps.now);
  const rejections = [...file.rejections, ...plan.rejections].sort((a, b) => a.line - b.line);
  return {
    rowsRead: file.rowsRead,
    added: plan.added.length,
    changed,
    unchanged: plan.kept.length - changed,
    rowsRejected: rejections.length,
    rejections,
  };
}

/**
 * Fills an empty catalogue; no campaign can be above a cap then.
 *
 * **Errors** `invalid_request` for a file with a row that cannot be taken.
 */
export async function importFirstBrands(tx: Tx, text: string, deps: { ids: IdSource; now: Date }) {
  if ((await listAllBrands(tx, 1)).length > 0) return;
  const { rejections } = await importBrands(tx, readBrandFile(text, "jsonl"), deps);
  const [first] = rejections;
  if (first === undefined) return;
  const message = `Line ${first.line} of the brands: ${first.reason}.`;
  throw new ExchangeError("invalid_request", { message });
}

interface Plan {
  readonly added: SavedBrand[];
  readonly kept: SavedBrand[];
  readonly rejections: BrandRejection[];
}

/** Which rows are new brands, which are known ones, and which belong to another brand. */
export function planImport(
  drafts: readonly PlacedDraft[],
  known: readonly KnownBrand[],
  ids: Pick<IdSource, "id">,
): Plan {
  const plan: Plan = { added: [], kept: [], rejections: [] };
  const byId = new Map(known.map((brand) => [brand.brandId, brand]));
  const byDomain = new Map(known.map((brand) => [brand.domain, brand]));
  const lines = new Map<string, number>();
  for (const { line, draft } of drafts) {
    const owner = byDomain.get(draft.domain);
    const brandId = draft.brandId ?? owner?.brandId ?? ids.id("brd");
    const first = lines.get(brandId);
    if (owner !== undefined && owner.brandId !== brandId) {
      plan.rejections.push({ line, reason: `domain belongs to ${owner.brandId}` });
    } else if (first !== undefined) {
      plan.rejections.push({ line, reason: `is the brand of line ${first} again` });
    } else {
      lines.set(brandId, line);
      (byId.has(brandId) ? plan.kept : plan.added).push({ ...draft, brandId });
    }
  }
  return plan;
}
