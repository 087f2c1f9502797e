import type { KnownWords } from "./spelling.ts";

/** One term to look up, and which words of the query it answers for. */
export interface Probe {
  readonly term: number;
  /** One bit per word of the query. */
  readonly words: number;
  /** What a full match adds to a product's score. */
  readonly gain: number;
  /** Whether a product that has it is of the size asked for. */
  readonly isSize?: boolean;
}

/**
 * A term that says something of a product without being asked for: that it is of a size near the
 * one asked for, of some size of its sort, or the opposite of what is asked for.
 */
export interface Telling {
  readonly term: number;
  readonly tells: "near" | "sized" | "contrary";
}

export interface QueryWord {
  readonly word: string;
  readonly stem: string;
  /** How much of the query it is, compared with a plain word. */
  readonly part: number;
}

/** A plan while it is made. */
export interface Plan extends KnownWords {
  readonly probes: Probe[];
  readonly telling: Telling[];
  readonly importance: number[];
}
