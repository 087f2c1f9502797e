import { creditsFromMicros, type Micros, micros, sumMicros } from "../../contract/money.ts";
import { type EventReason, reasonOfCode } from "../../contract/reasons.ts";
import { recordOf } from "../../contract/records.ts";
import type { AdvertiserMetrics, PublisherMetrics } from "../../contract/resources/report.ts";
import { CITED_KINDS, CONVERSION_TYPES, IMPRESSION_KINDS, KIND } from "../../contract/units.ts";
import { type Cell, DELIVERIES, REVERSALS } from "./cell-queries.ts";

/** Counts and money of some cells, money still exact. */
export interface Sums {
  readonly deliveries: number;
  readonly impressions: number;
  readonly viewable: number;
  readonly clicks: number;
  readonly conversions: PublisherMetrics["conversions"];
  /** Counted recommendations and decisions, and how many of them were cited. */
  readonly influence: number;
  readonly cited: number;
  readonly verified: number;
  readonly invalid: number;
  readonly invalidByReason: Partial<Record<EventReason, number>>;
  readonly gross: Micros;
  readonly fee: Micros;
  readonly reversedGross: Micros;
  readonly reversedFee: Micros;
}

export function sumCells(cells: readonly Cell[]): Sums {
  const events = cells.filter(({ kind }) => kind > DELIVERIES);
  const reversals = cells.filter(({ kind }) => kind === REVERSALS);
  const cellsOf = (...kinds: readonly number[]) =>
    events.filter(({ kind }) => kinds.includes(kind));
  const ofKind = (...kinds: readonly number[]) =>
    total(cellsOf(...kinds), ({ counted }) => counted);
  const invalidByReason = invalidOf(events);
  return {
    deliveries: total(
      cells.filter(({ kind }) => kind === DELIVERIES),
      ({ counted }) => counted,
    ),
    impressions: ofKind(...IMPRESSION_KINDS),
    viewable: total(cellsOf(KIND.impression), ({ viewable }) => viewable),
    clicks: ofKind(KIND.click),
    conversions: recordOf(CONVERSION_TYPES, (type) => [type, ofKind(KIND[type])]),
    influence: ofKind(...CITED_KINDS),
    // SQL counts both as `viewable`: what the reader could see.
    cited: total(cellsOf(...CITED_KINDS), ({ viewable }) => viewable),
    verified: total(events, ({ verified }) => verified),
    invalid: Object.values(invalidByReason).reduce((sum, count) => sum + count, 0),
    invalidByReason,
    gross: sumMicros(events, ({ charged }) => charged),
    fee: sumMicros(events, ({ fee }) => fee),
    reversedGross: sumMicros(reversals, ({ charged }) => charged),
    reversedFee: sumMicros(reversals, ({ fee }) => fee),
  };
}

/** What was reported and not counted. What bills nothing is counted all the same. */
function invalidOf(events: readonly Cell[]): Partial<Record<EventReason, number>> {
  const found: Partial<Record<EventReason, number>> = {};
  for (const { reason: code, quantity, counted } of events) {
    const reason = reasonOfCode(code);
    const left = quantity - counted;
    if (reason === undefined || left === 0) continue;
    found[reason] = (found[reason] ?? 0) + left;
  }
  return found;
}

export function publisherMetrics(sums: Sums): PublisherMetrics {
  const earned = micros(sums.gross - sums.fee);
  return {
    ...countsOf(sums),
    grossCredits: creditsFromMicros(sums.gross),
    platformFeeCredits: creditsFromMicros(sums.fee),
    earnedCredits: creditsFromMicros(earned),
    reversedCredits: creditsFromMicros(micros(sums.reversedGross - sums.reversedFee)),
    eCpmCredits: perThousand(earned, sums.impressions),
  };
}

export function advertiserMetrics(sums: Sums): AdvertiserMetrics {
  return {
    ...countsOf(sums),
    spendCredits: creditsFromMicros(sums.gross),
    reversedCredits: creditsFromMicros(sums.reversedGross),
    eCpmCredits: perThousand(sums.gross, sums.impressions),
  };
}

function countsOf(sums: Sums) {
  const { deliveries, impressions, viewable, clicks, conversions } = sums;
  const { influence, cited, verified, invalid, invalidByReason } = sums;
  return {
    deliveries,
    impressions,
    viewable,
    clicks,
    conversions,
    cited,
    citedShare: influence === 0 ? null : rounded(cited / influence),
    verified,
    invalid,
    invalidByReason,
    ctr: impressions === 0 ? 0 : rounded(clicks / impressions),
  };
}

/** A rounded price for display; it is never charged. **Units** credits, six decimals. */
function perThousand(value: Micros, impressions: number): number {
  if (impressions === 0) return 0;
  return creditsFromMicros(micros((value * 1000n) / BigInt(impressions)));
}

const MILLION = 1_000_000;
const rounded = (ratio: number) => Math.round(ratio * MILLION) / MILLION;

function total(cells: readonly Cell[], of: (cell: Cell) => number): number {
  return cells.reduce((sum, cell) => sum + of(cell), 0);
}

/**
 * Rows as RFC 4180 text, the first line naming the columns. Every text is harmless in a
 * spreadsheet: it becomes no formula and does not change the direction of what follows.
 *
 * **Shape** a column `a.b` holds member `b` of the record `a` of its row; what a row does not have
 * is empty.
 * **Source** OWASP, CSV injection; ASVS 1.2.10; Unicode, bidirectional formatting characters.
 */
export function csvOf(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => {
    const cells = new Map(flattened(row, ""));
    return columns.map((column) => cellOf(cells.get(column))).join(",");
  });
  return `${[columns.map(quoted).join(","), ...lines].join("\r\n")}\r\n`;
}

function flattened(row: object, prefix: string): [string, unknown][] {
  const members: [string, unknown][] = Object.entries(row);
  return members.flatMap(([name, value]): [string, unknown][] =>
    typeof value === "object" && value !== null
      ? flattened(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value]],
  );
}

/** Numbers are ours, and a minus before one is no formula. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? quoted(harmless(value)) : String(value);
}

/** What spreadsheets take for the beginning of a formula, also in its full-width forms. */
const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r])/u;
/** Marks, embeddings, overrides and isolates that turn the direction of text. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function harmless(text: string): string {
  const straight = text.replaceAll("\0", "").replace(TURNING, "");
  return FORMULA.test(straight) ? `'${straight}` : straight;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
