import { type CatalogProduct, discountPercentOf } from "../product.ts";
import { fold } from "./tokens.ts";

const FIRST_CAPACITY = 1_024;
const LIVE = 1;
const IN_STOCK = 2;

/** The brand of a product without one. */
const NOBODY = -1;

/** Equal to no brand, category or currency of any product. */
export const NO_NAME = -2;

export type NameKind = "currency" | "brand" | "category";

interface Names {
  readonly numbers: Map<string, number>;
  readonly names: string[];
}

const EMPTY: readonly number[] = [];

/**
 * What filters and sorts read, one value per slot. A slot is given to a product once; when its text
 * changes the product moves to a new slot, when only price or stock change the values do.
 */
export class Columns {
  #flags = new Uint8Array(FIRST_CAPACITY);
  #discounts = new Uint8Array(FIRST_CAPACITY);
  #currencies = new Uint16Array(FIRST_CAPACITY);
  #brands = new Int32Array(FIRST_CAPACITY);
  #prices = new Float64Array(FIRST_CAPACITY);
  #numbers = new Float64Array(FIRST_CAPACITY);
  readonly #ids: string[] = [];
  readonly #categories: (readonly number[])[] = [];
  /** Most products share their category path with others: one list for all of them. */
  readonly #paths = new Map<string, readonly number[]>();
  readonly #names = { currency: newNames(), brand: newNames(), category: newNames() };

  /** How many slots were ever given out. */
  get slotCount(): number {
    return this.#ids.length;
  }

  get capacity(): number {
    return this.#flags.length;
  }

  /** Gives a product a slot of its own, not live yet. */
  reserve(product: CatalogProduct): number {
    const slot = this.#ids.length;
    if (slot === this.#flags.length) this.#grow();
    this.write(slot, product);
    return slot;
  }

  write(slot: number, product: CatalogProduct): void {
    const stock = product.availability === "in_stock" ? IN_STOCK : 0;
    const { brand } = product;
    this.#flags[slot] = ((this.#flags[slot] ?? 0) & LIVE) | stock;
    this.#discounts[slot] = discountPercentOf(product.priceMicros, product.compareAtMicros) ?? 0;
    this.#currencies[slot] = internName(this.#names.currency, product.currency);
    this.#brands[slot] = brand === null ? NOBODY : internName(this.#names.brand, brand);
    this.#prices[slot] = product.priceMicros;
    this.#numbers[slot] = product.number;
    this.#ids[slot] = product.id;
    this.#categories[slot] = this.#pathOf(product.category);
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
    return this.#ids[slot] ?? "";
  }

  priceOf(slot: number): number {
    return this.#prices[slot] ?? 0;
  }

  discountOf(slot: number): number {
    return this.#discounts[slot] ?? 0;
  }

  currencyOf(slot: number): number {
    return this.#currencies[slot] ?? 0;
  }

  brandOf(slot: number): number {
    return this.#brands[slot] ?? NOBODY;
  }

  categoriesOf(slot: number): readonly number[] {
    return this.#categories[slot] ?? EMPTY;
  }

  /** The number behind a name, or `NO_NAME` when no product has it. */
  findName(kind: NameKind, name: string): number {
    return this.#names[kind].numbers.get(fold(name).trim()) ?? NO_NAME;
  }

  nameOf(kind: NameKind, number: number): string {
    return this.#names[kind].names[number] ?? "";
  }

  #grow(): void {
    const size = this.#flags.length * 2;
    this.#flags = copied(this.#flags, new Uint8Array(size));
    this.#discounts = copied(this.#discounts, new Uint8Array(size));
    this.#currencies = copied(this.#currencies, new Uint16Array(size));
    this.#brands = copied(this.#brands, new Int32Array(size));
    this.#prices = copied(this.#prices, new Float64Array(size));
    this.#numbers = copied(this.#numbers, new Float64Array(size));
  }

  #pathOf(category: readonly string[]): readonly number[] {
    if (category.length === 0) return EMPTY;
    const key = category.join("\n");
    const known = this.#paths.get(key);
    if (known !== undefined) return known;
    const path = category.map((name) => internName(this.#names.category, name));
    this.#paths.set(key, path);
    return path;
  }
}

function newNames(): Names {
  return { numbers: new Map(), names: [] };
}

function internName(names: Names, name: string): number {
  const key = fold(name).trim();
  const known = names.numbers.get(key);
  if (known !== undefined) return known;
  names.numbers.set(key, names.names.length);
  names.names.push(key);
  return names.names.length - 1;
}

function copied<Values extends Uint8Array | Uint16Array | Int32Array | Float64Array>(
  source: Values,
  target: Values,
): Values {
  target.set(source);
  return target;
}
