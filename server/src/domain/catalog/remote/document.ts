import type { SearchRequest } from "../engine.ts";
import { stem } from "../index/stem.ts";
import { eachTerm, fold, isStopWord, wordsOf } from "../index/tokens.ts";
import { type CatalogProduct, discountPercentOf } from "../product.ts";
import type { IndexDocument, IndexQuery } from "./port.ts";

/** A longer phrase keeps its first words, as many as the kit sends. */
const WORDS_MAX = 12;

/** Raised whenever documents of one product change: indexes of an older format are built anew. */
export const DOCUMENT_FORMAT = 1;

export function documentOf(product: CatalogProduct): IndexDocument {
  const { number, id, brand, color, category, priceMicros, compareAtMicros } = product;
  return {
    number,
    id,
    terms: {
      title: termsOf(product.title),
      names: termsOf([brand, ...category, color].filter((name) => name !== null).join(" ; ")),
      description: termsOf(product.description ?? ""),
    },
    brand: brand === null ? null : keyOf(brand),
    categories: category.map(keyOf),
    currency: product.currency,
    priceMicros,
    discountPercent: discountPercentOf(priceMicros, compareAtMicros) ?? 0,
    isInStock: product.availability === "in_stock",
    record: JSON.stringify(product),
  };
}

/** The query as an index outside understands it; `null` when it has no word to search by. */
export function indexQueryOf(request: SearchRequest): IndexQuery | null {
  const words = wordsOf(request.text);
  if (words.length === 0 && request.text.trim() !== "") return null;
  const telling = words.filter((word) => !isStopWord(word));
  const terms = (telling.length === 0 ? words : telling).map(stem);
  const { filters, sort, offset, count } = request;
  return {
    terms: [...new Set(terms)].slice(0, WORDS_MAX),
    filters: {
      inStockOnly: filters.inStockOnly === true,
      minDiscountPercent: filters.minDiscountPercent ?? 0,
      minPriceMicros: filters.minPriceMicros,
      maxPriceMicros: filters.maxPriceMicros,
      currency: filters.currency?.toUpperCase(),
      brand: filters.brand === undefined ? undefined : keyOf(filters.brand),
      category: filters.category === undefined ? undefined : keyOf(filters.category),
    },
    sort,
    offset,
    count,
  };
}

/**
 * Reads a record back.
 *
 * **Errors** throws for what `documentOf` cannot have written: another program's index.
 */
export function productOf(record: string): CatalogProduct {
  const product: CatalogProduct = JSON.parse(record);
  const isOurs =
    Number.isSafeInteger(product.number) &&
    typeof product.id === "string" &&
    typeof product.link === "string" &&
    Number.isSafeInteger(product.priceMicros);
  if (!isOurs) throw new TypeError("the search index holds a record that is no product of ours");
  return product;
}

function termsOf(text: string): string[] {
  const terms: string[] = [];
  eachTerm(text, (term) => terms.push(term));
  return terms;
}

function keyOf(name: string): string {
  return fold(name).trim();
}
