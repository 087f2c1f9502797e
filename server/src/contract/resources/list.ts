import { z } from "zod";

export const PAGE_LIMIT_MAX = 100;
export const PAGE_LIMIT_DEFAULT = 20;

/** The fields by which every list is paged. */
export const pageFields = {
  cursor: z.string().min(1).max(200).optional().describe("`nextCursor` of the page before."),
  limit: z
    .number()
    .int()
    .min(1)
    .max(PAGE_LIMIT_MAX)
    .default(PAGE_LIMIT_DEFAULT)
    .describe("Rows of a page."),
};

/** The one wrapper around lists. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** Nanoseconds and an offset fit; PostgreSQL refuses fractions of over 130 digits. */
const TIME_MAX_CHARACTERS = 40;

export const timeSchema = z.iso.datetime().max(TIME_MAX_CHARACTERS).describe("RFC 3339, UTC.");

export const nextToolsSchema = z.array(z.string()).describe("Tools that usually come next.");
