import { departments } from "./departments.ts";
import { describe } from "./describe.ts";
import { gtinAt } from "./gtin.ts";
import { priceOf } from "./price.ts";
import { createRandom, hashText, mixNumbers, permute } from "./random.ts";
import type { DemoProduct, Department, FeedRow, Model, ProductType } from "./types.ts";

/** The largest catalogue; ids have eight digits at most. */
export const PRODUCTS_MAX = 10_000_000;

/** How many variants of one model are listed together before the next model starts. */
const FAMILY_SIZE = 3;

const IN_STOCK_SHARE = 0.88;
const PREORDER_SHARE = 0.04;

export type CatalogueOptions = {
  seed: number;
  /** Origin that serves the shop, without a slash at the end. */
  baseUrl: string;
};

type Slot = { department: Department; type: ProductType; typeNumber: number };

let known: readonly Slot[] | undefined;

function slots(): readonly Slot[] {
  known ??= departments().flatMap((department) =>
    department.types.map((type) => ({ department, type, typeNumber: hashText(type.key) })),
  );
  return known;
}

/** How many product types the catalogue knows. */
export function productTypeCount(): number {
  return slots().length;
}

/**
 * Yields the catalogue row by row. The same seed gives the same bytes, and a row depends on its
 * index alone, so a larger count only adds rows at the end.
 *
 * Errors: RangeError for a count outside 0 to `PRODUCTS_MAX`.
 */
export function* generateProducts(
  options: CatalogueOptions & { count: number },
): Generator<FeedRow, void, undefined> {
  if (!Number.isInteger(options.count) || options.count < 0 || options.count > PRODUCTS_MAX) {
    throw new RangeError(`The number of products must be between 0 and ${PRODUCTS_MAX}.`);
  }
  for (let index = 0; index < options.count; index += 1) yield productAt(index, options).row;
}

/**
 * Makes one product from its 0-based index, without making any other.
 *
 * Errors: RangeError for an index that is not a whole number from 0 to below `PRODUCTS_MAX`.
 */
export function productAt(index: number, options: CatalogueOptions): DemoProduct {
  const slot = slotAt(index, options.seed);
  const model = modelAt(Math.floor(index / slots().length), slot, options.seed);
  const { department, type } = slot;
  const [color, colorHex] = model.color;
  const [variant] = model.variant;
  const random = createRandom(options.seed, 3, index);
  const price = priceOf(type.priceUsd, model.variant[1], model.modelKey, random);
  const edition = model.edition === 0 ? "" : ` Mk ${model.edition + 1}`;
  const title = `${model.brand} ${model.line}${edition} ${type.noun}, ${variant}, ${color}`;
  const id = idAt(index);
  const row: FeedRow = {
    id,
    title,
    description: describe({ department, type, model, random }),
    brand: model.brand,
    category: [department.name, ...type.path],
    ...price,
    currency: "USD",
    availability: availabilityFrom(random.next()),
    imageUrl: `${options.baseUrl}/shop/img/${id}.svg`,
    link: `${options.baseUrl}/shop/p/${id}?click_id={click_id}`,
    gtin: gtinAt(index),
    color,
    rating: ratingOf(model.modelKey, random.next()),
    ratingCount: 1 + Math.floor(3_200 * random.next() ** 4),
  };
  const size = model.variantAt / Math.max(1, type.variants.length - 1);
  const picture = {
    kind: type.picture,
    title,
    brand: model.brand,
    colorHex,
    style: model.modelKey,
    size,
  };
  return { row, picture, typeKey: type.key, departmentKey: department.key };
}

/** Finds a product by its id; undefined when no product of the first `count` has it. */
export function productById(
  id: string,
  options: CatalogueOptions & { count?: number },
): DemoProduct | undefined {
  const digits = /^pd-(\d{6,8})$/.exec(id)?.[1];
  if (digits === undefined) return undefined;
  const index = Number(digits);
  if (idAt(index) !== id || index >= (options.count ?? PRODUCTS_MAX)) return undefined;
  return productAt(index, options);
}

/** The department and type at an index, without the cost of making the product. */
export function typeAt(index: number, seed: number): { departmentKey: string; typeKey: string } {
  const { department, type } = slotAt(index, seed);
  return { departmentKey: department.key, typeKey: type.key };
}

function idAt(index: number): string {
  return `pd-${String(index).padStart(6, "0")}`;
}

/** Every run of `productTypeCount()` indexes holds each type once, in an order of its own. */
function slotAt(index: number, seed: number): Slot {
  if (!Number.isInteger(index) || index < 0 || index >= PRODUCTS_MAX) {
    throw new RangeError(`A product index is a whole number below ${PRODUCTS_MAX}.`);
  }
  const all = slots();
  const block = Math.floor(index / all.length);
  const slot = all[permute(index % all.length, all.length, mixNumbers(seed, 1, block))];
  if (slot === undefined) throw new RangeError("The permutation left its range.");
  return slot;
}

/**
 * The model at an ordinal of its type. All steps are one-to-one, so no two ordinals of a type share
 * brand, line, variant, colour and edition, and titles cannot repeat.
 */
function modelAt(ordinal: number, { department, type, typeNumber }: Slot, seed: number): Model {
  const { brands, lines } = department;
  const models = brands.length * lines.length;
  const variants = type.variants.length * type.colors.length;
  const family = Math.min(FAMILY_SIZE, variants);
  const rounds = Math.floor(variants / family);
  const perRound = models * family;
  const edition = Math.floor(ordinal / (perRound * rounds));
  const round = Math.floor(ordinal / perRound) % rounds;
  const within = ordinal % perRound;
  const model = permute(Math.floor(within / family), models, mixNumbers(seed, 2, typeNumber));
  const modelKey = mixNumbers(seed, typeNumber, model, edition);
  const look = permute(round * family + (within % family), variants, modelKey);
  const variantAt = look % type.variants.length;
  return {
    brand: at(brands, model % brands.length),
    line: at(lines, Math.floor(model / brands.length)),
    color: at(type.colors, Math.floor(look / type.variants.length)),
    variant: at(type.variants, variantAt),
    variantAt,
    modelKey,
    edition,
  };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError("The combination left its range.");
  return item;
}

function availabilityFrom(draw: number): FeedRow["availability"] {
  if (draw < IN_STOCK_SHARE) return "in_stock";
  return draw < IN_STOCK_SHARE + PREORDER_SHARE ? "preorder" : "out_of_stock";
}

/** Mostly between 3.6 and 4.9, like real shops; the model decides, the variant shifts a little. */
function ratingOf(modelKey: number, draw: number): number {
  const quality = createRandom(modelKey, 5).next();
  const stars = 3.1 + 1.8 * Math.sqrt(quality) + (draw - 0.5) * 0.3;
  return Math.round(Math.min(5, Math.max(1, stars)) * 10) / 10;
}
