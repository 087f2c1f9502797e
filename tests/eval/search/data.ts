import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export interface JudgedSet {
  readonly name: string;
  readonly judgments: string;
  readonly feed: string;
  /** What a rating is worth. Source: the README of the data. */
  gainOf(rating: number): number;
}

export const SETS: readonly JudgedSet[] = [
  {
    name: "esci-us",
    judgments: "judgments-esci-us-dev.jsonl.gz",
    feed: "feed-esci-us.jsonl.gz",
    gainOf: (rating) => rating,
  },
  {
    name: "icecat",
    judgments: "judgments-icecat-dev.jsonl.gz",
    feed: "feed-icecat.jsonl.gz",
    gainOf: (rating) => 2 ** rating - 1,
  },
];

export const ALL_FEEDS: readonly string[] = [
  "feed-esci-us.jsonl.gz",
  "feed-icecat.jsonl.gz",
  "feed-bestbuy.jsonl.gz",
  "feed-discounts.jsonl.gz",
];

export interface Judgment {
  readonly query: string;
  readonly ratings: Readonly<Record<string, number>>;
}

export function judgmentsOf(data: string, set: JudgedSet): Judgment[] {
  return linesOf(data, set.judgments).map((line): Judgment => JSON.parse(line));
}

/** The queries of a file, whatever else its lines say. */
export function queriesOf(data: string, file: string): string[] {
  return linesOf(data, file).map((line) => {
    const { query }: { query: string } = JSON.parse(line);
    return query;
  });
}

export interface OffCatalogueQuery {
  readonly part: "tune" | "held";
  readonly query: string;
}

/** Our own frozen queries for what no feed here sells. */
export function offCatalogueQueries(): OffCatalogueQuery[] {
  const file = new URL("./off-catalogue.jsonl", import.meta.url);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line): OffCatalogueQuery => JSON.parse(line));
}

export function linesOf(data: string, file: string): string[] {
  return gunzipSync(readFileSync(join(data, file)))
    .toString("utf8")
    .trim()
    .split("\n");
}
