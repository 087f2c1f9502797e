import type { ChatTurn, FormulatedQuery } from "../../types.ts";
import { understand } from "./understand.ts";

export type { ChatTurn, FormulatedQuery } from "../../types.ts";
export { productStrength } from "../lexicon.ts";
export { type Attributes, readAttributes } from "./attributes.ts";
export type { Need } from "./need.ts";
export { removePrivateData } from "./private-data.ts";
export { understand } from "./understand.ts";

/**
 * Turns what a reader wrote into a product query. Pure. A query typed into a search box comes
 * through with its price, discount and stock phrases read and its words untouched; a sentence loses
 * its politeness; a follow-up ("something cheaper in blue") changes what the turns before asked
 * for; a question that no thing answers becomes empty.
 *
 * Units: prices in units of `currency`.
 * Shape: `q` has at most 12 words, without personal data, and may be empty.
 */
export function formulateQuery(text: string, previous: readonly ChatTurn[] = []): FormulatedQuery {
  const { isOpen: _isOpen, ...query } = understand({ text, previous });
  return query;
}
