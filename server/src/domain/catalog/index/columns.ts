import { type CatalogProduct, discountPercentOf, ratingPointsOf } from "../product.ts";
import { grown, type Parts, type PartsWriter } from "../snapshot/parts.ts";
import { TextList } from "../snapshot/texts.ts";
import { fold } from "./tokens.ts";

const FIRST_CAPACITY = 1_024;
const LIVE = 1;
const IN_STOCK = 2;

/** The brand of a product without one. */
export const NOBODY = -1;

/** Equal to no brand, category or currency of any product. */
export const NO_NAME = -2;

export type NameKind = "currency" | "brand" | "category";

interface Names {
  readonly numbers: Map<string, number>;
  readonly names: string[];
}

const EMPTY: readonly never[] = [];
/** In no name: PostgreSQL takes no text with it. */
const PATH_SEPARATOR = "\0";
const NAME_KINDS = ["currency", "brand", "category"] as const satisfies NameKind[];

/**
 * What filters and sorts read, one value per slot. A slot is given to a product once; when its text
 * changes the product moves to a new slot, when only price or stock change the values do.
 */
export class Columns {
  #flags: Uint8Array<ArrayBuffer>;
  #discounts: Uint8Array<ArrayBuffer>;
  #ratings: Uint16Array<ArrayBuffer>;
  #currencies: Uint16Array<ArrayBuffer>;
  #brands: Int32Array<ArrayBuffer>;
  #prices: Float64Array<ArrayBuffer>;
  #numbers: Float64Array<ArrayBuffer>;
  /** Most products share their category path with others: one list for all of them. */
  #pathNumbers: Uint32Array<ArrayBuffer>;
  readonly #ids: TextList;
  readonly #paths: (readonly number[])[] = [];
  readonly #pathByNames = new Map<string, number>();
  readonly #names = { currency: newNames(), brand: newNames(), category: newNames() };

  /** `from`: packed columns to continue with, without copying them. */
  constructor(from?: Parts) {
    this.#flags = from?.numbers("columns.flags", Uint8Array) ?? new Uint8Array(FIRST_CAPACITY);
    this.#discounts =
      from?.numbers("columns.discounts", Uint8Array) ?? new Uint8Array(FIRST_CAPACITY);
    this.#ratings =
      from?.numbers("columns.ratings", Uint16Array) ?? new Uint16Array(FIRST_CAPACITY);
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
    const stock = product.availability === "in_stock" ? IN_STOCK : 0;
    const { brand } = product;
    this.#flags[slot] = ((this.#flags[slot] ?? 0) & LIVE) | stock;
    this.#discounts[slot] = discountPercentOf(product.priceMicros, product.compareAtMicros) ?? 0;
    this.#ratings[slot] = ratingPointsOf(product);
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

  currencyOf(slot: number): number {
    return this.#currencies[slot] ?? 0;
  }

  brandOf(slot: number): number {
    return this.#brands[slot] ?? NOBODY;
  }

  categoriesOf(slot: number): readonly number[] {
    return this.#paths[this.#pathNumbers[slot] ?? 0] ?? EMPTY;
  }

  /** The number behind a name, or `NO_NAME` when no product has it. */
  findName(kind: NameKind, name: string): number {
    return this.#names[kind].numbers.get(fold(name).trim()) ?? NO_NAME;
  }

  nameOf(kind: NameKind, number: number): string {
    return this.#names[kind].names[number] ?? "";
  }

  pack(writer: PartsWriter): void {
    const count = this.slotCount;
    writer.numbers("columns.flags", this.#flags.subarray(0, count));
    writer.numbers("columns.discounts", this.#discounts.subarray(0, count));
    writer.numbers("columns.ratings", this.#ratings.subarray(0, count));
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
    for (const key of from.texts("columns.paths")) this.#addPath(key, key.split(PATH_SEPARATOR));
  }

  #grow(): void {
    this.#flags = grown(this.#flags, FIRST_CAPACITY);
    this.#discounts = grown(this.#discounts, FIRST_CAPACITY);
    this.#ratings = grown(this.#ratings, FIRST_CAPACITY);
    this.#currencies = grown(this.#currencies, FIRST_CAPACITY);
    this.#brands = grown(this.#brands, FIRST_CAPACITY);
    this.#prices = grown(this.#prices, FIRST_CAPACITY);
    this.#numbers = grown(this.#numbers, FIRST_CAPACITY);
    this.#pathNumbers = grown(this.#pathNumbers, FIRST_CAPACITY);
  }

  #pathOf(category: readonly string[]): number {
    const key = category.join(PATH_SEPARATOR);
    return this.#pathByNames.get(key) ?? this.#addPath(key, category);
  }

  #addPath(key: string, category: readonly string[]): number {
    const number = this.#paths.length;
    this.#pathByNames.set(key, number);
    const names = key === "" ? EMPTY : category;
    this.#paths.push(names.map((name) => internName(this.#names.category, name)));
    return number;
  }
}

function newNames(): Names {
  return { numbers: new Map(), names: [] };
}

function internName(names: Names, name: string): number {
  const key = fold(name).trim();
  const known = names.numbers.get(key);
  if (known !== undefined) return known;
  return addName(names, key);
}

function addName(names: Names, key: string): number {
  names.numbers.set(key, names.names.length);
  return names.names.push(key) - 1;
}
