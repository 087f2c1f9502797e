import { readdirSync, readFileSync } from "node:fs";

/** A turn written for Placard: with a label 1 no advertisement may stand beside it. */
export interface Written {
  readonly text: string;
  readonly history?: readonly string[];
  readonly label: 0 | 1;
  readonly situation: string;
}

/** A head of a file of lines: the label and the situation of what follows. */
export type Head = Pick<Written, "label" | "situation">;

const FOLDER = new URL("./", import.meta.url);
const HEAD = /^= ([01]) (\S+)$/;
/** Parts the turns of a chat. */
const TURN_END = " / ";

/** The files of turns: one JSON object a line, or lines under heads. */
export const turnFiles = (): string[] => filesOf(/^(?:turns-.*\.jsonl|(?:talk|wide)-.*\.txt)$/);

export const frameFiles = (): string[] => filesOf(/^(?:facts|plain)-.*\.txt$/);

const filesOf = (kind: RegExp): string[] =>
  readdirSync(FOLDER)
    .filter((name) => kind.test(name))
    .sort();

export const bytesOf = (name: string): Buffer => readFileSync(new URL(name, FOLDER));

const linesOf = (name: string): string[] => bytesOf(name).toString("utf8").trim().split("\n");

export function turnsOf(name: string): Written[] {
  if (name.endsWith(".jsonl")) return linesOf(name).map((line): Written => JSON.parse(line));
  return headedLines(name).map(({ line, ...head }) => {
    const turns = line.split(TURN_END);
    const text = turns.pop() ?? "";
    return { text, ...(turns.length > 0 && { history: turns }), ...head };
  });
}

/** The lines of a file, each with its head and its place. */
function headedLines(name: string): (Head & { line: string; place: number })[] {
  let head: Head = { label: 0, situation: "" };
  return linesOf(name).flatMap((line, place) => {
    const found = HEAD.exec(line);
    if (found === null) return [{ line, place, ...head }];
    head = { label: found[1] === "1" ? 1 : 0, situation: found[2] ?? "" };
    return [];
  });
}

/** Every frame of a file filled so that each choice of every slot occurs, with its place. */
export const filledLines = (name: string): (Head & { text: string; place: number })[] =>
  headedLines(name).flatMap(({ line, ...rest }) => filled(line).map((text) => ({ text, ...rest })));

/** "a (b|c) d (e|f|g)" as three texts; a shorter slot starts again, one place further each time. */
function filled(frame: string): string[] {
  const slots = frame
    .split(/[()]/)
    .map((part, place) => (place % 2 === 1 ? part.split("|") : [part]));
  const rounds = Math.max(...slots.map(({ length }) => length));
  const choice = (slot: string[], round: number): string =>
    slot[(round + Math.floor(round / slot.length)) % slot.length] ?? "";
  return Array.from({ length: rounds }, (_, round) =>
    slots
      .map((slot) => choice(slot, round))
      .join("")
      .trim(),
  );
}
