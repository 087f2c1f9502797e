import { useRef } from "preact/hooks";
import type { ProductList, ProductRecord } from "../../src/contract/resources/product.ts";
import type { Answer } from "./use-products.ts";
import type { Wish } from "./wish.ts";
import { count } from "./words.ts";

export interface Choice {
  readonly value: string;
  readonly words: string;
}

export interface Choices {
  readonly brands: readonly Choice[];
  readonly categories: readonly Choice[];
}

/**
 * Brands and categories to choose from: those of the last list that was not narrowed by them, so
 * that choosing one does not take the others away.
 */
export function useChoices(answer: Answer | undefined, wish: Wish): Choices {
  const known = useRef<Choices>({ brands: [], categories: [] });
  const items = answer?.list?.items ?? [];
  if (answer !== undefined && items.length > 0) {
    known.current = {
      brands: answer.wish.brand === "" ? brandsOf(answer.list) : known.current.brands,
      categories: answer.wish.category === "" ? categoriesOf(items) : known.current.categories,
    };
  }
  return {
    brands: withChosen(known.current.brands, wish.brand),
    categories: withChosen(known.current.categories, wish.category),
  };
}

/** The most frequent brands of all pages, and those of this one. */
function brandsOf(list: ProductList | undefined): Choice[] {
  const counts = new Map(list?.facets?.brand.map(({ value, count }) => [value, count]));
  const names = new Set(counts.keys());
  for (const { brand } of list?.items ?? []) if (brand !== undefined) names.add(brand);
  const words = (name: string) =>
    counts.has(name) ? `${name} (${count(counts.get(name) ?? 0)})` : name;
  return sorted([...names].map((value) => ({ value, words: words(value) })));
}

/** Each level of each path, said with the levels above it. */
function categoriesOf(items: readonly ProductRecord[]): Choice[] {
  const words = new Map<string, string>();
  for (const { category = [] } of items) {
    for (const [level, name] of category.entries()) {
      words.set(name, category.slice(0, level + 1).join(" › "));
    }
  }
  return sorted([...words].map(([value, path]) => ({ value, words: path })));
}

function sorted(choices: Choice[]): Choice[] {
  return choices.sort((one, other) => one.words.localeCompare(other.words));
}

/** What an address chose stays visible, whether or not a product has it. */
function withChosen(choices: readonly Choice[], chosen: string): readonly Choice[] {
  if (chosen === "" || choices.some(({ value }) => value === chosen)) return choices;
  return [{ value: chosen, words: chosen }, ...choices];
}
