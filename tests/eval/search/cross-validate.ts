import {
  FIELDS,
  type FieldName,
  type Fields,
} from "../../../server/src/domain/catalog/index/fields.ts";
import { judgmentsOf, SETS } from "./data.ts";
import { meanOf, ndcgOf } from "./metric.ts";
import { openShop, productsOf } from "./shop.ts";

/** Source: each fold still holds a dozen queries of the smaller set. */
const FOLDS = 5;
const WEIGHT_STEPS = [0.5, 0.8, 1.25, 2];
const LENGTH_STEPS = [-0.2, 0.2];

export interface ValidatedScore {
  readonly set: string;
  readonly queries: number;
  /** With the weights the search has, on all queries. */
  readonly chosen: number;
  /** With the best of all candidates on all queries: what choosing on them flatters itself to. */
  readonly best: number;
  /** Of each fold with the weights that are best on the other folds: what choosing is worth. */
  readonly validated: number;
}

export interface Validation {
  readonly candidates: number;
  /** In how many of the folds the weights that the search has are the best. */
  readonly foldsKept: number;
  readonly folds: number;
  readonly scores: readonly ValidatedScore[];
}

interface Candidate {
  readonly fields: Fields;
  /** By set, then by query: NDCG@10. */
  readonly scores: number[][];
}

/**
 * Cross-validates the weights of the fields over queries: candidates are the chosen weights and all
 * that differ from them in one value. The best on four folds is measured on the fifth.
 */
export async function crossValidate(data: string): Promise<Validation> {
  const candidates: Candidate[] = candidateFields().map((fields) => ({ fields, scores: [] }));
  for (const set of SETS) {
    const products = productsOf(data, [set.feed]);
    for (const candidate of candidates) {
      const shop = await openShop(set.name, products, candidate.fields);
      const scores: number[] = [];
      for (const { query, ratings } of judgmentsOf(data, set)) {
        const found = await shop.find({ query });
        const ids = found.map(({ id }) => id);
        scores.push(ndcgOf(ids, ratings, set.gainOf));
      }
      candidate.scores.push(scores);
    }
  }
  return validationOf(candidates);
}

function candidateFields(): Fields[] {
  const names = Object.keys(FIELDS).filter((name): name is FieldName => name in FIELDS);
  const changed = names.flatMap((name) => {
    const field = FIELDS[name];
    const weights = WEIGHT_STEPS.map((factor) => ({ ...field, weight: field.weight * factor }));
    const lengths = LENGTH_STEPS.map((step) => field.lengthPart + step)
      .filter((lengthPart) => lengthPart >= 0 && lengthPart <= 1)
      .map((lengthPart) => ({ ...field, lengthPart }));
    return [...weights, ...lengths].map((other) => ({ ...FIELDS, [name]: other }));
  });
  return [FIELDS, ...changed];
}

function validationOf(candidates: readonly Candidate[]): Validation {
  const [chosen] = candidates;
  const everything = bestOn(candidates, () => true);
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
  const winners = folds.map((fold) => bestOn(candidates, (query) => query % FOLDS !== fold));
  const scores = SETS.map((set, index) => {
    const queries = chosen?.scores[index]?.length ?? 0;
    const validated = Array.from(
      { length: queries },
      (_, query) => winners[query % FOLDS]?.scores[index]?.[query] ?? 0,
    );
    return {
      set: set.name,
      queries,
      chosen: meanOf(chosen?.scores[index] ?? []),
      best: meanOf(everything.scores[index] ?? []),
      validated: meanOf(validated),
    };
  });
  const foldsKept = winners.filter((winner) => winner === chosen).length;
  return { candidates: candidates.length, foldsKept, folds: FOLDS, scores };
}

/** Both sets count alike, however many queries they have. The first of equals wins. */
function bestOn(candidates: readonly Candidate[], isIn: (query: number) => boolean): Candidate {
  const meanNdcg = ({ scores }: Candidate) =>
    meanOf(scores.map((own) => meanOf(own.filter((_, query) => isIn(query)))));
  return candidates.reduce((best, next) => (meanNdcg(next) > meanNdcg(best) ? next : best));
}
