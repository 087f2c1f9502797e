export const FEED_FORMATS = ["jsonl", "google-xml", "google-tsv", "shopify-csv", "acp"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** What the places of a format's rows count. Lines of XML and JSON documents say nothing. */
export function placeWord(format: string | null): "line" | "item" {
  return format === "google-xml" || format === "acp" ? "item" : "line";
}

/** The fields of a product under our own names, not checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a format calls our fields, where it calls them otherwise. */
export type FieldNames = Readonly<Record<string, string>>;

/**
 * A row, or the reason why it cannot be read. The id is as the file has it.
 *
 * **Errors** `fields` throws `FieldError` for a field that cannot be read.
 */
export type ReadRow =
  | { readonly id: unknown; readonly names: FieldNames; readonly fields: () => Fields }
  | { readonly id: unknown; readonly reason: string };

/** A row, and where in the file it stands: `placeWord`, 1-based. */
export interface FeedRow {
  readonly place: number;
  readonly row: ReadRow;
}

/** What a Shopify export does not say: where the shop is and its currency. */
export interface Shop {
  /** The shop's address; a product's page is at `/products/<handle>` in it. */
  readonly url: string;
  readonly currency: string;
}

export interface ReadOptions {
  /** `undefined`: detected from the content. */
  readonly format?: FeedFormat | undefined;
  /** When a sale price must hold. */
  readonly now: Date;
  /** Needed for a Shopify export alone. */
  readonly shop?: Partial<Shop> | undefined;
}

export interface FeedReading {
  readonly format: FeedFormat;
  /** A batch of rows for each chunk of the file, never across two. */
  readonly batches: AsyncIterable<FeedRow[]>;
}

/**
 * Opens a feed: finds out what it is, then reads it row by row with bounded memory.
 *
 * **Errors** `invalid_request` for what cannot be read at all; a broken row is a row with a reason.
 */
export type FeedReader = (
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
) => Promise<FeedReading>;
