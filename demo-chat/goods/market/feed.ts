import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CatalogueOptions, generateProducts, productAt } from "../generate.ts";
import { parseJson, recordOf } from "./json.ts";
import { writePrivately } from "./key-file.ts";

export const DEMO_FEED = "demo-shop";

const FILE = "demo-feed.json";
/** Enough rows to notice a changed generator, few enough to cost nothing at every start. */
const SAMPLE_ROWS = 400;
const CHUNK_ROWS = 500;

export type Catalogue = CatalogueOptions & { count: number };

export type FeedState = { version: number; products: number; importedAt: string | null };

/** Distinguishes two catalogues without making all of their rows. */
export function signatureOf(catalogue: Catalogue): string {
  const hash = createHash("sha256").update(String(catalogue.count));
  const step = Math.max(1, Math.floor(catalogue.count / SAMPLE_ROWS));
  for (let index = 0; index < catalogue.count; index += step) {
    hash.update(JSON.stringify(productAt(index, catalogue).row));
  }
  return hash.digest("hex");
}

/** Whether the feed in the database is the one this catalogue would make. */
export async function isFeedCurrent(
  dataDir: string,
  signature: string,
  feed: FeedState | undefined,
): Promise<boolean> {
  if (feed === undefined) return false;
  const text = await readFile(join(dataDir, FILE), "utf8").catch(() => "");
  const kept = recordOf(parseJson(text));
  return (
    kept?.signature === signature &&
    kept.version === feed.version &&
    // Another database may hold a feed of the same name and version.
    kept.importedAt === feed.importedAt
  );
}

export async function rememberFeed(
  dataDir: string,
  signature: string,
  { version, importedAt }: FeedState,
): Promise<void> {
  const text = `${JSON.stringify({ signature, version, importedAt })}\n`;
  await writePrivately(join(dataDir, FILE), text);
}

/**
 * The catalogue as JSON Lines, in chunks, so that memory stays flat at any size.
 *
 * **Errors** the signal's reason, which makes an import give up and leave the feed as it was.
 */
export async function* feedLines(
  catalogue: Catalogue,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let lines = "";
  let rows = 0;
  for (const row of generateProducts(catalogue)) {
    lines += `${JSON.stringify(row)}\n`;
    rows += 1;
    if (rows % CHUNK_ROWS === 0) {
      signal.throwIfAborted();
      yield encoder.encode(lines);
      lines = "";
    }
  }
  if (lines !== "") yield encoder.encode(lines);
}
