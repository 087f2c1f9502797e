import { setPriority } from "node:os";
import { ExchangeError } from "../contract/errors.ts";
import {
  FEED_FORMATS,
  type FeedFile,
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
import {
  audit,
  type CommandContext,
  defineCommand,
  type Given,
  listing,
  tableOf,
} from "./command.ts";

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

const REJECTIONS_SHOWN_MAX = 50;
const FEED_NICE = 10;
const SHOP = "[--shop URL] [--currency CODE]";

/** A terminal shows motion; a log file gets a line now and then. **Units** milliseconds. */
const TTY_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;

/** **Errors** `not_found`; those of the import. */
export const runFeedCommand = defineCommand<FeedContext>("feed", {
  import: {
    usage: `FILE [--feed NAME] [--format auto|${FEED_FORMATS.join("|")}] ${SHOP}`,
    run: importFile,
  },
  status: {
    usage: "[NAME]",
    async run({ subject: name }, { db }) {
      const feeds = (await listFeeds(db)).filter((feed) => name === "" || feed.name === name);
      const empty = "No feeds. Import one: feed import FILE";
      const listed = listing(feeds, { head: STATUS_HEAD, rows: feeds.map(statusRow), empty });
      if (name === "") return listed;
      const [feed] = feeds;
      if (feed === undefined) {
        throw new ExchangeError("not_found", { message: `There is no feed ${name}.` });
      }
      const rejections = await listRejections(db, name, REJECTIONS_SHOWN_MAX);
      const { rowsRejected: total, format } = feed;
      const rejected = textOfRejections(rejections, { total, format });
      return { json: { items: feeds, rejections }, text: `${listed.text}${rejected}` };
    },
  },
});

async function importFile(given: Given, context: FeedContext) {
  const { subject: path } = given;
  const format = FEED_FORMATS.find((known) => known === given.get("format")) ?? "auto";
  const feed = given.get("feed") ?? feedNameOf(path);
  const [url, currency] = [given.get("shop"), given.get("currency")];
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
    shop: { url, currency },
    onProgress: progress.show,
    onRejection: (rejection) => {
      if (rejections.length < REJECTIONS_SHOWN_MAX) rejections.push(rejection);
    },
  }).finally(progress.end);
  await audit(context.db, context, { action: "feed.import", subject: feed, detail: result });
  const detected = format === "auto" ? " (detected)" : "";
  const text = `format ${result.format}${detected}\n${textOfImport(result, rejections)}`;
  return { json: { ...result, rejections }, text };
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

function textOfImport(result: FeedImportResult, rejections: readonly Rejection[]): string {
  const seconds = (result.durationMs / 1000).toFixed(1);
  const { rowsRejected: total, format } = result;
  return (
    `${result.feed}: version ${result.version}, ${grouped(result.products)} products\n` +
    `${grouped(result.rowsRead)} rows read, ${grouped(result.rowsRejected)} rejected, ` +
    `${grouped(result.rowsChanged)} changed, ${grouped(result.rowsRetired)} retired ` +
    `in ${seconds} s (${grouped(result.rowsPerSecond)} rows/s)\n` +
    textOfRejections(rejections, { total, format })
  );
}

function textOfRejections(
  rejections: readonly Rejection[],
  { total, format }: { total: number; format: string | null },
): string {
  if (rejections.length === 0) return "";
  const rows = rejections.map(({ line, id, reason }) => [String(line), id ?? "", reason]);
  const hidden = total - rejections.length;
  const more = hidden > 0 ? `... and ${grouped(hidden)} more\n` : "";
  return `\n${tableOf([[placeWord(format), "id", "rejected because"], ...rows])}${more}`;
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
