import { type CatalogProduct, CONTENT_FIELDS, type RetiredProduct } from "./product.ts";
import { Blocks, Entries, type Place, PRODUCT, RETIRED_LINK } from "./product-bytes.ts";
import { NumberMap } from "./snapshot/number-map.ts";
import type { Parts, PartsWriter } from "./snapshot/parts.ts";
import { TextTable } from "./snapshot/texts.ts";

/**
 * All products in the memory of this process, so that lists, single products and the click hop
 * answer without the database. They are kept as bytes outside the heap: a hundred thousand objects
 * would cost every garbage collection, and a list needs only a few of them.
 */
export interface ProductStore {
  /** Writes a product's bytes where nobody sees them yet: the slow part of a change. */
  write(product: CatalogProduct): StoredProduct;
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
  pack(writer: PartsWriter): void;
}

const WORN_BYTES_MIN = 32 << 20;

export interface StoredProduct {
  readonly number: number;
  readonly id: string;
  readonly place: Place;
}

/** `from`: a packed store to go on with, where it lies. */
export function createProductStore(from?: Parts): ProductStore {
  const blocks = new Blocks(from);
  const entries = new Entries(from);
  const ids = new TextTable(from && { parts: from, name: "store.ids" });
  /** By the number of its id: the entry of the product that has it. */
  const byId = new NumberMap(from && { parts: from, name: "store.byId" });

  const productAt = (entry: number): CatalogProduct | null => {
    const place = entries.placeOf(entry, PRODUCT);
    return place === null ? null : productOf(blocks.read(place));
  };
  const linkOf = (number: number): string | null => {
    const entry = entries.find(number);
    const place = entries.placeOf(entry, RETIRED_LINK);
    return place === null ? (productAt(entry)?.link ?? null) : blocks.read(place);
  };

  return {
    write: (product) => ({
      number: product.number,
      id: product.id,
      place: blocks.write(textOf(product)),
    }),
    publish({ number, id, place }) {
      byId.set(ids.intern(id), entries.write(number, PRODUCT, place));
    },
    retire({ number, id, link }) {
      const entry = entries.write(number, RETIRED_LINK, blocks.write(link));
      const idNumber = ids.find(id);
      if (idNumber >= 0 && byId.get(idNumber) === entry) byId.delete(idNumber);
    },
    get: (number) => productAt(entries.find(number)),
    getById(id) {
      const idNumber = ids.find(id);
      return idNumber < 0 ? null : productAt(byId.get(idNumber));
    },
    linkOf,
    size: () => entries.productCount,
    isWorn: () => blocks.heldBytes() > Math.max(WORN_BYTES_MIN, entries.liveBytes * 2),
    pack(writer) {
      blocks.pack(writer);
      entries.pack(writer);
      ids.pack(writer, "store.ids");
      byId.pack(writer, "store.byId");
    },
  };
}

/** Without their names, which would be a third of the bytes. */
const FIELDS = ["number", "id", ...CONTENT_FIELDS, "updatedAt"] as const;

function textOf(product: CatalogProduct): string {
  return JSON.stringify(FIELDS.map((field) => product[field]));
}

function productOf(text: string): CatalogProduct {
  const values = JSON.parse(text);
  return Object.fromEntries(FIELDS.map((field, at): unknown[] => [field, values[at]]));
}
