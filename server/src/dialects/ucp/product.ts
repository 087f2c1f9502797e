import { z } from "zod";
import type { ProductRecord } from "../../contract/resources/product.ts";
import { decimalsOf, isCurrency } from "../../core/currency.ts";

const price = z.object({ amount: z.int().min(0), currency: z.string() });
const range = z.object({ min: price, max: price });
const text = z.object({ plain: z.string() });
const rating = z.object({ value: z.number(), scale_max: z.literal(5), count: z.int() });
const media = z.array(z.object({ type: z.literal("image"), url: z.url(), alt_text: z.string() }));

export const productSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: text,
  url: z.url(),
  price_range: range,
  list_price_range: range.optional(),
  media,
  categories: z.array(z.object({ value: z.string(), taxonomy: z.literal("merchant") })).optional(),
  rating: rating.optional(),
  metadata: z.object({ brand: z.string().optional(), sponsored: z.literal(true) }),
  variants: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        description: text,
        url: z.url(),
        price,
        list_price: price.optional(),
        availability: z.object({ available: z.boolean(), status: z.string() }),
        barcodes: z.array(z.object({ type: z.literal("GTIN"), value: z.string() })).optional(),
        seller: z.object({ name: z.string() }).optional(),
        inputs: z.array(z.object({ id: z.string(), match: z.literal("exact") })).optional(),
      }),
    )
    .length(1),
});
export type UcpProduct = z.infer<typeof productSchema>;

/** A product of a feed: one variant, and the tracked link as the only address. */
export function productOf(record: ProductRecord, found?: { readonly id: string }): UcpProduct {
  const { id, title, brand, clickUrl: url, category, seller, gtin } = record;
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
    ...(list === undefined ? {} : { list_price_range: { min: list, max: list } }),
    media: [{ type: "image", url: record.image.url, alt_text: record.image.alt ?? title }],
    ...(category === undefined
      ? {}
      : { categories: category.map((value) => ({ value, taxonomy: "merchant" as const })) }),
    ...(record.rating === undefined ? {} : { rating: { ...record.rating, scale_max: 5 } }),
    metadata: { ...(brand === undefined ? {} : { brand }), sponsored: true },
    variants: [
      {
        id,
        title,
        description,
        url,
        price: now,
        ...(list === undefined ? {} : { list_price: list }),
        availability: {
          available: record.availability !== "out_of_stock",
          status: record.availability,
        },
        ...(gtin === undefined ? {} : { barcodes: [{ type: "GTIN", value: gtin }] }),
        ...(seller === undefined ? {} : { seller: { name: seller } }),
        ...(found === undefined ? {} : { inputs: [{ id: found.id, match: "exact" }] }),
      },
    ],
  };
}

/** **Units** minor units of the currency. */
function priceOf(amount: number, currency: string): z.infer<typeof price> {
  return { amount: Math.round(amount * 10 ** decimalsOf(currency)), currency };
}

/** The currency of price bounds, and a bound in its main units. */
export function boundOf(minor: number | undefined, currency: string): number | undefined {
  return minor === undefined ? undefined : minor / 10 ** decimalsOf(currency);
}

export function currencyOf(text: string | undefined): string | undefined {
  const code = text?.toUpperCase() ?? "USD";
  return isCurrency(code) ? code : undefined;
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
