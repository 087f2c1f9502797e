import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createRandom } from "../../crash/random.ts";

export interface MadeRow {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly brand: string | undefined;
  readonly category: readonly string[];
  readonly price: number;
  readonly currency: string;
  readonly availability: string;
  readonly imageUrl: string | undefined;
  readonly link: string;
}

const SUFFIXES = ["", "Red", "Blue", "XL", "Pack of 2", "Pack of 5", "Green", "Small"];

/**
 * As many rows as wanted of the real feeds in a folder, repeated with a suffix and another price:
 * good for speed, not for ranking. The same seed makes the same rows.
 */
export function makeRows(folder: string, wanted: number, seed: number): MadeRow[] {
  const real = readdirSync(folder)
    .filter((name) => name.startsWith("feed-"))
    .toSorted()
    .flatMap((name) => linesOf(join(folder, name)));
  const random = createRandom(seed);
  return Array.from({ length: wanted }, (_, index) => {
    const round = Math.floor(index / real.length);
    return variantOf(real[index % real.length] ?? {}, round, random.next());
  });
}

type Json = Readonly<Record<string, unknown>>;

function linesOf(path: string): Json[] {
  const text = gunzipSync(readFileSync(path)).toString("utf8");
  return text
    .trim()
    .split("\n")
    .map((line): Json => JSON.parse(line));
}

function variantOf(row: Json, round: number, random: number): MadeRow {
  const price = Math.max(Number(row.price), 1);
  const suffix = SUFFIXES[round % SUFFIXES.length] ?? "";
  return {
    id: `${row.id}-${round}`,
    title: `${row.title} ${suffix}`.trim(),
    description: textOf(row.description),
    brand: textOf(row.brand),
    category: Array.isArray(row.category) ? row.category.map(String) : [],
    price: Math.round(price * (80 + 40 * random)) / 100,
    currency: String(row.currency),
    availability: textOf(row.availability) ?? "in_stock",
    imageUrl: textOf(row.imageUrl),
    link: `${row.link}?v=${round}`,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The rows as the files of the formats that have one row for a product. */
export const WRITERS: Readonly<Record<string, (rows: readonly MadeRow[]) => string>> = {
  jsonl: (rows) => rows.map((row) => JSON.stringify(row)).join("\n"),
  acp: (rows) =>
    rows
      .map(({ id, title, description, brand, link, imageUrl, ...row }) =>
        JSON.stringify({
          ...{ item_id: id, title, description, brand, url: link, image_url: imageUrl },
          price: `${row.price} ${row.currency}`,
          availability: row.availability,
          product_category: row.category.join(" > "),
        }),
      )
      .join("\n"),
  "google-tsv": (rows) => [COLUMNS, ...rows.map(googleCells)].map(tabbed).join("\n"),
  "google-xml": (rows) =>
    `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${rows
      .map((row) => `<item>${googleCells(row).map(element).join("")}</item>`)
      .join("\n")}</channel></rss>`,
};

const COLUMNS = [
  ...["id", "title", "description", "brand", "product_type", "price", "availability"],
  ...["image_link", "link"],
];

function googleCells(row: MadeRow): string[] {
  const { id, title, description = "", brand = "", category, imageUrl = "", link } = row;
  const price = `${row.price} ${row.currency}`;
  const path = category.join(" > ");
  return [id, title, description, brand, path, price, row.availability, imageUrl, link];
}

function tabbed(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join("\t");
}

function element(text: string, column: number): string {
  const name = `g:${COLUMNS[column]}`;
  return `<${name}>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</${name}>`;
}
