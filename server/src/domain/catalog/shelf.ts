import type { Availability, CatalogProduct, RetiredProduct } from "./product.ts";

/**
 * All products in the memory of this process, so that lists, single products and the click hop
 * answer without the database. They are kept as bytes outside the heap: a hundred thousand objects
 * would cost every garbage collection, and a list needs only a few of them.
 */
export interface Shelf {
  /** Writes a product's bytes where nobody sees them yet: the slow part of a change. */
  store(product: CatalogProduct): StoredProduct;
  /** Makes a stored product the current one: the quick part. */
  publish(stored: StoredProduct): void;
  /** Takes a product out of the catalogue; its link is kept for clicks on old cards. */
  retire(product: RetiredProduct): void;
  get(number: number): CatalogProduct | null;
  getById(id: string): CatalogProduct | null;
  /** Where a click leads, for retired products too. */
  linkOf(number: number): string | null;
  size(): number;
  /** Whether most of the bytes belong to versions nobody can reach. */
  isWorn(): boolean;
}

/** **Units** bytes. A product is at most a few KB, so little of a block stays unused. */
const BLOCK_BYTES = 1 << 20;
const WORN_BYTES_MIN = 32 << 20;

export interface StoredProduct {
  readonly number: number;
  readonly id: string;
  readonly place: Place;
}

interface Place {
  readonly block: number;
  readonly start: number;
  readonly end: number;
}

export function createShelf(): Shelf {
  const blocks: Buffer[] = [];
  let used = BLOCK_BYTES;
  let liveBytes = 0;
  const places = new Map<number, Place>();
  const numbers = new Map<string, number>();
  const retiredLinks = new Map<number, string>();

  const write = (bytes: Buffer): Place => {
    if (used + bytes.length > BLOCK_BYTES) {
      blocks.push(Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes.length)));
      used = 0;
    }
    const block = blocks.length - 1;
    bytes.copy(blocks[block] ?? bytes, used);
    const place = { block, start: used, end: used + bytes.length };
    used = place.end;
    return place;
  };

  const forget = (number: number) => {
    const place = places.get(number);
    if (place === undefined) return;
    liveBytes -= place.end - place.start;
    places.delete(number);
  };

  const get = (number: number): CatalogProduct | null => {
    const place = places.get(number);
    const bytes = place === undefined ? undefined : blocks[place.block];
    if (place === undefined || bytes === undefined) return null;
    return unpack(JSON.parse(bytes.toString("utf8", place.start, place.end)));
  };

  return {
    store: (product) => ({
      number: product.number,
      id: product.id,
      place: write(Buffer.from(JSON.stringify(pack(product)))),
    }),
    publish({ number, id, place }) {
      forget(number);
      places.set(number, place);
      liveBytes += place.end - place.start;
      numbers.set(id, number);
      retiredLinks.delete(number);
    },
    retire(product) {
      forget(product.number);
      numbers.delete(product.id);
      retiredLinks.set(product.number, product.link);
    },
    get,
    getById(id) {
      const number = numbers.get(id);
      return number === undefined ? null : get(number);
    },
    linkOf: (number) => get(number)?.link ?? retiredLinks.get(number) ?? null,
    size: () => places.size,
    isWorn: () => blocks.length * BLOCK_BYTES > Math.max(WORN_BYTES_MIN, liveBytes * 2),
  };
}

/** A list instead of an object: the names of the fields would be a third of the bytes. */
type Packed = readonly [
  number: number,
  id: string,
  title: string,
  description: string | null,
  brand: string | null,
  category: readonly string[],
  priceMicros: number,
  compareAtMicros: number | null,
  currency: string,
  availability: Availability,
  imageUrl: string | null,
  link: string,
  gtin: string | null,
  color: string | null,
  ratingValue: number | null,
  ratingCount: number | null,
  seller: string | null,
  updatedAt: string,
];

function pack(product: CatalogProduct): Packed {
  return [
    product.number,
    product.id,
    product.title,
    product.description,
    product.brand,
    product.category,
    product.priceMicros,
    product.compareAtMicros,
    product.currency,
    product.availability,
    product.imageUrl,
    product.link,
    product.gtin,
    product.color,
    product.ratingValue,
    product.ratingCount,
    product.seller,
    product.updatedAt,
  ];
}

function unpack(packed: Packed): CatalogProduct {
  return {
    number: packed[0],
    id: packed[1],
    title: packed[2],
    description: packed[3],
    brand: packed[4],
    category: packed[5],
    priceMicros: packed[6],
    compareAtMicros: packed[7],
    currency: packed[8],
    availability: packed[9],
    imageUrl: packed[10],
    link: packed[11],
    gtin: packed[12],
    color: packed[13],
    ratingValue: packed[14],
    ratingCount: packed[15],
    seller: packed[16],
    updatedAt: packed[17],
  };
}
