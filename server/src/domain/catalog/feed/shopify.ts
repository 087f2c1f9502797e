import { hash } from "node:crypto";
import { textOfHtml } from "./markup.ts";
import { type FieldNames, type ParsedRow, parseFields, RowError } from "./row.ts";

/** What a product export does not say: where the shop is and in what money it asks. */
export interface Shop {
  /** The shop's address; a product's page is at `/products/<handle>` in it. */
  readonly url: string;
  /** ISO 4217. */
  readonly currency: string;
}

type Cells = (name: string) => string | undefined;

const NAMES: FieldNames = {
  id: "Handle",
  title: "Title",
  link: "Handle",
  price: "Price",
  compareAtPrice: "Compare-at price",
  imageUrl: "Image Src",
};

/** What only the first row of a handle says. */
interface Group {
  readonly handle: string;
  readonly first: Cells;
  /** Names of the options, such as Size; given in the first row only. */
  readonly optionNames: readonly string[];
}

/** The newer name of a column, then the older one. Exports have either. */
const COLUMNS = {
  handle: ["URL handle", "Handle"],
  title: ["Title"],
  body: ["Description", "Body (HTML)"],
  vendor: ["Vendor"],
  category: ["Product category", "Product Category"],
  type: ["Type"],
  status: ["Status"],
  published: ["Published on online store", "Published"],
  barcode: ["Barcode", "Variant Barcode"],
  price: ["Price", "Variant Price"],
  compareAt: ["Compare-at price", "Variant Compare At Price"],
  tracker: ["Inventory tracker", "Variant Inventory Tracker"],
  quantity: ["Inventory quantity", "Variant Inventory Qty"],
  policy: ["Continue selling when out of stock", "Variant Inventory Policy"],
  image: ["Product image URL", "Image Src"],
  variantImage: ["Variant image URL", "Variant Image"],
} as const;

const OPTIONS = [1, 2, 3] as const;

/**
 * Reads the rows of a Shopify product export, in order: a product's first row describes it, every
 * row with a price is one of its variants and becomes a product here; rows that only add a picture
 * are `null`. The id is made of handle and option values, which stay the same in every export.
 *
 * **Source** Shopify Help Center, "Using CSV files to import and export products", columns of the
 * product CSV file, in their present and earlier names.
 */
export function createShopifyReader(shop: Shop): (get: Cells) => ParsedRow | null {
  let group: Group | null = null;
  return (get) => {
    const handle = cell(get, "handle") ?? "";
    if (group?.handle !== handle || handle === "") group = groupOf(handle, get);
    // A row without price, option and title says nothing but where another picture is.
    const said = [cell(get, "price"), either(get, "Option1 Value"), cell(get, "title")];
    const isPicture = said.every((text) => text === undefined) && cell(get, "image") !== undefined;
    return isPicture ? null : variantOf(group, get, shop);
  };
}

function groupOf(handle: string, get: Cells): Group {
  const optionNames = OPTIONS.map((number) => either(get, `Option${number} Name`) ?? "");
  return { handle, first: get, optionNames };
}

function variantOf({ handle, first, optionNames }: Group, get: Cells, shop: Shop): ParsedRow {
  const options = OPTIONS.map((number) => either(get, `Option${number} Value`) ?? "");
  const named = options.filter((option) => option !== "" && option !== "Default Title");
  const id = [handle, ...named].map(idPart).join(":");
  return parseFields(handle === "" ? null : handle, NAMES, () => {
    if (handle === "") throw new RowError("id", "is missing");
    checkOnSale(first);
    const title = cell(first, "title");
    const color = options[optionNames.findIndex((name) => /^colou?r$/i.test(name))];
    return {
      id: id.length <= ID_LENGTH_MAX ? id : shortened(id),
      title:
        title === undefined ? undefined : [title, named.join(" / ")].filter(Boolean).join(" - "),
      description: textOfHtml(cell(first, "body") ?? ""),
      link: `${shop.url.replace(/\/+$/, "")}/products/${encodeURIComponent(handle)}`,
      imageUrl: cell(get, "variantImage") ?? cell(first, "image"),
      price: cell(get, "price"),
      compareAtPrice: cell(get, "compareAt"),
      currency: shop.currency,
      availability: availabilityOf(get),
      brand: cell(first, "vendor"),
      category: categoryOf(first),
      gtin: cell(get, "barcode")?.replace(/^'/, ""),
      color,
    };
  });
}

const ID_LENGTH_MAX = 128;
const HASH_LENGTH = 16;

/** Handles and options may be in any script; our ids may not. */
function idPart(text: string): string {
  return encodeURIComponent(text.toWellFormed().trim().toLowerCase())
    .replaceAll("%20", "-")
    .replace(/[%!'()*]/g, "~");
}

/** Two long ids that begin alike stay two. */
function shortened(id: string): string {
  const digest = hash("sha256", id, "hex").slice(0, HASH_LENGTH);
  return `${id.slice(0, ID_LENGTH_MAX - HASH_LENGTH - 1)}~${digest}`;
}

function checkOnSale(first: Cells): void {
  const status = cell(first, "status")?.toLowerCase() ?? "active";
  if (status !== "active") throw new RowError("Status", `is ${status.slice(0, 20)}: not for sale`);
  const published = cell(first, "published")?.toLowerCase();
  if (published === "false") throw new RowError("Published", "is false: not for sale");
}

/** Stock that is not tracked, or not in the file, is there. */
function availabilityOf(get: Cells): string {
  const quantity = cell(get, "quantity");
  if (cell(get, "tracker") === undefined || quantity === undefined) return "in_stock";
  const goesOn = /^(continue|true)$/i.test(cell(get, "policy") ?? "");
  return goesOn || Number(quantity) > 0 ? "in_stock" : "out_of_stock";
}

/** A category may be an id of Shopify's taxonomy, such as `hg-15-1-2`, which says nothing. */
function categoryOf(first: Cells): string | undefined {
  const category = cell(first, "category");
  const isPath = category !== undefined && !/^[a-z]{2}(-\d+)*$/.test(category);
  return isPath ? category : cell(first, "type");
}

function cell(get: Cells, column: keyof typeof COLUMNS): string | undefined {
  for (const name of COLUMNS[column]) {
    const text = get(name)?.trim();
    if (text !== undefined && text !== "") return text;
  }
  return undefined;
}

/** Newer exports write `Option1 value`. */
function either(get: Cells, name: string): string | undefined {
  const text = (get(name) ?? get(name.replace(/ (V|N)/, (word) => word.toLowerCase())))?.trim();
  return text === "" ? undefined : text;
}
