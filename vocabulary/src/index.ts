export type { DescribedProduct } from "./clue.ts";
export { type HeadNouns, headNounsOf } from "./head-nouns.ts";
export { oppositeOf, sameAs } from "./opposites.ts";
export {
  createProductTyper,
  type ProductType,
  type TypedProduct,
} from "./product-type.ts";
export { type QueryType, typeOfQuery } from "./query-type.ts";
export { faultsOf, readTypes, type TypeLine } from "./read.ts";
export { isAbout, type Offered, offeredIn } from "./relation.ts";
export {
  createVocabulary,
  ELSEWHERE,
  isPartOf,
  type Mention,
  type Vocabulary,
} from "./vocabulary.ts";
export { plainWords, singularOf } from "./words.ts";
