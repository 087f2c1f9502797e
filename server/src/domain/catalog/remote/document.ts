import { categoryNames, type SearchRequest } from "../engine.ts";
import { measuresOf } from "../index/measures.ts";
import { stem } from "../index/stem.ts";
import { eachTerm, fold, QUERY_WORDS_MAX, tellingWords, wordsOf } from "../index/tokens.ts";
import { type CatalogProduct, discountPercentOf, ratingPointsOf } from "../product.ts";
import { PATH_SEPARATOR, starsOf } from "../tally.ts";
import type { IndexDocument, IndexQuery } from "./port.ts";

/** Raised whenever documents of one product change: indexes of an older format are rebuilt. */
export const DOCUMENT_FORMAT = 4;

export function documentOf(product: CatalogProduct): IndexDocument {
  const { number, id, brand, color, category, priceMicros, compareAtMicros } = product;
  return {
    number,
    id,
    title: termsOf(product.title),
    names: termsOf([brand, ...category, color].filter((name) => name !== null).join(" ; ")),
    description: termsOf(product.description ?? ""),
    brand: brand === null ? undefined : keyOf(brand),
    categories: runsOf(category.map(keyOf)),
    color: color === null ? undefined : keyOf(color),
    brandName: brand ?? undefined,
    colorName: color ?? undefined,
    path: category.join(PATH_SEPARATOR),
    currency: product.currency,
    isUsd: product.currency === "USD",
    priceMicros,
    discountPercent: discountPercentOf(priceMicros, compareAtMicros) ?? 0,
    ratingPoints: ratingPointsOf(product),
    stars: starsOf(product),
    ratingCount: product.ratingCount ?? 0,
    isInStock: product.availability === "in_stock",
    isSoldOut: product.availability === "out_of_stock",
    availability: product.availability,
    record: JSON.stringify(product),
  };
}

/** The query as a remote index understands it; `null` when it has no word to search by. */
export function indexQueryOf({ text, ...request }: SearchRequest): IndexQuery | null {
  const words = wordsOf(text);
  if (words.length === 0 && text.trim() !== "") return null;
  // A size is looked for as a number in one unit, not by its words.
  const measures = measuresOf(text);
  const said = new Set(measures.flatMap((one) => wordsOf(one.text)));
  const others = tellingWords(words).filter((word) => !said.has(word));
  const terms = new Set([...others.map(stem), ...measures.map(({ term }) => term)]);
  const { currency, brand, color, category } = request.filters;
  const filters = {
    ...request.filters,
    currency: currency?.toUpperCase(),
    brand: brand === undefined ? undefined : keyOf(brand),
    color: color === undefined ? undefined : keyOf(color),
    category:
      category === undefined ? undefined : categoryNames(category).map(keyOf).join(PATH_SEPARATOR),
  };
  const exclude = (request.exclude ?? [])
    .map((phrase) => [...new Set(wordsOf(phrase).map(stem))])
    .filter((phrase) => phrase.length > 0);
  return { ...request, terms: [...terms].slice(0, QUERY_WORDS_MAX), filters, exclude };
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

function termsOf(text: string): string {
  const terms: string[] = [];
  eachTerm(text, (term) => terms.push(term));
  for (const { term } of measuresOf(text)) terms.push(term);
  return terms.join(" ");
}

function runsOf(names: readonly string[]): string[] {
  return names.flatMap((_, from) =>
    names.slice(from).map((_name, length) => {
      return names.slice(from, from + length + 1).join(PATH_SEPARATOR);
    }),
  );
}

function keyOf(name: string): string {
  return fold(name).trim();
}
