import type { StartTimer } from "../types.ts";
import { weigh } from "./intent/evidence.ts";
import { detectIntent } from "./intent/index.ts";
import { isSensitive } from "./intent/sensitive.ts";
import { stripAsking } from "./query/filler.ts";
import { formulateQuery } from "./query/index.ts";
import { readPrice } from "./query/price.ts";
import { removePrivateData } from "./query/private-data.ts";
import { removeNames } from "./query/private-names.ts";

/** What a reader writes, which first makes the tables that reading it needs. */
const TURN = "Can you recommend a quiet coffee grinder under $80? Mine broke.";
/** After so many turns the expressions that readers' words need are nearly all compiled. */
const COLD_TURNS_MAX = 20;
/** As much of a turn as a query is made from. */
const TEXT_MAX = 1_500;

let turns = 0;
/** Whether a turn is read in parts now. Each part is read twice, so those beside it are not. */
let isEasing = false;
/** What is left of the warm-up; undefined before it begins. */
let steps: (() => unknown)[] | undefined;

/**
 * Every part twice: V8 compiles an expression to bytecode at its first use and to machine code at
 * the second.
 */
const twice = (parts: readonly (() => unknown)[]) => parts.flatMap((part) => [part, part]);

/** The parts of telling what a turn is about; each compiles what it needs when it runs. */
const intentParts = (text: string): (() => unknown)[] => [
  () => isSensitive(text, []),
  () => weigh(text),
  () => detectIntent(text),
];

/** The parts of making a query of it. */
const queryParts = (text: string): (() => unknown)[] => [
  () => removeNames(text),
  () => removePrivateData(text),
  () => readPrice(text),
  () => stripAsking(text),
];

/** Makes a process ready for its first reader, in small steps between other work. Once. */
export function warmUp(startTimer: StartTimer): void {
  if (steps !== undefined) return;
  steps = twice([...intentParts(TURN), ...queryParts(TURN), () => formulateQuery(TURN)]);
  const next = () => {
    steps?.shift()?.();
    if (steps !== undefined && steps.length > 0) startTimer(next, 0);
  };
  startTimer(next, 0);
}

/**
 * Reads a text part by part with other work in between, in the first turns of a process: the first
 * reading of a kind of words compiles its expressions, and in one piece that would hold up every
 * other reader of the server.
 */
export async function easeIn(what: "intent" | "query", turn: string): Promise<void> {
  if (turns >= COLD_TURNS_MAX || isEasing) return;
  if (what === "query") turns += 1;
  isEasing = true;
  // The reader is here: what is left of the warm-up would stand in the way.
  steps = [];
  const text = turn.slice(0, TEXT_MAX);
  const parts = twice(what === "intent" ? intentParts(text) : queryParts(text));
  for (const part of [...parts, () => undefined]) {
    // Not the kit's timers, which are unreferenced: the process could end before this resolves.
    await new Promise((resolve) => setTimeout(resolve, 0));
    part();
  }
  isEasing = false;
}
