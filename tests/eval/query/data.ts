import { createHash } from "node:crypto";
import type { ChatTurn } from "@placard/publisher-kit/query";
import { linesOf } from "../search/data.ts";

/** A reader's turn with the search queries that people, or the template, wrote for it. */
export interface ReferencedTurn {
  readonly text: string;
  readonly prev: readonly ChatTurn[];
  readonly source: string;
  /** Rows of one dialogue or paraphrase family: never on both sides of a split. */
  readonly group: string;
  readonly queries: readonly string[];
}

interface Row {
  readonly text: string;
  readonly prev?: readonly ChatTurn[];
  readonly source: string;
  readonly group: string;
  readonly queries?: readonly string[];
}

export function referencedTurns(data: string): ReferencedTurn[] {
  return linesOf(data, "dev.jsonl.gz").flatMap((line) => {
    const { text, prev = [], source, group, queries = [] }: Row = JSON.parse(line);
    return queries.length === 0 ? [] : [{ text, prev, source, group, queries }];
  });
}

/**
 * Which half of the turns a group belongs to: rules were written by looking at "tune" only, so
 * what "held" shows is what other readers would see. A hash, so that no half can be chosen.
 */
export function partOf(group: string): "tune" | "held" {
  const [first = 0] = createHash("sha256").update(group).digest();
  return first % 2 === 0 ? "tune" : "held";
}
