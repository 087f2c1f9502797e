import { useRef } from "preact/hooks";
import type { ProductRecord } from "../../src/contract/resources/product.ts";
import type { Answer } from "./use-products.ts";
import type { Wish } from "./wish.ts";

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
      brands: answer.wish.brand === "" ? brandsOf(items) : known.current.brands,
      categories: answer.wish.category === "" ? categoriesOf(items) : known.current.categories,
    };
  }
  return {
    brands: withChosen(known.current.brands, wish.brand),
    categories: withChosen(known.current.categories, wish.category),
  };
}

function brandsOf(items: readonly ProductRecord[]): Choice[] {
  const names = new Set(items.flatMap(({ brand }) => (brand === undefined ? [] : [brand])));
  return sorted([...names].map((name) => ({ value: name, words: name })));
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
