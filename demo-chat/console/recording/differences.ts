import type { Recording, Replay, TimelineStep, TurnLog } from "../wire.ts";
import { withoutChance } from "./normalise.ts";

type Difference = Replay["differences"][number];

/**
 * Where replayed timelines differ from the recorded ones. Steps are compared by what they say and
 * what they moved, in whatever order they came: two answers of the network may change places.
 */
export function differencesOf({ turns }: Recording, replayed: readonly TurnLog[]): Difference[] {
  return turns.flatMap(({ log }, index) => {
    const again = replayed[index];
    return again === undefined ? [] : differencesOfTurn(index + 1, log, again);
  });
}

function differencesOfTurn(turn: number, recorded: TurnLog, replayed: TurnLog): Difference[] {
  const before = recorded.steps.map((step) => ({ step: step.id, text: lineOf(step) }));
  const after = replayed.steps.map((step) => ({ step: step.id, text: lineOf(step) }));
  const missing = without(before, after);
  const added = without(after, before);
  const steps = Array.from({ length: Math.max(missing.length, added.length) }, (_, place) => ({
    turn,
    step: missing[place]?.step ?? added[place]?.step ?? 0,
    recorded: missing[place]?.text ?? "",
    replayed: added[place]?.text ?? "",
  }));
  return [
    ...steps,
    ...differenceOfTexts(turn, "context", [withoutChance(recorded.context), replayed.context]),
    ...differenceOfTexts(turn, "model", [withoutChance(recorded.said), replayed.said]),
    ...differenceOfTexts(turn, "answer", [recorded.answer, replayed.answer]),
  ];
}

type Line = { step: number; text: string };

/** The first line of two long texts that is not the same. */
function differenceOfTexts(
  turn: number,
  name: string,
  [recorded, replayed]: readonly [string, string],
): Difference[] {
  if (recorded === replayed) return [];
  const before = recorded.split("\n");
  const after = replayed.split("\n");
  const place = before.findIndex((line, index) => line !== after[index]);
  const lineAt = (lines: readonly string[]) => lines[place < 0 ? before.length : place] ?? "";
  const at = (lines: readonly string[]) => `${name}: ${lineAt(lines)}`;
  return [{ turn, step: 0, recorded: at(before), replayed: at(after) }];
}

function lineOf({ kind, text, moves = [] }: TimelineStep): string {
  const moved = moves.map(({ account, amountCredits }) => `${account} ${amountCredits}`);
  return [`${kind}: ${text}`, ...moved].join("; ");
}

/** Each line removes one equal line. */
function without(lines: readonly Line[], others: readonly Line[]): Line[] {
  const left = others.map(({ text }) => text);
  return lines.filter(({ text }) => {
    const place = left.indexOf(text);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
