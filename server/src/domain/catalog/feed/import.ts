import { hash } from "node:crypto";
import { ExchangeError } from "../../../contract/errors.ts";
import type { Clock } from "../../../core/clock.ts";
import type { Database, Tx } from "../../../core/db.ts";
import type { FeedProduct } from "../product.ts";
import { LINE_BYTES_MAX, readLines } from "./lines.ts";
import {
  applyStagedRows,
  clearStaging,
  closeFeedVersion,
  lockCatalog,
  openFeedVersion,
  planJoins,
  type Rejection,
  retireMissing,
  type StagedRow,
  saveRejections,
  stageRows,
  tryLockFeed,
  unstageForeignRows,
} from "./queries.ts";
import { parseJsonRow } from "./row.ts";

export interface FeedProgress {
  readonly phase: "reading" | "applying";
  readonly rowsRead: number;
  readonly rowsRejected: number;
  /** **Units** rows per second since the start. */
  readonly rowsPerSecond: number;
}

export interface FeedImportOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** The feed's name; its products are the only ones this import may change or retire. */
  readonly feed: string;
  /** JSON Lines, already unpacked. */
  readonly source: AsyncIterable<Uint8Array>;
  readonly onProgress?: (progress: FeedProgress) => void;
  /** Called for each refused row, in no strict order of lines. */
  readonly onRejection?: (rejection: Rejection) => void;
}

export interface FeedImportResult {
  readonly feed: string;
  readonly version: number;
  readonly rowsRead: number;
  readonly rowsRejected: number;
  /** Live products of the feed after the import. */
  readonly products: number;
  readonly rowsChanged: number;
  readonly rowsRetired: number;
  readonly durationMs: number;
  readonly rowsPerSecond: number;
}

const FEED_NAME = /^[A-Za-z0-9._~-]{1,64}$/;
const BATCH_ROWS = 1_000;

/** Lines applied by one statement: keeps each well under the statement timeout. */
const APPLY_LINES = 20_000;

/** A broken file can refuse every row; its first rows tell why. All are counted. */
const REJECTIONS_KEPT_MAX = 10_000;

interface Run {
  readonly options: FeedImportOptions;
  readonly tx: Tx;
  readonly startedMs: number;
  readonly rejections: Rejection[];
  rowsRead: number;
  rowsRejected: number;
  staged: number;
  lastLine: number;
}

/**
 * Reads a feed and makes it the catalogue's new version of that feed, in one transaction: other
 * processes see all of it or nothing, and an import that dies leaves the old version whole. Only
 * rows whose content differs are written. Memory stays bounded by one batch of rows.
 *
 * **Errors** `conflict` when the feed is being imported elsewhere; `invalid_request` for a bad feed
 * name, or when no row is a product: an empty file must not empty a feed.
 */
export async function importFeed(options: FeedImportOptions): Promise<FeedImportResult> {
  if (!FEED_NAME.test(options.feed)) {
    throw new ExchangeError("invalid_request", {
      message: "A feed's name is 1 to 64 letters, digits or . _ ~ -",
      field: "feed",
    });
  }
  const startedMs = options.clock.monotonicMs();
  return options.db.tx(async (tx) => {
    if (!(await tryLockFeed(tx, options.feed))) {
      throw new ExchangeError("conflict", {
        message: `The feed ${options.feed} is being imported right now.`,
        suggestion: "Wait until it is done, then start the import again.",
      });
    }
    const run: Run = {
      options,
      tx,
      startedMs,
      rejections: [],
      rowsRead: 0,
      rowsRejected: 0,
      staged: 0,
      lastLine: 0,
    };
    const version = await openFeedVersion(tx, options.feed);
    await clearStaging(tx, options.feed);
    await stageAll(run);
    return applyAll(run, version);
  });
}

async function stageAll(run: Run): Promise<void> {
  let batch: StagedRow[] = [];
  const flush = async () => {
    if (batch.length > 0) await stageBatch(run, batch);
    batch = [];
    report(run, "reading");
  };
  for await (const { line, text } of readLines(run.options.source)) {
    run.rowsRead += 1;
    run.lastLine = line;
    const parsed =
      text === null
        ? { reason: `line is longer than ${LINE_BYTES_MAX / 1024} KB`, id: null }
        : parseJsonRow(text);
    if ("reason" in parsed) reject(run, { line, ...parsed });
    else batch.push({ line, product: parsed.product, contentHash: contentHashOf(parsed.product) });
    if (batch.length >= BATCH_ROWS) await flush();
  }
  await flush();
}

async function stageBatch(run: Run, batch: readonly StagedRow[]): Promise<void> {
  const taken = await stageRows(run.tx, run.options.feed, batch);
  run.staged += taken.size;
  if (taken.size === batch.length) return;
  for (const { line, product } of batch) {
    if (taken.has(line)) continue;
    reject(run, { line, id: product.id, reason: "id appears earlier in this file" });
  }
}

async function applyAll(run: Run, version: number): Promise<FeedImportResult> {
  const { tx, options } = run;
  report(run, "applying");
  await lockCatalog(tx);
  await planJoins(tx, "hash");
  for (const foreign of await unstageForeignRows(tx, options.feed)) {
    const reason = `id belongs to the feed ${foreign.owner}`;
    reject(run, { line: foreign.line, id: foreign.id, reason });
    run.staged -= 1;
  }
  if (run.staged === 0) {
    throw new ExchangeError("invalid_request", {
      message: `None of the ${run.rowsRead} rows is a product; the feed stays as it was.`,
      details: { rejections: run.rejections.slice(0, 20) },
    });
  }
  const now = options.clock.now();
  let rowsChanged = 0;
  await planJoins(tx, "index");
  for (let fromLine = 1; fromLine <= run.lastLine; fromLine += APPLY_LINES) {
    const range = {
      feed: options.feed,
      version,
      now,
      fromLine,
      toLine: fromLine + APPLY_LINES - 1,
    };
    rowsChanged += await applyStagedRows(tx, range);
    report(run, "applying");
  }
  await planJoins(tx, "hash");
  const rowsRetired = await retireMissing(tx, options.feed, now);
  await clearStaging(tx, options.feed);
  const rejections = run.rejections.toSorted((left, right) => left.line - right.line);
  await saveRejections(tx, { feed: options.feed, version }, rejections);
  const result = resultOf(run, { version, rowsChanged, rowsRetired });
  await closeFeedVersion(tx, { ...result, name: options.feed, importedAt: now.toISOString() });
  return result;
}

function resultOf(
  run: Run,
  counts: { version: number; rowsChanged: number; rowsRetired: number },
): FeedImportResult {
  const durationMs = Math.round(run.options.clock.monotonicMs() - run.startedMs);
  return {
    feed: run.options.feed,
    ...counts,
    rowsRead: run.rowsRead,
    rowsRejected: run.rowsRejected,
    products: run.staged,
    durationMs,
    rowsPerSecond: rowsPerSecond(run),
  };
}

function reject(run: Run, rejection: Rejection): void {
  run.rowsRejected += 1;
  if (run.rejections.length < REJECTIONS_KEPT_MAX) run.rejections.push(rejection);
  run.options.onRejection?.(rejection);
}

function report(run: Run, phase: FeedProgress["phase"]): void {
  run.options.onProgress?.({
    phase,
    rowsRead: run.rowsRead,
    rowsRejected: run.rowsRejected,
    rowsPerSecond: rowsPerSecond(run),
  });
}

function rowsPerSecond(run: Run): number {
  const elapsedMs = Math.max(run.options.clock.monotonicMs() - run.startedMs, 1);
  return Math.round((run.rowsRead * 1000) / elapsedMs);
}

/** Two rows with one hash say the same about a product. **Units** hexadecimal, 16 bytes. */
function contentHashOf(product: FeedProduct): string {
  const fields = [
    product.title,
    product.description,
    product.brand,
    product.category,
    product.priceMicros,
    product.compareAtMicros,
    product.currency,
    product.availability,
    product.imageUrl,
    product.link,
    product.gtin,
    product.color,
    product.ratingValue,
    product.ratingCount,
    product.seller,
  ];
  return hash("sha256", JSON.stringify(fields), "hex").slice(0, 32);
}
