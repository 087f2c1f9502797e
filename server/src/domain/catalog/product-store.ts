import { type CatalogProduct, CONTENT_FIELDS, type RetiredProduct } from "./product.ts";
import { Blocks, Entries, type Place, PRODUCT, RETIRED_LINK } from "./product-bytes.ts";
import { NumberMap } from "./snapshot/number-map.ts";
import type { Parts, PartsWriter } from "./snapshot/parts.ts";
import { TextTable } from "./snapshot/texts.ts";

export type ProductStore = ReturnType<typeof createProductStore>;

const WORN_BYTES_MIN = 32 << 20;

export interface StoredProduct {
  readonly number: number;
  readonly id: string;
  readonly place: Place;
}

/**
 * All products in the memory of this process, so that lists, single products and click redirects
 * work without the database. They are stored as bytes outside the heap: a hundred thousand objects
 * would slow every garbage collection, and a list needs only a few of them.
 *
 * `from`: a packed store to continue with, without copying it.
 */
export function createProductStore(from?: Parts) {
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
    /** Writes a product's bytes without making them visible: the slow part of a change. */
    write: (product: CatalogProduct): StoredProduct => ({
      number: product.number,
      id: product.id,
      place: blocks.write(textOf(product)),
    }),
    /** Makes a stored product the current one: the quick part. */
    publish({ number, id, place }: StoredProduct): void {
      byId.set(ids.intern(id), entries.write(number, PRODUCT, place));
    },
    /** Takes a product out of the catalogue; its link is kept for clicks on old cards. */
    retire({ number, id, link }: RetiredProduct): void {
      const entry = entries.write(number, RETIRED_LINK, blocks.write(link));
      const idNumber = ids.find(id);
      if (idNumber >= 0 && byId.get(idNumber) === entry) byId.delete(idNumber);
    },
    get: (number: number) => productAt(entries.find(number)),
    getById(id: string): CatalogProduct | null {
      const idNumber = ids.find(id);
      return idNumber < 0 ? null : productAt(byId.get(idNumber));
    },
    /** Where a click leads, for retired products too. */
    linkOf,
    size: () => entries.productCount,
    /** Whether most of the bytes belong to versions that nothing refers to. */
    isWorn: () => blocks.heldBytes() > Math.max(WORN_BYTES_MIN, entries.liveBytes * 2),
    pack(writer: PartsWriter): void {
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
