import { z } from "zod";
import { PRODUCT_PAGE_SIZE_MAX } from "../../contract/resources/product.ts";
import { productSearchFields } from "./search_shopfeed_products.ts";

/** A whole number in a query parameter. */
export const whole = (field: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .regex(/^-?\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(field);
const decimal = (field: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .regex(/^-?\d+(\.\d+)?$/, "must be a number")
    .transform(Number)
    .pipe(field);
const yesOrNo = z
  .enum(["true", "false", "1", "0"])
  .transform((text) => text === "true" || text === "1");

const { limit, page, minDiscountPercent, minPrice, maxPrice, ...textFields } = productSearchFields;

/** The tool's own fields, read from query parameters, and the site explorer's page size. */
export const productListQuery = z.strictObject({
  ...textFields,
  limit: whole(limit.unwrap()).optional(),
  page: whole(page.unwrap()).optional(),
  pageSize: whole(z.number().int().min(1).max(PRODUCT_PAGE_SIZE_MAX)).optional(),
  inStockOnly: yesOrNo.optional(),
  minDiscountPercent: decimal(minDiscountPercent.unwrap()).optional(),
  minPrice: decimal(minPrice.unwrap()).optional(),
  maxPrice: decimal(maxPrice.unwrap()).optional(),
});

/** What the address of one product takes. */
export const productItemQuery = z.strictObject({
  publisherId: textFields.publisherId,
  origin: textFields.origin,
});
