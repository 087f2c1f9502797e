import { type Add, CLAUSE, type Seen, stemOf } from "./seen.ts";

/** A class where there is one, else the stem of the word. */
const mixOf = ({ word, symbol }: Seen): string => symbol ?? stemOf(word);

/** Two words, and two and three words or classes, in a row. */
export function addRuns(pieces: readonly Seen[], zone: string, add: Add): void {
  const words = ["^", ...pieces.map(({ word }) => stemOf(word)), "$"];
  const mixed = ["^", ...pieces.map(mixOf), "$"];
  for (let at = 0; at + 1 < words.length; at += 1) {
    add(`${zone}u${words[at]} ${words[at + 1]}`);
    const [first, second, third] = mixed.slice(at, at + 3);
    add(`${zone}v${first} ${second}`);
    if (third !== undefined) add(`${zone}x${first} ${second} ${third}`);
  }
}

/** How far around a name its spans reach, in steps before and after it. */
const SPANS = [
  [1, 1],
  [2, 1],
  [1, 2],
  [2, 2],
  [3, 1],
  [1, 3],
] as const;
const BEFORE_MAX = 6;
const AFTER_MAX = 8;
/** Classes on one side count together up to this many apart. */
const APART_MAX = 3;

/** What stands around one name: spans across it, pairs of classes, and its whole clause. */
export function addAround(pieces: readonly Seen[], index: number, add: Add): void {
  const at = (place: number): string => {
    const piece = pieces[place];
    return piece === undefined ? "$" : mixOf(piece);
  };
  for (const [left, right] of SPANS) {
    const span = Array.from({ length: left + right + 1 }, (_, step) => at(index - left + step));
    add(`span${left}${right}${span.join(" ")}`);
  }
  const before = classesOf(pieces.slice(0, index).reverse());
  const after = classesOf(pieces.slice(index + 1));
  addPairs(before.slice(0, BEFORE_MAX), after.slice(0, AFTER_MAX), add);
  const [left, right] = [clauseOf(before).reverse().join(" "), clauseOf(after).join(" ")];
  add(`left${left}`);
  add(`right${right}`);
  add(`clause${left}|${right}`);
}

const classesOf = (run: readonly Seen[]): string[] =>
  run.flatMap(({ symbol }) => (symbol === undefined || symbol === "THE" ? [] : symbol));

function clauseOf(classes: readonly string[]): string[] {
  const end = classes.findIndex((name) => CLAUSE.test(name));
  return classes.slice(0, end < 0 ? classes.length : end);
}

function addPairs(before: readonly string[], after: readonly string[], add: Add): void {
  for (const left of before) for (const right of after) add(`pair${left} ${right}`);
  for (const [side, run] of [
    ["b", before],
    ["a", after],
  ] as const) {
    for (const [at, near] of run.entries()) {
      for (const far of run.slice(at + 1, at + 1 + APART_MAX)) add(`pair${side}${near} ${far}`);
    }
  }
}
