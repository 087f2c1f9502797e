import type { ProductRecord } from "../../contract/resources/product.ts";
import { decimalsOf, isCurrency } from "../../core/currency.ts";

/** A product of a feed: one variant, and the tracked link as the only address. */
export function productOf(record: ProductRecord, isLookup = false): object {
  const { id, title, brand, clickUrl: url, category, seller, gtin } = record;
  const { availability: status } = record;
  const { amount, currency, compareAtAmount } = record.price;
  const now = priceOf(amount, currency);
  const list = compareAtAmount === null ? undefined : priceOf(compareAtAmount, currency);
  const description = { plain: record.description ?? title };
  return {
    id,
    title,
    description,
    url,
    price_range: { min: now, max: now },
    ...(list !== undefined && { list_price_range: { min: list, max: list } }),
    media: [{ type: "image", url: record.image.url, alt_text: record.image.alt ?? title }],
    ...(category !== undefined && {
      categories: category.map((value) => ({ value, taxonomy: "merchant" })),
    }),
    ...(record.rating !== undefined && { rating: { ...record.rating, scale_max: 5 } }),
    metadata: { brand, sponsored: true },
    variants: [
      {
        id,
        title,
        description,
        url,
        price: now,
        list_price: list,
        availability: { available: status !== "out_of_stock", status },
        ...(gtin !== undefined && { barcodes: [{ type: "GTIN", value: gtin }] }),
        ...(seller !== undefined && { seller: { name: seller } }),
        ...(isLookup && { inputs: [{ id, match: "exact" }] }),
      },
    ],
  };
}

/** **Units** minor units of the currency. */
function priceOf(amount: number, currency: string): object {
  return { amount: Math.round(amount * 10 ** decimalsOf(currency)), currency };
}

/** Price bounds in main units, with their currency; undefined for none that exists. */
export function boundsOf(
  { min, max }: { min?: number | undefined; max?: number | undefined },
  currency = "USD",
): object | undefined {
  const code = currency.toUpperCase();
  if (!isCurrency(code)) return undefined;
  const major = (minor: number | undefined) => minor && minor / 10 ** decimalsOf(code);
  return { minPrice: major(min), maxPrice: major(max), currency: code };
}

/** What a platform must show with a product and may not hide. */
export function disclosureOf({ disclosure }: ProductRecord, path: string): object {
  return {
    type: "warning",
    code: "sponsored",
    presentation: "disclosure",
    path,
    content: disclosure,
    content_type: "plain",
  };
}
