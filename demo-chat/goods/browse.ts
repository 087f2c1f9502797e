import { departments } from "./departments.ts";
import { type CatalogueOptions, productAt, typeAt } from "./generate.ts";
import type { DemoProduct } from "./types.ts";

export type Range = { department?: string; type?: string; offset: number; limit: number };

/** Departments in the order of the catalogue, for menus. */
export function departmentLinks(): { key: string; name: string }[] {
  return departments().map(({ key, name }) => ({ key, name }));
}

/**
 * Lists products by index, of one department or type when given. Walks the indexes without making
 * the products it skips, so even a deep page of a large catalogue takes a few milliseconds.
 */
export function listProducts(
  options: CatalogueOptions & { count: number },
  { department, type, offset, limit }: Range,
): DemoProduct[] {
  const found: DemoProduct[] = [];
  if (department === undefined && type === undefined) {
    const end = Math.min(options.count, offset + limit);
    for (let index = offset; index < end; index += 1) found.push(productAt(index, options));
    return found;
  }
  let skipped = 0;
  for (let index = 0; index < options.count && found.length < limit; index += 1) {
    const kind = typeAt(index, options.seed);
    if (department !== undefined && kind.departmentKey !== department) continue;
    if (type !== undefined && kind.typeKey !== type) continue;
    if (skipped < offset) skipped += 1;
    else found.push(productAt(index, options));
  }
  return found;
}
