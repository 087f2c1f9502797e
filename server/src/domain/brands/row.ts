import { isIP } from "node:net";
import type { AdUnitType } from "../../contract/enums.ts";
import { idSchema } from "../../contract/ids.ts";
import { hasAtMostDecimals, type Micros, microsFromCredits } from "../../contract/money.ts";
import { BRAND_LIMITS } from "../../contract/resources/brand.ts";
import { AD_UNIT_TYPES } from "../../contract/units.ts";
import { redactText } from "../../core/redact.ts";

/** A row of a brand file that can be imported as it is. */
export interface BrandDraft {
  /** Absent: the brand is known by its domain. */
  readonly brandId: string | null;
  readonly name: string;
  readonly domain: string;
  readonly categories: readonly string[];
  readonly maxRate: Micros;
  readonly adUnitTypes: readonly AdUnitType[];
  readonly deepLink: string | null;
  readonly disclosure: string;
  readonly isActive: boolean;
}

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

function draftOf(fields: Fields): BrandDraft {
  const unknown = Object.keys(fields).filter((field) => !BRAND_FIELDS.includes(field));
  const [stranger] = unknown;
  if (stranger === "") throw new RowError("has more cells than there are columns");
  if (stranger !== undefined) throw new RowError(`${nameOf(stranger)} is not a field of a brand`);
  const name = text(fields.name, "name", BRAND_LIMITS.nameMax) ?? missing("name");
  return {
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

/** A list, or in CSV its parts with `|` between them. */
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
