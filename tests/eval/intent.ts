import { authoredRows, dataRows } from "../train/intent/data.ts";
import { prepare } from "../train/intent/fit.ts";
import { readDataOptions } from "./data-options.ts";
import {
  bySource,
  type Measure,
  type Scores,
  type SourceMeasure,
  scoresOf,
  worstOf,
} from "./intent/measures.ts";
import { crossValidate, FOLDS, leaveSourcesOut, type Verdict } from "./intent/validate.ts";

interface Report {
  readonly scores: Scores;
  readonly sources: readonly SourceMeasure[];
  readonly leftOut: readonly SourceMeasure[];
  readonly worstLeftOut: SourceMeasure | null;
  /** The same without our turns that were written after reading what a model had missed. */
  readonly firstRoundOnly: Scores;
  readonly own: { readonly turns: number; readonly firstRound: number };
  readonly caveats: readonly string[];
}

const CAVEATS = [
  "Rules, lexicons and the list of sensitive subjects were tuned on turns of this data, most",
  "before the weights were learnt, some after; the second round of our own turns was written",
  "after reading turns of this data that a model had missed: these figures flatter what they",
  "measure. Weights and thresholds are chosen inside the folds; the learner's settings, the kinds",
  "of features and the precision aimed at were chosen by these figures.",
];

/**
 * `npm run eval -- intent --data DIR [--json] [--misses]`: how well shopping turns are told from
 * others, by cross-validation over groups and with each source left out. `--misses` lists the
 * turns that went wrong.
 */
export async function evaluateIntent(words: readonly string[]): Promise<number> {
  const values = readDataOptions("intent", words);
  if (values === undefined) return 2;
  const data = dataRows(values.data).map(prepare);
  const own = authoredRows().map(prepare);
  const first = own.filter(({ row }) => row.round === 1);
  const verdicts = crossValidate(data, own);
  const leftOut = bySource(leaveSourcesOut(data, own));
  const report: Report = {
    scores: scoresOf(verdicts),
    sources: bySource(verdicts),
    leftOut,
    worstLeftOut: worstOf(leftOut),
    firstRoundOnly: scoresOf(crossValidate(data, first)),
    own: { turns: own.length, firstRound: first.length },
    caveats: CAVEATS,
  };
  process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : textOf(report));
  if (values.misses) process.stdout.write(missesOf(verdicts));
  return 0;
}

function textOf({ scores, sources, leftOut, worstLeftOut, firstRoundOnly, own }: Report): string {
  return [
    `${FOLDS} folds by group; learnt from rows that may ship and ${own.turns} turns of our own`,
    ...headlines(scores),
    "",
    "by source",
    ...sources.map(sourceLine),
    "",
    "each source left out of the learning",
    ...leftOut.map(sourceLine),
    `worst F1 ${shown(worstLeftOut?.f1)} (${worstLeftOut?.source ?? "none"})`,
    "",
    `with the ${own.firstRound} of our turns written without knowing what a model misses`,
    ...headlines(firstRoundOnly),
    "",
    ...CAVEATS,
    "",
  ].join("\n");
}

function headlines(scores: Scores): string[] {
  return [
    `all            ${parts(scores.all)}`,
    `mixed-class    ${parts(scores.mixedClass)}  ${scores.mixedSources.join(", ")}`,
    `contrast       ${parts(scores.contrast)}`,
    `general        ${wrongOf(scores.general)}`,
    `sensitive      ${wrongOf(scores.sensitive)}`,
  ];
}

const sourceLine = (measure: SourceMeasure): string =>
  `${measure.source.padEnd(20)} ${measure.positive === 0 ? wrongOf(measure) : parts(measure)}`;

const parts = (measure: Measure): string =>
  `F1 ${shown(measure.f1)}  P ${shown(measure.precision)}  R ${shown(measure.recall)}` +
  `  (${measure.turns} turns, ${measure.positive} positive, ${measure.wrong} wrong)`;

const wrongOf = ({ wrong, turns, positive, falsePositives }: Measure): string =>
  `false positives ${((falsePositives ?? 0) * 100).toFixed(2)} %` +
  `  (${wrong} of ${turns - positive})`;

const shown = (share: number | null | undefined): string => share?.toFixed(3) ?? "-";

function missesOf(verdicts: readonly Verdict[]): string {
  return verdicts
    .filter(({ row, shopping }) => shopping !== (row.label === 1))
    .map(({ row, shopping }) => {
      const before = row.prev?.at(-1)?.text.slice(0, 80) ?? "";
      const line = `${before === "" ? "" : `[${before}] `}${row.text.slice(0, 160)}`;
      const miss = shopping ? "wrong " : "missed";
      return `${miss} ${row.source} ${row.kind}: ${line.replaceAll("\n", " / ")}\n`;
    })
    .join("");
}
