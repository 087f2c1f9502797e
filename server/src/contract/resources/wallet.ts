import { z } from "zod";
import { accountKindSchema, entryTypeSchema, packIdSchema } from "../enums.ts";
import { idSchema } from "../ids.ts";
import { creditsOut } from "../money.ts";
import { balanceSchema } from "./agent.ts";
import { listOf, timeSchema } from "./list.ts";

export const entrySchema = z.object({
  entryId: idSchema("ent"),
  transactionId: idSchema("txn"),
  type: entryTypeSchema,
  account: accountKindSchema,
  amountCredits: creditsOut.describe("Signed: negative leaves the account."),
  balanceAfterCredits: creditsOut,
  campaignId: idSchema("cmp").optional(),
  placementId: idSchema("plc").optional(),
  orderId: idSchema("ord").optional(),
  cashoutId: idSchema("csh").optional(),
  description: z.string(),
  createdAt: timeSchema,
});
export type Entry = z.infer<typeof entrySchema>;

export const walletSchema = listOf(entrySchema).extend({ balance: balanceSchema });

export const orderSchema = z.object({
  orderId: idSchema("ord"),
  packId: packIdSchema,
  credits: z.number(),
  priceUsd: z.number(),
  checkoutUrl: z.string().describe("A human opens this page and pays."),
  status: z.enum(["open", "paid", "expired", "reversed"]),
  expiresAt: timeSchema,
});
export type Order = z.infer<typeof orderSchema>;

/** What each pack holds and costs; the peg is 100 credits for a dollar, without a bonus. */
export const CREDIT_PACKS = {
  starter: { credits: 1_000, priceUsd: 10 },
  builder: { credits: 5_000, priceUsd: 50 },
  fleet: { credits: 25_000, priceUsd: 250 },
} as const;
