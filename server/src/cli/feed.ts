import { setPriority } from "node:os";
import { ExchangeError } from "../contract/errors.ts";
import { insertAudit } from "../domain/audit/index.ts";
import {
  FEED_FORMATS,
  type FeedFile,
  type FeedFormat,
  type FeedImportResult,
  type FeedProgress,
  type FeedReader,
  type FeedStatus,
  feedNameOf,
  importFeed,
  listFeeds,
  listRejections,
  openFeedFile,
  placeWord,
  type Rejection,
} from "../domain/catalog/index.ts";
import { type CommandContext, parseWords, tableOf, usageError, writeJson } from "./command.ts";

/** Where a command writes: the terminal, or a test. */
export interface CommandOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface FeedContext extends CommandContext {
  readonly reader: FeedReader;
  /** Progress, which must never mix with the JSON of `stdout`. */
  readonly stderr: CommandOutput;
}

export const FEED_USAGE = `feed import FILE [--feed NAME] [--format auto|${FEED_FORMATS.join("|")}]
            [--shop URL --currency CODE] [--json]
feed status [NAME] [--json]`;

const IMPORT_OPTIONS = {
  feed: { type: "string" },
  format: { type: "string", default: "auto" },
  shop: { type: "string" },
  currency: { type: "string" },
  json: { type: "boolean", default: false },
} as const;
const STATUS_OPTIONS = { json: { type: "boolean", default: false } } as const;

const REJECTIONS_SHOWN_MAX = 50;
const FEED_NICE = 10;

/** A terminal shows motion; a log file wants a line now and then. **Units** milliseconds. */
const TTY_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;

/**
 * Runs `feed ...` with the words after `feed`; answers the exit code.
 *
 * **Errors** `invalid_request` for a wrong call; whatever the import throws.
 */
export async function runFeedCommand(
  words: readonly string[],
  context: FeedContext,
): Promise<number> {
  const [action, ...rest] = words;
  if (action === "import") return importCommand(rest, context);
  if (action === "status") return statusCommand(rest, context);
  throw usageError(
    action === undefined ? "Say what to do." : `There is no command feed ${action}.`,
    FEED_USAGE,
  );
}

async function importCommand(words: readonly string[], context: FeedContext): Promise<number> {
  const { values, positionals } = parseWords(words, IMPORT_OPTIONS, FEED_USAGE);
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw usageError("Name one file.", FEED_USAGE);
  const format = formatOf(values.format);
  const feed = values.feed ?? feedNameOf(path);
  const { shop: url, currency } = values;
  const file = await openFeedFile(path);
  // Reading a feed takes a core; the processes that answer requests go first.
  setPriority(FEED_NICE);
  const rejections: Rejection[] = [];
  const progress = createProgress(file, context);
  const result = await importFeed({
    db: context.db,
    clock: context.clock,
    reader: context.reader,
    feed,
    source: file.source,
    format,
    shop: {
      ...(url === undefined ? {} : { url }),
      ...(currency === undefined ? {} : { currency }),
    },
    onProgress: progress.show,
    onRejection: (rejection) => {
      if (rejections.length < REJECTIONS_SHOWN_MAX) rejections.push(rejection);
    },
  }).finally(progress.end);
  const { db, ids, actor } = context;
  const uuid = ids.uuid();
  await insertAudit(db, { uuid, actor, action: "feed.import", subject: feed, detail: result });
  if (values.json) writeJson(context, { ...result, rejections });
  else {
    const told = format === "auto" ? " (by its content)" : "";
    context.stdout.write(`read as ${result.format}${told}\n`);
    writeImport(context, result, rejections);
  }
  return 0;
}

function formatOf(word: string): FeedFormat | "auto" {
  const format = FEED_FORMATS.find((known) => known === word);
  if (format === undefined && word !== "auto")
    throw usageError(`Unknown format ${word}.`, FEED_USAGE);
  return format ?? "auto";
}

async function statusCommand(words: readonly string[], context: FeedContext): Promise<number> {
  const { values, positionals } = parseWords(words, STATUS_OPTIONS, FEED_USAGE);
  const [name] = positionals;
  const feeds = (await listFeeds(context.db)).filter(
    (feed) => name === undefined || feed.name === name,
  );
  if (name !== undefined && feeds.length === 0) {
    throw new ExchangeError("not_found", { message: `There is no feed ${name}.` });
  }
  const rejections =
    name === undefined ? [] : await listRejections(context.db, name, REJECTIONS_SHOWN_MAX);
  if (values.json) {
    writeJson(context, { items: feeds, ...(name === undefined ? {} : { rejections }) });
    return 0;
  }
  if (feeds.length === 0) context.stdout.write("No feed yet. Import one: feed import FILE\n");
  else context.stdout.write(tableOf([STATUS_HEAD, ...feeds.map(statusRow)]));
  const [feed] = feeds;
  const total = feed?.rowsRejected ?? 0;
  writeRejections(context, rejections, { total, format: feed?.format ?? null });
  return 0;
}

function createProgress(file: FeedFile, { clock, stderr }: FeedContext) {
  const isTerminal = stderr.isTTY === true;
  const everyMs = isTerminal ? TTY_EVERY_MS : LINE_EVERY_MS;
  let shownMs = clock.monotonicMs();
  return {
    show(progress: FeedProgress) {
      if (clock.monotonicMs() - shownMs < everyMs) return;
      shownMs = clock.monotonicMs();
      const line = progressLine(progress, file, isTerminal);
      stderr.write(isTerminal ? `\r\u001b[2K${line.slice(0, stderr.columns ?? 80)}` : `${line}\n`);
    },
    end() {
      if (isTerminal) stderr.write("\r\u001b[2K");
    },
  };
}

const BAR_WIDTH = 20;

function progressLine(progress: FeedProgress, file: FeedFile, hasBar: boolean): string {
  const share = file.sizeBytes === 0 ? 1 : Math.min(file.bytesRead() / file.sizeBytes, 1);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = hasBar ? `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)} ` : "";
  const doing = progress.phase === "reading" ? `${Math.floor(share * 100)} %` : "applying";
  const rows = `${grouped(progress.rowsRead)} rows, ${grouped(progress.rowsPerSecond)}/s`;
  return `${bar}${doing}  ${rows}, ${grouped(progress.rowsRejected)} rejected`;
}

function writeImport(
  context: FeedContext,
  result: FeedImportResult,
  rejections: readonly Rejection[],
): void {
  const seconds = (result.durationMs / 1000).toFixed(1);
  context.stdout.write(
    `${result.feed}: version ${result.version}, ${grouped(result.products)} products\n` +
      `${grouped(result.rowsRead)} rows read, ${grouped(result.rowsRejected)} rejected, ` +
      `${grouped(result.rowsChanged)} changed, ${grouped(result.rowsRetired)} retired ` +
      `in ${seconds} s (${grouped(result.rowsPerSecond)} rows/s)\n`,
  );
  const { rowsRejected: total, format } = result;
  writeRejections(context, rejections, { total, format });
}

function writeRejections(
  context: FeedContext,
  rejections: readonly Rejection[],
  { total, format }: { total: number; format: string | null },
): void {
  if (rejections.length === 0) return;
  const rows = rejections.map(({ line, id, reason }) => [String(line), id ?? "", reason]);
  context.stdout.write(`\n${tableOf([[placeWord(format), "id", "rejected because"], ...rows])}`);
  const hidden = total - rejections.length;
  if (hidden > 0) context.stdout.write(`... and ${grouped(hidden)} more\n`);
}

const STATUS_HEAD = ["feed", "version", "products", "rejected", "changed", "retired", "imported"];

function statusRow(feed: FeedStatus): string[] {
  return [
    feed.name,
    String(feed.version),
    grouped(feed.products),
    grouped(feed.rowsRejected),
    grouped(feed.rowsChanged),
    grouped(feed.rowsRetired),
    feed.importedAt ?? "never",
  ];
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
