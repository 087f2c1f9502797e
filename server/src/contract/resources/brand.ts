import { z } from "zod";
import { adUnitTypeSchema } from "../enums.ts";
import { creditsOut, idSchema, pageFields, timeSchema } from "../fields.ts";

/** The longest texts of a brand; the table checks the same. */
export const BRAND_LIMITS = {
  nameMax: 120,
  categoriesMax: 20,
  categoryMax: 40,
  maxRateCreditsMax: 1_000_000,
  deepLinkMax: 2_048,
  disclosureMax: 200,
} as const;

/** A row of the public brand catalogue. It has no field that could hold a secret. */
export const brandSchema = z.object({
  brandId: idSchema("brd"),
  name: z.string(),
  domain: z.string(),
  categories: z.array(z.string()),
  maxRateCredits: creditsOut.describe("The highest rateCredits of a platform campaign."),
  adUnitTypes: z.array(adUnitTypeSchema),
  deepLink: z.string().optional().describe("Where a click should land, if the brand says so."),
  disclosure: z.string().describe("The sponsored-label copy of this brand."),
  updatedAt: timeSchema,
});
export type Brand = z.infer<typeof brandSchema>;

/** What the brand catalogue is searched by, as a tool and as a public address. */
export const brandSearchFields = {
  ...pageFields,
  q: z.string().trim().max(200).optional().describe("Words of name, domain or category."),
  category: z
    .string()
    .trim()
    .max(BRAND_LIMITS.categoryMax)
    .optional()
    .describe("Exactly this category, in any case."),
};
