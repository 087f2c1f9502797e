import { isIP } from "node:net";
import type { AdUnitType } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { idSchema } from "../../contract/fields.ts";
import { hasAtMostDecimals, type Micros, microsFromCredits } from "../../contract/money.ts";
import { BRAND_LIMITS } from "../../contract/resources/campaign.ts";
import { AD_UNIT_TYPES } from "../../contract/units.ts";
import { redactText } from "../../core/redact.ts";

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

export type BrandFile = ReturnType<typeof readBrandFile>;

/** Read by everybody and compared in memory: a catalogue, not a feed. */
export const BRAND_ROWS_MAX = 20_000;

/**
 * Reads a file of brands: JSON Lines, or CSV whose first line names the columns. A brand that
 * appears twice is taken once.
 *
 * **Errors** `invalid_request` for a file that cannot be read as a whole, a CSV column that is no
 * field of a brand among them.
 */
export function readBrandFile(text: string, format: BrandFormat) {
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

/** A row of a brand file that can be imported as it is. */
export type BrandDraft = ReturnType<typeof draftOf>;

/**
 * All that a row may say. Anything else is refused and never stored: what networks export beside
 * these are often tokens of the operator's account there, and the catalogue is public.
 */
export const BRAND_FIELDS: readonly string[] = [
  "brandId",
  "name",
  "domain",
  "categories",
  "maxRateCredits",
  "adUnitTypes",
  "deepLink",
  "disclosure",
  "isActive",
];

type Fields = Readonly<Record<string, unknown>>;

/** Thrown inside this file only: the first thing wrong with a row is its reason. */
class RowError extends Error {}

/** Checks and normalises one row. The reason never repeats a value, which may be a secret. */
export function parseBrand(fields: Fields): { draft: BrandDraft } | { reason: string } {
  try {
    return { draft: draftOf(fields) };
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    return { reason: error.message };
  }
}

function draftOf(fields: Fields) {
  const unknown = Object.keys(fields).filter((field) => !BRAND_FIELDS.includes(field));
  const [stranger] = unknown;
  if (stranger === "") throw new RowError("has more cells than there are columns");
  if (stranger !== undefined) throw new RowError(`${nameOf(stranger)} is not a field of a brand`);
  const name = text(fields.name, "name", BRAND_LIMITS.nameMax) ?? missing("name");
  return {
    /** Absent: the brand is known by its domain. */
    brandId: brandIdOf(fields.brandId),
    name,
    domain: domainOf(fields.domain),
    categories: categoriesOf(fields.categories),
    maxRate: rateOf(fields.maxRateCredits),
    adUnitTypes: unitsOf(fields.adUnitTypes),
    deepLink: deepLinkOf(fields.deepLink),
    disclosure:
      text(fields.disclosure, "disclosure", BRAND_LIMITS.disclosureMax) ?? `Sponsored by ${name}`,
    isActive: flagOf(fields.isActive),
  };
}

/** A field's name as a file spells it, fit for a terminal and short. */
function nameOf(field: string): string {
  return redactText(field).slice(0, 40);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function missing(field: string): never {
  throw new RowError(`${field} is missing`);
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

function text(value: unknown, field: string, lengthMax: number): string | null {
  if (isEmpty(value)) return null;
  if (typeof value !== "string") throw new RowError(`${field} must be a text`);
  const trimmed = value.normalize("NFC").trim();
  if (trimmed === "") return null;
  if (trimmed.length > lengthMax) {
    throw new RowError(`${field} is longer than ${lengthMax} characters`);
  }
  if (INVISIBLE.test(trimmed)) throw new RowError(`${field} has control or invisible characters`);
  if (/<[a-z!/?]/i.test(trimmed)) throw new RowError(`${field} has markup`);
  return withoutSecret(trimmed, field);
}

/** The catalogue is read by everybody: what looks like a key, a token or a password stays out. */
function withoutSecret(value: string, field: string): string {
  if (redactText(value) !== value) throw new RowError(`${field} holds what looks like a secret`);
  return value;
}

const brandIds = idSchema("brd");

function brandIdOf(value: unknown): string | null {
  if (isEmpty(value)) return null;
  const id = brandIds.safeParse(value);
  if (!id.success) throw new RowError("brandId is not an id of a brand");
  return id.data;
}

const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** A bare host name, in the form that DNS has; a `www.` before it is the same shop. */
function domainOf(value: unknown): string {
  const given = text(value, "domain", 253)?.toLowerCase() ?? missing("domain");
  const isBare = !/[/:@?#\s\\]/.test(given);
  const url = `https://${given.replace(/\.$/, "")}`;
  const host = isBare && URL.canParse(url) ? new URL(url).hostname : "";
  const domain = host.replace(/^www\.(?=.+\.)/, "");
  if (!HOST_NAME.test(domain)) throw new RowError("domain is not a host name such as example.com");
  return domain;
}

function categoriesOf(value: unknown): string[] {
  const found = listOf(value, "categories").map(
    (category) => text(category, "categories", BRAND_LIMITS.categoryMax) ?? "",
  );
  const categories = [...new Set(found.filter((category) => category !== ""))];
  if (categories.length > BRAND_LIMITS.categoriesMax) {
    throw new RowError(`categories has more than ${BRAND_LIMITS.categoriesMax}`);
  }
  return categories;
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (isEmpty(value)) return [];
  if (typeof value === "string") return value.split("|").map((part) => part.trim());
  if (!Array.isArray(value)) throw new RowError(`${field} must be a list`);
  return value;
}

const DECIMAL = /^\d{1,7}(\.\d{1,6})?$/;

function rateOf(value: unknown): Micros {
  if (isEmpty(value)) missing("maxRateCredits");
  const isText = typeof value === "string" && DECIMAL.test(value.trim());
  const credits = isText ? Number(value) : value;
  const isInRange =
    typeof credits === "number" && credits >= 0 && credits <= BRAND_LIMITS.maxRateCreditsMax;
  if (!isInRange || !hasAtMostDecimals(credits, 6)) {
    throw new RowError(
      `maxRateCredits must be 0 to ${BRAND_LIMITS.maxRateCreditsMax} with at most 6 decimals`,
    );
  }
  return microsFromCredits(credits);
}

/** Nothing said: the brand pays for every unit. */
function unitsOf(value: unknown): AdUnitType[] {
  const given = listOf(value, "adUnitTypes");
  const units = AD_UNIT_TYPES.filter((unit) => given.includes(unit));
  const strangers = given.filter((unit) => !units.some((known) => known === unit));
  if (strangers.length > 0) throw new RowError("adUnitTypes has what is no ad unit type");
  return units.length === 0 ? [...AD_UNIT_TYPES] : units;
}

/** Names that never leave a machine or its network. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home|lan|intranet|test|invalid)$/i;

function deepLinkOf(value: unknown): string | null {
  const link = text(value, "deepLink", BRAND_LIMITS.deepLinkMax);
  if (link === null) return null;
  if (/[\s\\]/.test(link) || !URL.canParse(link)) throw new RowError("deepLink is not an address");
  const { protocol, hostname, username, password } = new URL(link);
  if (protocol !== "https:" || !link.startsWith("https://")) {
    throw new RowError("deepLink must begin with https://");
  }
  if (username !== "" || password !== "") throw new RowError("deepLink must carry no credentials");
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isIP(host) !== 0 || !host.includes(".") || PRIVATE_NAME.test(host)) {
    throw new RowError("deepLink must name a public host");
  }
  return link;
}

function flagOf(value: unknown): boolean {
  if (isEmpty(value) || value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw new RowError("isActive must be true or false");
}

/** A record of a CSV file; the line is where it begins, 1-based. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV with quoted fields, which may hold commas and line breaks. Empty lines are left out.
 *
 * **Errors** a SyntaxError that names the line of a quote that is never closed, or of text beside a
 * quoted field.
 * **Source** RFC 4180.
 */
export function parseCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  const field = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
  let line = 1;
  let cells: string[] = [];
  let startsAt = 1;
  for (let at = 0; at < text.length || cells.length > 0; ) {
    field.lastIndex = at;
    const found = field.exec(text);
    if (found === null) break;
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    line += found[0].split("\n").length - 1;
    at = field.lastIndex;
    if (text[at] === ",") {
      at += 1;
      continue;
    }
    const ending = text.startsWith("\r\n", at) ? 2 : 1;
    if (at < text.length && text[at] !== "\n" && ending === 1) {
      throw new SyntaxError(`Line ${line} has a quote that does not stand around a whole field.`);
    }
    if (cells.length > 1 || cells[0] !== "") records.push({ line: startsAt, cells });
    at += ending;
    line += 1;
    startsAt = line;
    cells = [];
  }
  return records;
}
