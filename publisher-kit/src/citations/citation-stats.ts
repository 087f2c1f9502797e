import type { CitationStats } from "../types.ts";
import type { CitedAnswer } from "./citing.ts";

/** A host asks a handful of models; what else comes as a name is counted in the totals alone. */
const MODELS_MAX = 50;

/** Counts how many offers answers named with a mark and without, in all and by model. */
export function createCounter() {
  const total = { answers: 0, marked: 0, unmarked: 0 };
  const models = new Map<string, typeof total>();
  return {
    add({ cited, missed }: CitedAnswer, model: string | undefined): void {
      const known = model === undefined ? undefined : models.get(model);
      const own = known ?? { answers: 0, marked: 0, unmarked: 0 };
      if (model !== undefined && models.size < MODELS_MAX) models.set(model, own);
      for (const count of [total, own]) {
        count.answers += 1;
        count.marked += cited.length;
        count.unmarked += missed;
      }
    },
    stats: (): CitationStats => ({ ...total, byModel: copyOf(models) }),
  };
}

const copyOf = <Count extends object>(models: ReadonlyMap<string, Count>): Record<string, Count> =>
  Object.fromEntries([...models].map(([model, count]) => [model, { ...count }]));
