import { departments } from "./departments.ts";
import { describe } from "./describe.ts";
import { gtinAt } from "./gtin.ts";
import { titleCase } from "./names.ts";
import { priceOf } from "./price.ts";
import { createRandom, hashText, mixNumbers, permute } from "./random.ts";
import type { DemoProduct, Department, FeedRow, Model, ProductType } from "./types.ts";

/** The largest catalogue; ids have eight digits at most. */
export const PRODUCTS_MAX = 10_000_000;

/** How many sizes and colours of one model are listed together before the next model starts. */
const FAMILY_SIZE = 2;

const PACKAGE_COLORS = ["#b98a5a", "#7f9b7a", "#5f7f9c", "#c2a14d", "#a9655b", "#8a7ca8"];

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
    department.types.map((type) => ({ department, type, typeNumber: hashText(type.noun) })),
  );
  return known;
}

/** How many product types the catalogue has. */
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
  const random = createRandom(options.seed, 3, index);
  const factor = model.kind[1] * model.size[1];
  const price = priceOf(type.priceUsd, factor, model.modelKey, random);
  const title = titleOf(type, model);
  const color = model.color?.[0];
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
    ...(color !== undefined && { color }),
    rating: ratingOf(model.modelKey, random.next()),
    ratingCount: 1 + Math.floor(3_200 * random.next() ** 4),
  };
  const picture = {
    kind: type.picture,
    title,
    brand: model.brand,
    colorHex: model.color?.[1] ?? colorOf(model.modelKey),
    style: model.modelKey,
    size: model.sizeAt / Math.max(1, type.sizes.length - 1),
  };
  return { row, picture, typeKey: type.type, departmentKey: department.key };
}

/** As shops write it: "Tundrik Ridge Backpacking Camping Tent, 2-Person, Forest Green". */
function titleOf(
  { noun }: ProductType,
  { brand, line, edition, kind, size, color }: Model,
): string {
  const mark = edition === 0 ? "" : `Mk ${edition + 1}`;
  const isBehind = kind[0].startsWith("with ");
  const named = isBehind ? [noun, kind[0]] : [titleCase(kind[0]), noun];
  const head = [brand, line, mark, ...named].filter((part) => part !== "").join(" ");
  return [head, size[0], color?.[0] ?? ""].filter((part) => part !== "").join(", ");
}

/** Packages of goods without a colour of their own differ by model. */
function colorOf(modelKey: number): string {
  return at(PACKAGE_COLORS, modelKey % PACKAGE_COLORS.length);
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
  return { departmentKey: department.key, typeKey: type.type };
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
 * brand, line, size, colour and edition, and titles cannot repeat. Kinds take turns from model to
 * model, so that a few products of a type show all of them.
 */
function modelAt(ordinal: number, { department, type, typeNumber }: Slot, seed: number): Model {
  const { brands, lines } = department;
  const models = brands.length * lines.length;
  const looks = type.sizes.length * Math.max(1, type.colors.length);
  const family = Math.min(FAMILY_SIZE, looks);
  const rounds = Math.floor(looks / family);
  const perRound = models * family;
  const edition = Math.floor(ordinal / (perRound * rounds));
  const round = Math.floor(ordinal / perRound) % rounds;
  const within = ordinal % perRound;
  const turn = Math.floor(within / family);
  const model = permute(turn, models, mixNumbers(seed, 2, typeNumber));
  const modelKey = mixNumbers(seed, typeNumber, model, edition);
  const look = permute(round * family + (within % family), looks, modelKey);
  const sizeAt = look % type.sizes.length;
  return {
    brand: at(brands, model % brands.length),
    line: at(lines, Math.floor(model / brands.length)),
    kind: at(type.kinds, turn % type.kinds.length),
    color: type.colors[Math.floor(look / type.sizes.length)],
    size: at(type.sizes, sizeAt),
    sizeAt,
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
