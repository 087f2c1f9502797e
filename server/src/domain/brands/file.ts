import { ExchangeError } from "../../contract/errors.ts";
import { type CsvRecord, parseCsv } from "./csv.ts";
import { BRAND_FIELDS, type BrandDraft, parseBrand } from "./row.ts";

export type BrandFormat = "jsonl" | "csv";

/** A row that was not taken, and why. **Units** lines are 1-based. */
export interface BrandRejection {
  readonly line: number;
  readonly reason: string;
}

export interface PlacedDraft {
  readonly line: number;
  readonly draft: BrandDraft;
}

export interface BrandFile {
  readonly rowsRead: number;
  readonly drafts: readonly PlacedDraft[];
  readonly rejections: readonly BrandRejection[];
}

/** Read by everybody and compared in memory: a catalogue, not a feed. */
export const BRAND_ROWS_MAX = 20_000;

/**
 * Reads a file of brands: JSON Lines, or CSV whose first line names the columns. A brand that
 * appears twice is taken once.
 *
 * **Errors** `invalid_request` for a file that cannot be read as a whole, a CSV column that is no
 * field of a brand among them.
 */
export function readBrandFile(text: string, format: BrandFormat): BrandFile {
  const plain = text.replace(/^\uFEFF/, "");
  const rows = format === "csv" ? csvRows(plain) : jsonRows(plain);
  if (rows.length > BRAND_ROWS_MAX) {
    throw new ExchangeError("invalid_request", {
      message: `The file has more than ${BRAND_ROWS_MAX} rows.`,
    });
  }
  const drafts: PlacedDraft[] = [];
  const rejections: BrandRejection[] = [];
  const firstLines = new Map<string, number>();
  for (const { line, fields } of rows) {
    const parsed = fields === undefined ? { reason: "not a JSON object" } : parseBrand(fields);
    if ("reason" in parsed) {
      rejections.push({ line, reason: parsed.reason });
      continue;
    }
    const { draft } = parsed;
    const names = [draft.domain, ...(draft.brandId === null ? [] : [draft.brandId])];
    const first = names.map((name) => firstLines.get(name)).find((found) => found !== undefined);
    if (first !== undefined) {
      rejections.push({ line, reason: `is the brand of line ${first} again` });
      continue;
    }
    for (const name of names) firstLines.set(name, line);
    drafts.push({ line, draft });
  }
  return { rowsRead: rows.length, drafts, rejections };
}

interface Row {
  readonly line: number;
  /** Nothing when the line is no object. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

function jsonRows(text: string): Row[] {
  return text
    .split("\n")
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content !== "")
    .map(({ line, content }) => ({ line, fields: objectOf(content) }));
}

function objectOf(content: string): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return undefined;
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(Object(value))) : undefined;
}

function csvRows(text: string): Row[] {
  const [head, ...records] = recordsOf(text);
  const columns = (head?.cells ?? []).map((cell) => cell.trim());
  const stranger = columns.find((column) => !BRAND_FIELDS.includes(column));
  if (stranger !== undefined || columns.length === 0) {
    throw new ExchangeError("invalid_request", {
      message:
        stranger === undefined
          ? "The file is empty."
          : `The column ${JSON.stringify(stranger.slice(0, 40))} is not a field of a brand.`,
      suggestion: `Take it out, the catalogue is public. Fields are ${BRAND_FIELDS.join(", ")}.`,
    });
  }
  return records.map(({ line, cells }) => ({
    line,
    // A cell too many would be dropped without a word; as a field without a name it is refused.
    fields: Object.fromEntries(cells.map((cell, index) => [columns[index] ?? "", cell])),
  }));
}

function recordsOf(text: string): CsvRecord[] {
  try {
    return parseCsv(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ExchangeError("invalid_request", { message: error.message });
  }
}
