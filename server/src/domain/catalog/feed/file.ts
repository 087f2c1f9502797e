import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";
import { ExchangeError } from "../../../contract/errors.ts";

export type FeedFile = Awaited<ReturnType<typeof openFeedFile>>;

/**
 * Opens a feed file; one that ends in `.gz` is unpacked while it is read.
 *
 * **Errors** `not_found` when it is not a readable file.
 */
export async function openFeedFile(path: string) {
  const info = await stat(path).catch(() => undefined);
  if (info?.isFile() !== true) {
    throw new ExchangeError("not_found", { message: `There is no file ${path}.` });
  }
  const bytes = createReadStream(path);
  const source: AsyncIterable<Uint8Array> = path.endsWith(".gz") ? unpacked(bytes) : bytes;
  return {
    /** The unpacked bytes. A broken or cut-off archive throws while it is read. */
    source,
    /** **Units** bytes on disk, like `bytesRead()`. */
    sizeBytes: info.size,
    bytesRead: () => bytes.bytesRead,
  };
}

/** The default name of a file's feed: its base name. */
export function feedNameOf(path: string): string {
  return basename(path).replace(
    /(\.jsonl|\.ndjson|\.json|\.xml|\.rss|\.tsv|\.txt|\.csv)?(\.gz)?$/i,
    "",
  );
}

function unpacked(bytes: ReturnType<typeof createReadStream>): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip();
  // `pipe` alone would leave the reader waiting for ever when the file cannot be read.
  bytes.on("error", (error) => gunzip.destroy(error));
  gunzip.on("close", () => bytes.destroy());
  return bytes.pipe(gunzip);
}
