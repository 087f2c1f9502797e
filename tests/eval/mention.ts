import { parseArgs } from "node:util";
import {
  type MentionScore,
  precisionOf,
  recallOf,
  scoreMentions,
  type Tally,
} from "./mention/score.ts";

/**
 * `npm run eval -- mention [--half tune|held] [--seed N] [--misses] [--json]`: how well the mention
 * matcher tells a recommendation and a decision from a name that merely occurs. `--misses` shows
 * misread answers of `tune`; those of `held` are never shown, so that no rule is chosen by them.
 */
export function evaluateMention(words: readonly string[]): number {
  const { values } = parseArgs({
    args: [...words],
    options: {
      half: { type: "string" },
      seed: { type: "string", default: "1" },
      misses: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const { half, seed, misses, json } = values;
  const halves = (["tune", "held"] as const).filter((name) => half === undefined || name === half);
  if (halves.length === 0) {
    process.stderr.write("eval mention: --half is tune or held\n");
    return 2;
  }
  const scores = halves.map((name) => scoreMentions(name, Number(seed)));
  const text = json ? JSON.stringify(scores.map(totalsOf)) : textOf(scores, misses);
  process.stdout.write(`${text}\n`);
  return 0;
}

const totalsOf = ({ misses: _misses, ...totals }: MentionScore) => totals;

function textOf(scores: readonly MentionScore[], misses: boolean): string {
  return scores
    .flatMap((score) => [
      `${score.half}: ${score.answers} answers`,
      `  recommendation: ${measured(score.recommendation)}`,
      `  decision: ${measured(score.decision)}`,
      ...(misses && score.half === "tune" ? score.misses : []),
    ])
    .join("\n");
}

function measured(tally: Tally): string {
  const { right, wrong, missed } = tally;
  const rates = `precision ${precisionOf(tally).toFixed(4)}, recall ${recallOf(tally).toFixed(4)}`;
  return `${rates} (${right} right, ${wrong} wrong, ${missed} missed)`;
}
