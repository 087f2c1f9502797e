import { ExchangeError } from "../contract/errors.ts";
import { creditsFromMicros } from "../contract/money.ts";
import { insertAudit } from "../domain/audit/index.ts";
import {
  type BrandFile,
  type BrandFormat,
  type BrandImport,
  type BrandRecord,
  brandOnWire,
  importBrands,
  listAllBrands,
  readBrandFile,
} from "../domain/brands/index.ts";
import { pauseAboveCaps } from "../domain/campaigns/index.ts";
import { openFeedFile } from "../domain/catalog/index.ts";
import { type CommandContext, parseWords, tableOf, usageError, writeJson } from "./command.ts";

export const BRANDS_USAGE = `brands import FILE [--format auto|jsonl|csv] [--json]
brands list [--json]`;

/** A brand is half a kilobyte; more is no catalogue of them. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;
const REJECTIONS_SHOWN_MAX = 50;
const LISTED_MAX = 1_000;

/**
 * Runs `brands ...` with the words after `brands`; answers the exit code: 1 when a file held rows
 * and not one of them could be taken.
 *
 * **Errors** `invalid_request` for a wrong call or a file that cannot be read, `not_found`.
 */
export async function runBrandsCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [action, ...rest] = words;
  if (action === "import") return importFile(rest, context);
  if (action === "list") return list(rest, context);
  throw wrong(action === undefined ? "Say what to do." : `There is no command brands ${action}.`);
}

/** What an import did, and which campaigns it paused because their brand pays less now. */
interface Imported extends BrandImport {
  readonly pausedCampaignIds: readonly string[];
}

async function importFile(words: string[], context: CommandContext): Promise<number> {
  const options = { format: { type: "string", default: "auto" }, ...JSON_OPTION } as const;
  const { values, positionals } = parseWords(words, options, BRANDS_USAGE);
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw wrong("Name one file.");
  const format = formatOf(values.format, path);
  const file = readBrandFile(await readText(path), format);
  const imported = await saved(file, path, context);
  if (values.json) writeJson(context, imported);
  else writeImported(context, imported);
  return imported.rowsRead > 0 && imported.rowsRejected === imported.rowsRead ? 1 : 0;
}

/** The brands, the pauses and the audit row: all in one transaction. */
function saved(file: BrandFile, path: string, context: CommandContext): Promise<Imported> {
  const { db, ids, clock, actor } = context;
  return db.tx(async (tx) => {
    const deps = { ids, now: clock.now() };
    const result = await importBrands(tx, file, deps);
    const pausedCampaignIds = await pauseAboveCaps(tx, deps);
    const { rejections: _listed, ...counts } = result;
    const subject = path.split("/").at(-1) ?? path;
    const detail = { ...counts, pausedCampaignIds };
    await insertAudit(tx, { uuid: ids.uuid(), actor, action: "brands.import", subject, detail });
    return { ...result, pausedCampaignIds };
  });
}

function formatOf(format: string, path: string): BrandFormat {
  if (format === "jsonl" || format === "csv") return format;
  if (format !== "auto") throw wrong(`Unknown format ${format}.`);
  return /\.csv(\.gz)?$/i.test(path) ? "csv" : "jsonl";
}

/** **Errors** `not_found`; `invalid_request` for a file that is too large or is not UTF-8. */
async function readText(path: string): Promise<string> {
  const { source } = await openFeedFile(path);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > FILE_BYTES_MAX) {
      throw new ExchangeError("invalid_request", {
        message: `The file is larger than ${FILE_BYTES_MAX} bytes.`,
      });
    }
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ExchangeError("invalid_request", { message: "The file is not UTF-8 text." });
  }
}

function writeImported({ stdout }: CommandContext, imported: Imported): void {
  const { rowsRead, added, changed, unchanged, rowsRejected, pausedCampaignIds } = imported;
  stdout.write(
    `${rowsRead} rows read: ${added} added, ${changed} changed, ${unchanged} unchanged, ` +
      `${rowsRejected} rejected\n`,
  );
  for (const campaignId of pausedCampaignIds) {
    stdout.write(`${campaignId} is paused: its rate is above the brand's cap now\n`);
  }
  if (rowsRejected === 0) return;
  const shown = imported.rejections.slice(0, REJECTIONS_SHOWN_MAX);
  const rows = shown.map(({ line, reason }) => [String(line), reason]);
  stdout.write(`\n${tableOf([["line", "rejected because"], ...rows])}`);
  const hidden = rowsRejected - shown.length;
  if (hidden > 0) stdout.write(`... and ${hidden} more; --json lists them all\n`);
}

async function list(words: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseWords(words, JSON_OPTION, BRANDS_USAGE);
  if (positionals.length > 0) throw wrong("list takes only --json.");
  const found = await listAllBrands(context.db, LISTED_MAX + 1);
  const brands = found.slice(0, LISTED_MAX);
  if (values.json) {
    const items = brands.map((brand) => ({ ...brandOnWire(brand), isActive: brand.isActive }));
    writeJson(context, { items });
  } else if (brands.length === 0) {
    context.stdout.write("No brand yet. Import some: brands import FILE\n");
  } else {
    context.stdout.write(tableOf([HEAD, ...brands.map(rowOf)]));
    if (found.length > LISTED_MAX) context.stdout.write(`Only the first ${LISTED_MAX} by name.\n`);
  }
  return 0;
}

const HEAD = ["brand", "name", "domain", "cap", "units", "state", "updated"];

function rowOf(brand: BrandRecord): string[] {
  return [
    brand.brandId,
    brand.name,
    brand.domain,
    creditsFromMicros(brand.maxRate).toLocaleString("en-US", { maximumFractionDigits: 6 }),
    brand.adUnitTypes.join(" "),
    brand.isActive ? "active" : "retired",
    brand.updatedAt,
  ];
}

const JSON_OPTION = { json: { type: "boolean", default: false } } as const;

function wrong(message: string): ExchangeError {
  return usageError(message, BRANDS_USAGE);
}
