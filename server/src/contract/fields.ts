import { z } from "zod";
import { ID_BODY_PATTERN, ID_MEANINGS, type IdPrefix } from "./ids.ts";
import { CREDITS_MAX, hasAtMostDecimals } from "./money.ts";

/** A text without spaces around it. **Units** characters. */
export function trimmed(max: number, min = 1) {
  return z.string().trim().min(min).max(max);
}

/** A whole number between two bounds, both included. */
export function integer(min: number, max: number) {
  return z.number().int().min(min).max(max);
}

/** A well-formed id for texts and examples; it never exists in a database. */
export function exampleId(prefix: IdPrefix): string {
  return `${prefix}_01k9zq3v5te7kbn8w2r4c6d8fg`;
}

/** A zod schema for one kind of id; the pattern also lands in the published JSON schema. */
export function idSchema(prefix: IdPrefix): z.ZodString {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_${ID_BODY_PATTERN}$`), {
      message: `must be an id like ${exampleId(prefix)}`,
    })
    .describe(ID_MEANINGS[prefix]);
}

/**
 * A schema for amounts on the wire.
 *
 * **Units** credits.
 */
export function creditsSchema(limits: { min?: number; max?: number; decimals?: number } = {}) {
  const decimals = limits.decimals ?? 6;
  return z
    .number()
    .min(limits.min ?? 0)
    .max(limits.max ?? CREDITS_MAX)
    .refine((value) => hasAtMostDecimals(value, decimals), {
      message: `must have at most ${decimals} decimals`,
    });
}

/** An amount in an answer: signed, with no limit to check. */
export const creditsOut = z.number().describe("Credits; 100 credits are 1 US dollar.");

export const PAGE_LIMIT_MAX = 100;
export const PAGE_LIMIT_DEFAULT = 20;

export const pageFields = {
  cursor: z.string().min(1).max(200).optional().describe("`nextCursor` of the page before."),
  limit: integer(1, PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT).describe("Rows of a page."),
};

/** The one wrapper around lists. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** Nanoseconds and an offset fit; PostgreSQL refuses fractions of over 130 digits. */
const TIME_MAX_CHARACTERS = 40;

export const timeSchema = z.iso.datetime().max(TIME_MAX_CHARACTERS).describe("RFC 3339, UTC.");

export const nextToolsSchema = z.array(z.string()).describe("Tools that usually come next.");
