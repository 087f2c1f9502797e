import { hash } from "node:crypto";
import { ExchangeError } from "../../contract/errors.ts";
import { isCurrency } from "../../core/currency.ts";
import { FieldError } from "../../core/field-error.ts";
import type { FieldNames, ReadRow, Shop } from "../../domain/catalog/index.ts";
import { type Attributes, type Format, hasColumn } from "./format.ts";
import { textOfHtml } from "./google.ts";
import { createRecordReader } from "./records.ts";

const NAMES: FieldNames = {
  id: "Handle",
  title: "Title",
  link: "Handle",
  price: "Price",
  compareAtPrice: "Compare-at price",
  imageUrl: "Image Src",
};

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

export const shopifyCsv: Format = {
  matches: (head) => hasColumn(head, "handle", "url handle") && hasColumn(head, "title"),
  open: (_head, { shop }) =>
    createRecordReader({
      delimiter: ",",
      nameOf: (header) => header.trim(),
      read: createShopifyReader(checkedShop(shop)),
    }),
};

/** **Errors** `invalid_request` for an export without a shop. */
function checkedShop({ url, currency }: Partial<Shop> = {}): Shop {
  const address = URL.parse(url ?? "");
  const isWeb = address?.protocol === "https:" || address?.protocol === "http:";
  const money = currency?.toUpperCase() ?? "";
  if (address === null || !isWeb || address.username !== "" || !isCurrency(money)) {
    throw new ExchangeError("invalid_request", {
      message: "A Shopify export names neither the shop's address nor its currency.",
      suggestion: "Give both: --shop https://shop.example --currency USD",
    });
  }
  return { url: `${address.origin}${address.pathname}`, currency: money };
}

/**
 * Reads the rows of a Shopify product export, in order: a product's first row describes it, every
 * row with a price is one of its variants and becomes a product here; rows that only add a picture
 * are `null`. The id is made of handle and option values, which stay the same in every export.
 *
 * **Source** Shopify Help Center, "Using CSV files to import and export products", columns of the
 * product CSV file, in their present and earlier names.
 */
function createShopifyReader(shop: Shop): (get: Attributes) => ReadRow | null {
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

type Group = ReturnType<typeof groupOf>;

/** What only the first row of a handle says, such as the names of its options. */
function groupOf(handle: string, get: Attributes) {
  const optionNames = OPTIONS.map((number) => either(get, `Option${number} Name`) ?? "");
  return { handle, first: get, optionNames };
}

function variantOf({ handle, first, optionNames }: Group, get: Attributes, shop: Shop): ReadRow {
  const options = OPTIONS.map((number) => either(get, `Option${number} Value`) ?? "");
  const named = options.filter((option) => option !== "" && option !== "Default Title");
  const id = [handle, ...named].map(idPart).join(":");
  const fields = () => {
    if (handle === "") throw new FieldError("id", "is missing");
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
  };
  return { id: handle === "" ? null : handle, names: NAMES, fields };
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

function checkOnSale(first: Attributes): void {
  const status = cell(first, "status")?.toLowerCase() ?? "active";
  if (status !== "active")
    throw new FieldError("Status", `is ${status.slice(0, 20)}: not for sale`);
  const published = cell(first, "published")?.toLowerCase();
  if (published === "false") throw new FieldError("Published", "is false: not for sale");
}

/** Stock that is not tracked, or not in the file, is there. */
function availabilityOf(get: Attributes): string {
  const quantity = cell(get, "quantity");
  if (cell(get, "tracker") === undefined || quantity === undefined) return "in_stock";
  const goesOn = /^(continue|true)$/i.test(cell(get, "policy") ?? "");
  return goesOn || Number(quantity) > 0 ? "in_stock" : "out_of_stock";
}

/** A category may be an id of Shopify's taxonomy, such as `hg-15-1-2`, which says nothing. */
function categoryOf(first: Attributes): string | undefined {
  const category = cell(first, "category");
  const isPath = category !== undefined && !/^[a-z]{2}(-\d+)*$/.test(category);
  return isPath ? category : cell(first, "type");
}

function cell(get: Attributes, column: keyof typeof COLUMNS): string | undefined {
  for (const name of COLUMNS[column]) {
    const text = get(name)?.trim();
    if (text !== undefined && text !== "") return text;
  }
  return undefined;
}

/** Newer exports write `Option1 value`. */
function either(get: Attributes, name: string): string | undefined {
  const text = (get(name) ?? get(name.replace(/ (V|N)/, (word) => word.toLowerCase())))?.trim();
  return text === "" ? undefined : text;
}
