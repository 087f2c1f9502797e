import { type CatalogProduct, discountPercentOf, ratingPointsOf } from "../product.ts";
import { grown, type Parts, type PartsWriter } from "../snapshot/parts.ts";
import { TextList } from "../snapshot/texts.ts";
import { PATH_SEPARATOR, starsOf } from "../tally.ts";
import { fold } from "./tokens.ts";

const FIRST_CAPACITY = 1_024;
const LIVE = 1;
const IN_STOCK = 2;
const SOLD_OUT = 4;

/** The brand of a product without one. */
export const NOBODY = -1;

/** Equal to no brand, category or currency of any product. */
export const NO_NAME = -2;

export type NameKind = "currency" | "brand" | "color";

interface Names {
  readonly numbers: Map<string, number>;
  /** As the first product that has one writes it. */
  readonly names: string[];
}

const NAME_KINDS = ["currency", "brand", "color"] as const satisfies NameKind[];

/**
 * What filters and sorts read, one value per slot. A slot is given to a product once; when its text
 * changes the product moves to a new slot, when only price or stock change the values do.
 */
export class Columns {
  #flags: Uint8Array<ArrayBuffer>;
  #discounts: Uint8Array<ArrayBuffer>;
  #ratings: Uint16Array<ArrayBuffer>;
  #stars: Uint8Array<ArrayBuffer>;
  #ratingCounts: Uint32Array<ArrayBuffer>;
  #currencies: Uint16Array<ArrayBuffer>;
  #brands: Int32Array<ArrayBuffer>;
  #colors: Int32Array<ArrayBuffer>;
  #prices: Float64Array<ArrayBuffer>;
  #numbers: Float64Array<ArrayBuffer>;
  /** Most products share their category path with others: one list for all of them. */
  #pathNumbers: Uint32Array<ArrayBuffer>;
  readonly #ids: TextList;
  readonly #paths: string[] = [];
  readonly #pathKeys: string[] = [];
  readonly #pathByNames = new Map<string, number>();
  readonly #names = { currency: newNames(), brand: newNames(), color: newNames() };

  /** `from`: packed columns to continue with, without copying them. */
  constructor(from?: Parts) {
    this.#flags = from?.numbers("columns.flags", Uint8Array) ?? new Uint8Array(FIRST_CAPACITY);
    this.#discounts =
      from?.numbers("columns.discounts", Uint8Array) ?? new Uint8Array(FIRST_CAPACITY);
    this.#ratings =
      from?.numbers("columns.ratings", Uint16Array) ?? new Uint16Array(FIRST_CAPACITY);
    this.#stars = from?.numbers("columns.stars", Uint8Array) ?? new Uint8Array(FIRST_CAPACITY);
    this.#ratingCounts =
      from?.numbers("columns.ratingCounts", Uint32Array) ?? new Uint32Array(FIRST_CAPACITY);
    this.#colors = from?.numbers("columns.colors", Int32Array) ?? new Int32Array(FIRST_CAPACITY);
    this.#currencies =
      from?.numbers("columns.currencies", Uint16Array) ?? new Uint16Array(FIRST_CAPACITY);
    this.#brands = from?.numbers("columns.brands", Int32Array) ?? new Int32Array(FIRST_CAPACITY);
    this.#prices =
      from?.numbers("columns.prices", Float64Array) ?? new Float64Array(FIRST_CAPACITY);
    this.#numbers =
      from?.numbers("columns.numbers", Float64Array) ?? new Float64Array(FIRST_CAPACITY);
    this.#pathNumbers =
      from?.numbers("columns.paths", Uint32Array) ?? new Uint32Array(FIRST_CAPACITY);
    this.#ids = new TextList(from && { parts: from, name: "columns.ids" });
    if (from !== undefined) this.#openNames(from);
  }

  get slotCount(): number {
    return this.#ids.size;
  }

  get capacity(): number {
    return this.#flags.length;
  }

  /** Gives a product a slot of its own, not live yet. */
  reserve(product: CatalogProduct): number {
    const slot = this.#ids.add(product.id);
    if (slot === this.#flags.length) this.#grow();
    this.write(slot, product);
    return slot;
  }

  /** Of a product whose id is the slot's already. */
  write(slot: number, product: CatalogProduct): void {
    const stock = STOCK_FLAGS[product.availability];
    const { brand, color } = product;
    this.#flags[slot] = ((this.#flags[slot] ?? 0) & LIVE) | stock;
    this.#discounts[slot] = discountPercentOf(product.priceMicros, product.compareAtMicros) ?? 0;
    this.#ratings[slot] = ratingPointsOf(product);
    this.#stars[slot] = starsOf(product);
    this.#ratingCounts[slot] = product.ratingCount ?? 0;
    this.#colors[slot] = color === null ? NOBODY : internName(this.#names.color, color);
    this.#currencies[slot] = internName(this.#names.currency, product.currency);
    this.#brands[slot] = brand === null ? NOBODY : internName(this.#names.brand, brand);
    this.#prices[slot] = product.priceMicros;
    this.#numbers[slot] = product.number;
    this.#pathNumbers[slot] = this.#pathOf(product.category);
  }

  setLive(slot: number, isLive: boolean): void {
    const others = (this.#flags[slot] ?? 0) & ~LIVE;
    this.#flags[slot] = isLive ? others | LIVE : others;
  }

  isLive(slot: number): boolean {
    return ((this.#flags[slot] ?? 0) & LIVE) !== 0;
  }

  isInStock(slot: number): boolean {
    return ((this.#flags[slot] ?? 0) & IN_STOCK) !== 0;
  }

  isSoldOut(slot: number): boolean {
    return ((this.#flags[slot] ?? 0) & SOLD_OUT) !== 0;
  }

  numberOf(slot: number): number {
    return this.#numbers[slot] ?? 0;
  }

  idOf(slot: number): string {
    return this.#ids.textOf(slot);
  }

  /** Whether one slot's id stands before the other's: the last word of every order. */
  isIdBefore(left: number, right: number): boolean {
    return this.#ids.isBefore(left, right);
  }

  priceOf(slot: number): number {
    return this.#prices[slot] ?? 0;
  }

  discountOf(slot: number): number {
    return this.#discounts[slot] ?? 0;
  }

  /** **Units** thousandths of a star, with few ratings drawn to the middle; 0 for none. */
  ratingOf(slot: number): number {
    return this.#ratings[slot] ?? 0;
  }

  /** **Units** whole stars; 0 for none. */
  starsOf(slot: number): number {
    return this.#stars[slot] ?? 0;
  }

  ratingCountOf(slot: number): number {
    return this.#ratingCounts[slot] ?? 0;
  }

  colorOf(slot: number): number {
    return this.#colors[slot] ?? NOBODY;
  }

  currencyOf(slot: number): number {
    return this.#currencies[slot] ?? 0;
  }

  brandOf(slot: number): number {
    return this.#brands[slot] ?? NOBODY;
  }

  pathOf(slot: number): number {
    return this.#pathNumbers[slot] ?? 0;
  }

  pathNameOf(path: number): string {
    return this.#paths[path] ?? "";
  }

  /** By number: whether a path has these names, one behind the other. */
  findPaths(names: readonly string[]): boolean[] {
    const wanted = pathKeyOf(names);
    return this.#pathKeys.map((key) => key.includes(wanted));
  }

  /** The number behind a name, or `NO_NAME` when no product has it. */
  findName(kind: NameKind, name: string): number {
    return this.#names[kind].numbers.get(keyOf(name)) ?? NO_NAME;
  }

  nameOf(kind: NameKind, number: number): string {
    return this.#names[kind].names[number] ?? "";
  }

  pack(writer: PartsWriter): void {
    const count = this.slotCount;
    writer.numbers("columns.flags", this.#flags.subarray(0, count));
    writer.numbers("columns.discounts", this.#discounts.subarray(0, count));
    writer.numbers("columns.ratings", this.#ratings.subarray(0, count));
    writer.numbers("columns.stars", this.#stars.subarray(0, count));
    writer.numbers("columns.ratingCounts", this.#ratingCounts.subarray(0, count));
    writer.numbers("columns.colors", this.#colors.subarray(0, count));
    writer.numbers("columns.currencies", this.#currencies.subarray(0, count));
    writer.numbers("columns.brands", this.#brands.subarray(0, count));
    writer.numbers("columns.prices", this.#prices.subarray(0, count));
    writer.numbers("columns.numbers", this.#numbers.subarray(0, count));
    writer.numbers("columns.paths", this.#pathNumbers.subarray(0, count));
    this.#ids.pack(writer, "columns.ids");
    for (const kind of NAME_KINDS) writer.fact(`columns.${kind}`, this.#names[kind].names);
    writer.fact("columns.paths", [...this.#pathByNames.keys()]);
  }

  #openNames(from: Parts): void {
    for (const kind of NAME_KINDS) {
      for (const name of from.texts(`columns.${kind}`)) addName(this.#names[kind], name);
    }
    for (const path of from.texts("columns.paths")) this.#addPath(path);
  }

  #grow(): void {
    this.#flags = grown(this.#flags, FIRST_CAPACITY);
    this.#discounts = grown(this.#discounts, FIRST_CAPACITY);
    this.#ratings = grown(this.#ratings, FIRST_CAPACITY);
    this.#stars = grown(this.#stars, FIRST_CAPACITY);
    this.#ratingCounts = grown(this.#ratingCounts, FIRST_CAPACITY);
    this.#colors = grown(this.#colors, FIRST_CAPACITY);
    this.#currencies = grown(this.#currencies, FIRST_CAPACITY);
    this.#brands = grown(this.#brands, FIRST_CAPACITY);
    this.#prices = grown(this.#prices, FIRST_CAPACITY);
    this.#numbers = grown(this.#numbers, FIRST_CAPACITY);
    this.#pathNumbers = grown(this.#pathNumbers, FIRST_CAPACITY);
  }

  #pathOf(category: readonly string[]): number {
    const path = category.join(PATH_SEPARATOR);
    return this.#pathByNames.get(path) ?? this.#addPath(path);
  }

  #addPath(path: string): number {
    this.#pathByNames.set(path, this.#paths.length);
    this.#pathKeys.push(pathKeyOf(path.split(PATH_SEPARATOR)));
    return this.#paths.push(path) - 1;
  }
}

const STOCK_FLAGS = { in_stock: IN_STOCK, preorder: 0, out_of_stock: SOLD_OUT };

function pathKeyOf(names: readonly string[]): string {
  return ["", ...names.map(keyOf), ""].join(PATH_SEPARATOR);
}

function keyOf(name: string): string {
  return fold(name).trim();
}

function newNames(): Names {
  return { numbers: new Map(), names: [] };
}

function internName(names: Names, name: string): number {
  return names.numbers.get(keyOf(name)) ?? addName(names, name);
}

function addName(names: Names, name: string): number {
  names.numbers.set(keyOf(name), names.names.length);
  return names.names.push(name) - 1;
}
