import { checkRow, type ParsedRow } from "../../../../server/src/domain/catalog/feed/row.ts";
import type { FeedFormat } from "../../../../server/src/domain/catalog/index.ts";
import type { Cut, Cutter } from "../../../../server/src/providers/feed/format.ts";
import { readFeed } from "../../../../server/src/providers/feed/reader.ts";

export const NOW = new Date("2026-11-22T12:00:00Z");
export const SHOP = { url: "https://shop.test", currency: "USD" };

/** Bytes as they arrive when a stream cuts them at the given places. */
export function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const edges = [0, ...cuts.toSorted((left, right) => left - right), bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}

export function cutAll<T>(cutter: Cutter<T>, chunks: readonly Buffer[]): Cut<T>[] {
  return [...chunks.flatMap((chunk) => cutter.push(chunk)), ...cutter.end()];
}

export async function* sourceOf(chunks: readonly Uint8Array[]) {
  yield* chunks;
}

export interface Reading {
  readonly format: FeedFormat;
  readonly rows: (ParsedRow & { readonly place: number })[];
}

/** Reads a whole feed; without a format, its content tells. */
export async function read(
  text: string | Buffer,
  options: { format?: FeedFormat; now?: Date; cuts?: readonly number[] } = {},
): Promise<Reading> {
  const bytes = Buffer.from(text);
  const { format, batches } = await readFeed(sourceOf(chunksOf(bytes, options.cuts ?? [])), {
    format: options.format,
    now: options.now ?? NOW,
    shop: SHOP,
  });
  const rows: Reading["rows"] = [];
  for await (const batch of batches) {
    rows.push(...batch.map(({ place, row }) => ({ ...checkRow(row), place })));
  }
  return { format, rows };
}

export function productsOf({ rows }: Reading) {
  return rows.flatMap((row) => ("product" in row ? [row.product] : []));
}

/** Where and why rows were refused. */
export function reasonsOf({ rows }: Reading): [place: number, id: string | null, reason: string][] {
  return rows.flatMap((row): [number, string | null, string][] =>
    "reason" in row ? [[row.place, row.id, row.reason]] : [],
  );
}
