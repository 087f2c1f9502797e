export { createProductTyper, type DescribedProduct, type ProductType } from "./product-type.ts";
export { type QueryType, typeOfQuery } from "./query-type.ts";
export { faultsOf, readTypes, type TypeLine } from "./read.ts";
export { createVocabulary, type Mention, type Vocabulary } from "./vocabulary.ts";
export { plainWords, singularOf } from "./words.ts";
