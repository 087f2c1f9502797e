import { settleEarly } from "../setup/settle-early.ts";
import type { WorldOptions } from "./world.ts";

/** A fault that is put in on purpose: a simulation that misses it proves nothing. */
export interface Planted {
  readonly name: string;
  readonly options: Pick<WorldOptions, "flaws" | "settlement">;
}

export const PLANTED: readonly Planted[] = [
  { name: "a fee that is rounded once per batch", options: { flaws: { isFeePerBatch: true } } },
  {
    name: "a settlement that does not lock the book",
    options: { flaws: { isSettlementUnlocked: true } },
  },
  { name: "an acknowledgement before COMMIT", options: { settlement: settleEarly } },
  { name: "a sweep that two may do at once", options: { flaws: { isSweepUnguarded: true } } },
];
