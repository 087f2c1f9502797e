import type { Margins } from "../../../publisher-kit/src/mention/scorer.ts";
import { precisionOf, recallOf, type Tally } from "../../eval/mention/score.ts";
import type { Prepared } from "./data.ts";
import type { Scored } from "./fit.ts";

const emptyTally = (): Tally => ({ right: 0, wrong: 0, missed: 0 });

/** How models read files of hands they had not seen; `missed` counts names that were not found. */
export function linesOf(
  scored: readonly Scored[],
  thresholds: Margins,
  missed: ReadonlyMap<string, Prepared["missed"]>,
): string[] {
  const lines: string[] = [];
  const all = { affirmed: emptyTally(), decided: emptyTally() };
  for (const [set, unnamed] of missed) {
    const own = scored.filter(({ candidate }) => candidate.set === set);
    const tallies = { affirmed: emptyTally(), decided: emptyTally() };
    for (const { candidate, margins } of own) {
      const yes = margins.affirmed >= thresholds.affirmed;
      count(tallies.affirmed, yes, candidate.affirmed);
      count(tallies.decided, yes && margins.decided >= thresholds.decided, candidate.decided);
    }
    for (const question of ["affirmed", "decided"] as const) {
      tallies[question].missed += unnamed[question];
      for (const part of ["right", "wrong", "missed"] as const) {
        all[question][part] += tallies[question][part];
      }
    }
    lines.push(`${set}: ${measured(tallies.affirmed)}; decided ${measured(tallies.decided)}`);
  }
  lines.push(`all: ${measured(all.affirmed)}; decided ${measured(all.decided)}`);
  return lines;
}

function count(tally: Tally, found: boolean, labelled: boolean): void {
  if (found && labelled) tally.right += 1;
  else if (found) tally.wrong += 1;
  else if (labelled) tally.missed += 1;
}

const measured = (tally: Tally): string =>
  `precision ${precisionOf(tally).toFixed(3)}, recall ${recallOf(tally).toFixed(3)}`;
