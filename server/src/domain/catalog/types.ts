import {
  createProductTyper,
  type DescribedProduct,
  ELSEWHERE,
  type TypedProduct,
  typeOfQuery,
} from "@placard/vocabulary";
import { linesOfFiles, sharedVocabulary } from "@placard/vocabulary/files";
import { stem } from "./index/stem.ts";
import { wordsOf } from "./index/tokens.ts";

let typer: ReturnType<typeof createProductTyper> | undefined;
/** An import asks for the type of a product twice in a row: for its column and for its terms. */
let latest: { readonly product: DescribedProduct; readonly typed: TypedProduct } | undefined;

/** What a product is and what it goes with, by what its feed says. */
export function typeOfProduct(product: DescribedProduct): TypedProduct {
  if (latest?.product === product) return latest.typed;
  typer ??= createProductTyper(sharedVocabulary());
  const typed = typer(product);
  latest = { product, typed };
  return typed;
}

/** The type of a product and what that is a kind of, narrowest first. */
export function typesOf(product: DescribedProduct) {
  const { type, isCertain } = typeOfProduct(product);
  return { types: type === null ? [] : sharedVocabulary().lineage(type), isCertain };
}

/** The words of all names of a type, stemmed. */
export function nameStemsOf(type: string): string[] {
  const names = sharedVocabulary().namesOf(type);
  return [...new Set(names.flatMap((name) => wordsOf(name).map(stem)))];
}

/** What a query's type, and the types it is a kind of, are called; narrowest first. */
export function typeNamesFor(q: string): string[] {
  const vocabulary = sharedVocabulary();
  const { type } = typeOfQuery(vocabulary, q);
  return type === null ? [] : vocabulary.lineage(type).map((id) => vocabulary.nameOf(id));
}

let names: readonly string[] | undefined;

/** The names of types in which a text begins a word: first those that begin with it. */
export function typeNamesWith(typed: string): string[] {
  const vocabulary = sharedVocabulary();
  names ??= linesOfFiles()
    .map(({ id }) => id)
    .filter((type) => !vocabulary.isKindOf(type, ELSEWHERE))
    .map((type) => vocabulary.nameOf(type));
  const found = names.filter((name) => ` ${name}`.includes(` ${typed}`));
  const rank = (name: string) => (name.startsWith(typed) ? 0 : 100) + name.length;
  return found.sort((left, right) => rank(left) - rank(right) || (left < right ? -1 : 1));
}
