import type { Line } from "./page.ts";
import { type Phrase, piecesOf } from "./pieces.ts";
import { placeOf } from "./places.ts";
import { type Add, CLAUSE, type Seen, stemOf } from "./seen.ts";
import { addAround, addRuns } from "./spans.ts";
import type { Look } from "./zones.ts";

export const phrasesOf = (lines: readonly Line[]): Phrase[] =>
  lines.map((line) => ({ line, pieces: piecesOf(line) }));

/** How the answer speaks of one offer, as rising places of weights. */
export function featuresOf({ phrases, seen, zones }: Look): Uint32Array {
  const found = new Set<number>();
  const add: Add = (feature) => {
    found.add(placeOf(feature));
  };
  for (const [at, pieces] of seen.entries()) {
    const zone = zones[at] ?? "";
    const asking = pieces.some(({ word }) => word === "?") ? `${zone}?` : zone;
    addSentence(pieces, asking, add);
    if (zone !== "s") continue;
    for (const [index, piece] of pieces.entries()) {
      if (piece.symbol !== "S") continue;
      addPlace(pieces, index, asking, add);
      addAround(pieces, index, add);
      addTraits(piece, pieces[index + 1], add);
    }
  }
  addShape(phrases, seen, add);
  return Uint32Array.from(found).sort();
}

const isOther = ({ symbol }: Seen): boolean => symbol === "O" || symbol === "R";

const TURNS_MEANING = /^(?:NEG|UNREAL|TOO|IF|NOPE|UNSURE|LATER|PAST)$/;

/** What a sentence says: stems, classes, two and three classes in a row, what a negation covers. */
function addSentence(pieces: readonly Seen[], zone: string, add: Add): void {
  const symbols = pieces.flatMap(({ symbol }) => symbol ?? []);
  for (const symbol of symbols) add(`${zone}#${symbol}`);
  if (/^[efi]/.test(zone)) return;
  for (const { word } of pieces) add(`${zone}~${stemOf(word)}`);
  addRuns(pieces, zone, add);
  addTurned(symbols, zone, add);
  const steps = ["^", ...symbols.filter((symbol) => symbol !== "THE"), "$"];
  for (let at = 0; at + 1 < steps.length; at += 1) {
    const [first, second, third] = steps.slice(at, at + 3);
    add(`${zone}2${first} ${second}`);
    if (third !== undefined) add(`${zone}3${first} ${second} ${third}`);
  }
}

/** What stands in one clause with a negation, a condition or a doubt before it. */
function addTurned(symbols: readonly string[], zone: string, add: Add): void {
  let turn = "";
  for (const symbol of symbols) {
    if (CLAUSE.test(symbol)) turn = "";
    else if (TURNS_MEANING.test(symbol)) turn = symbol;
    else if (turn !== "") add(`${zone}${turn}!${symbol}`);
  }
}

/** What stands before and after one name of the offer. */
function addPlace(pieces: readonly Seen[], index: number, zone: string, add: Add): void {
  const before = pieces.slice(0, index).reverse();
  const after = pieces.slice(index + 1);
  addSide(before, `${zone}<`, add);
  addSide(after, `${zone}>`, add);
  addWindow(before, after, zone, add);
}

/** One side of a name up to the next name of the offer, by clauses and by other names between. */
function addSide(run: readonly Seen[], side: string, add: Add): void {
  let clause = 0;
  let crossed = "";
  for (const piece of run) {
    const { word, symbol } = piece;
    if (symbol === "S") return;
    const place = `${side}${Math.min(clause, 2)}${crossed}`;
    if (clause === 0) add(`${place}=${stemOf(word)}`);
    if (symbol === undefined) continue;
    add(`${place}#${symbol}`);
    if (CLAUSE.test(symbol)) clause += 1;
    if (isOther(piece)) crossed = "x";
  }
}

/** The next classes and words on both sides, and both sides together. */
function addWindow(before: readonly Seen[], after: readonly Seen[], zone: string, add: Add): void {
  const near = (run: readonly Seen[], count: number): string =>
    Array.from({ length: count }, (_, at) => run[at]?.symbol ?? (run[at] ? "w" : "$")).join(" ");
  const words = (run: readonly Seen[], count: number): string =>
    Array.from({ length: count }, (_, at) => run[at]?.word ?? "$").join(" ");
  for (const count of [1, 2, 3]) {
    add(`${zone}b${near(before, count)}`);
    add(`${zone}a${near(after, count)}`);
  }
  for (const left of [1, 2]) {
    for (const right of [1, 2]) add(`${zone}w${near(before, left)}|${near(after, right)}`);
    add(`${zone}B${words(before, left)}`);
    add(`${zone}A${words(after, left)}`);
  }
}

/** How the name itself is written. */
function addTraits({ traits = [] }: Seen, next: Seen | undefined, add: Add): void {
  for (const trait of new Set([...traits, traits.join("-")])) {
    add(`mark ${trait}`);
    add(`mark ${trait} ${next?.symbol}`);
  }
}

const few = (count: number): string => (count > 3 ? "4" : String(count));

/** The shape of the answer, and of the sentences that name the offer. */
function addShape(phrases: readonly Phrase[], seen: readonly (readonly Seen[])[], add: Add): void {
  const all = seen.flat();
  const own = seen.map((pieces) => pieces.some(({ symbol }) => symbol === "S"));
  const marks = phrases.flatMap(({ line }) => line.marks);
  const offers = new Set(marks.flatMap(({ offer }) => offer?.offerId ?? []));
  add(`offers${few(offers.size)}`);
  add(`rivals${few(all.filter(({ symbol }) => symbol === "R").length)}`);
  add(`others${few(all.filter(isOther).length)}`);
  add(`names${few(own.filter(Boolean).length)}`);
  add(`sentences${few(phrases.length)}`);
  add(own.at(-1) ? "last" : "notlast");
  add(own[0] ? "first" : "notfirst");
  for (const [at, { line }] of phrases.entries()) {
    if (!own[at]) continue;
    if (line.sentence.listItem) add("inlist");
    if (line.sentence.heading) add("inheading");
    add(`length${few(Math.floor((seen[at]?.length ?? 0) / 6))}`);
  }
}
