import { ExchangeError } from "../contract/errors.ts";
import { creditsFromMicros } from "../contract/money.ts";
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
import { audit, type CommandContext, defineCommand, listing, tableOf } from "./command.ts";

/** A brand is half a kilobyte; a larger file is not a catalogue of brands. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;
const REJECTIONS_SHOWN_MAX = 50;
const LISTED_MAX = 1_000;

/** The exit code is 1 when every row of a file is rejected. **Errors** `not_found`. */
export const runBrandsCommand = defineCommand("brands", {
  import: {
    usage: "FILE [--format auto|jsonl|csv]",
    async run(given, context) {
      const path = given.subject;
      const file = readBrandFile(await readText(path), formatOf(given.get("format"), path));
      const imported = await saved(file, path, context);
      const isRejected = imported.rowsRead > 0 && imported.rowsRejected === imported.rowsRead;
      return { json: imported, text: textOf(imported), exitCode: isRejected ? 1 : 0 };
    },
  },
  list: {
    usage: "",
    async run(_given, { db }) {
      const found = await listAllBrands(db, LISTED_MAX + 1);
      const brands = found.slice(0, LISTED_MAX);
      const items = brands.map((brand) => ({ ...brandOnWire(brand), isActive: brand.isActive }));
      const empty = "No brands. Import some: brands import FILE";
      const listed = listing(items, { head: HEAD, rows: brands.map(rowOf), empty });
      const more = found.length > LISTED_MAX ? `Only the first ${LISTED_MAX} by name.\n` : "";
      return { ...listed, text: `${listed.text}${more}` };
    },
  },
});

/** What an import did, and which campaigns it paused because their brand pays less now. */
interface Imported extends BrandImport {
  readonly pausedCampaignIds: readonly string[];
}

/** The brands, the pauses and the audit row: all in one transaction. */
function saved(file: BrandFile, path: string, context: CommandContext): Promise<Imported> {
  const { db, ids, clock } = context;
  return db.tx(async (tx) => {
    const deps = { ids, now: clock.now() };
    const result = await importBrands(tx, file, deps);
    const pausedCampaignIds = await pauseAboveCaps(tx, deps);
    const { rejections: _listed, ...counts } = result;
    const subject = path.split("/").at(-1) ?? path;
    const detail = { ...counts, pausedCampaignIds };
    await audit(tx, context, { action: "brands.import", subject, detail });
    return { ...result, pausedCampaignIds };
  });
}

function formatOf(format: string | undefined, path: string): BrandFormat {
  if (format === "jsonl" || format === "csv") return format;
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

function textOf(imported: Imported): string {
  const { rowsRead, added, changed, unchanged, rowsRejected, pausedCampaignIds } = imported;
  const shown = imported.rejections.slice(0, REJECTIONS_SHOWN_MAX);
  const rows = shown.map(({ line, reason }) => [String(line), reason]);
  const hidden = rowsRejected - shown.length;
  return [
    `${rowsRead} rows read: ${added} added, ${changed} changed, ${unchanged} unchanged, `,
    `${rowsRejected} rejected\n`,
    ...pausedCampaignIds.map((id) => `${id} is paused: its rate is above the brand's new cap\n`),
    rowsRejected === 0 ? "" : `\n${tableOf([["line", "rejected because"], ...rows])}`,
    hidden > 0 ? `... and ${hidden} more; --json lists them all\n` : "",
  ].join("");
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
