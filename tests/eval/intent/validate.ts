import { foldOf } from "../../train/fit.ts";
import { mayShip, type Row } from "../../train/intent/data.ts";
import { fitIntent, isShopping, type PreparedTurn } from "../../train/intent/fit.ts";

export const FOLDS = 5;

/** A measured turn and what a model that never saw its group says about it. */
export interface Verdict {
  readonly row: Row;
  readonly shopping: boolean;
}

/**
 * Cross-validation over the data by group. Each fold's model learns from the other folds' rows
 * whose licence permits to ship it and from our own turns, and sets its threshold inside them.
 */
export function crossValidate(
  data: readonly PreparedTurn[],
  own: readonly PreparedTurn[],
): Verdict[] {
  return Array.from({ length: FOLDS }, (_, fold) =>
    judge(
      data.filter(({ row }) => foldOf(row.group, FOLDS) !== fold),
      data.filter(({ row }) => foldOf(row.group, FOLDS) === fold),
      own,
    ),
  ).flat();
}

/** Each source judged by a model that learnt from none of its rows. */
export function leaveSourcesOut(
  data: readonly PreparedTurn[],
  own: readonly PreparedTurn[],
): Verdict[] {
  const sources = [...new Set(data.map(({ row }) => row.source))];
  return sources.flatMap((source) =>
    judge(
      data.filter(({ row }) => row.source !== source),
      data.filter(({ row }) => row.source === source),
      own,
    ),
  );
}

function judge(
  others: readonly PreparedTurn[],
  measured: readonly PreparedTurn[],
  own: readonly PreparedTurn[],
): Verdict[] {
  const texts = new Set(measured.map(({ row }) => normalised(row.text)));
  const isUnseen = ({ row }: PreparedTurn): boolean => !texts.has(normalised(row.text));
  const model = fitIntent([...others.filter(({ row }) => mayShip(row)), ...own].filter(isUnseen));
  return measured.map((prepared) => ({
    row: prepared.row,
    shopping: isShopping(model, prepared),
  }));
}

const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, " ")
    .trim();
