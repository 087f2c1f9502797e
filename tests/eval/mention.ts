import { parseArgs } from "node:util";
import {
  ANSWER_SETS,
  isMeasured,
  type MentionScore,
  precisionOf,
  recallOf,
  scoreMentions,
  type Tally,
} from "./mention/score.ts";

/**
 * `npm run eval -- mention [--set NAME] [--seed N] [--misses] [--json]`: how
 * well the mention matcher tells a recommendation and a decision from a name that merely occurs.
 * `--misses` shows misread answers; those of `held` and `fresh` are never shown, so that nothing is
 * chosen by them. The model was learnt from all other sets; `npm run train -- mention` says how
 * models read answers they have not seen.
 */
export function evaluateMention(words: readonly string[]): number {
  const { values } = parseArgs({
    args: [...words],
    options: {
      set: { type: "string" },
      seed: { type: "string", default: "1" },
      misses: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const { set, seed, misses, json } = values;
  const sets = ANSWER_SETS.filter((name) => set === undefined || name === set);
  if (sets.length === 0) {
    process.stderr.write(`eval mention: --set is one of ${ANSWER_SETS.join(", ")}\n`);
    return 2;
  }
  const scores = sets.map((name) => scoreMentions(name, Number(seed)));
  const text = json ? JSON.stringify(scores.map(totalsOf)) : textOf(scores, misses);
  process.stdout.write(`${text}\n`);
  return 0;
}

const totalsOf = ({ misses: _misses, ...totals }: MentionScore) => totals;

function textOf(scores: readonly MentionScore[], misses: boolean): string {
  return scores
    .flatMap((score) => [
      linesOf({ ...score, name: `${score.set}: ${score.answers} answers` }),
      ...(misses && !isMeasured(score.set) ? score.misses : []),
    ])
    .join("\n");
}

type Named = Pick<MentionScore, "recommendation" | "decision"> & { readonly name: string };

const linesOf = ({ name, recommendation, decision }: Named): string =>
  [name, `  recommendation: ${measured(recommendation)}`, `  decision: ${measured(decision)}`].join(
    "\n",
  );

function measured(tally: Tally): string {
  const { right, wrong, missed } = tally;
  const rates = `precision ${precisionOf(tally).toFixed(4)}, recall ${recallOf(tally).toFixed(4)}`;
  return `${rates} (${right} right, ${wrong} wrong, ${missed} missed)`;
}
