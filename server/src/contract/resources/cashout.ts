import { z } from "zod";
import { idSchema } from "../ids.ts";
import { timeSchema } from "./list.ts";

/** The smallest cashout. **Units** credits. **Source** the specification's limits. */
export const CASHOUT_MIN_CREDITS = 500;

export const CASHOUT_STATUSES = [
  "requested",
  "approved",
  "submitted",
  "unknown",
  "in_progress",
  "completed",
  "rejected",
  "canceled",
  "failed",
] as const;
export const cashoutStatusSchema = z.enum(CASHOUT_STATUSES);
export type CashoutStatus = z.infer<typeof cashoutStatusSchema>;

export const cashoutSchema = z.object({
  cashoutId: idSchema("csh"),
  status: cashoutStatusSchema,
  amountCredits: z.number().describe("Whole credits, held until the cashout is over."),
  amountUsd: z.number(),
  btcAddress: z.string(),
  quote: z
    .object({
      usdPerBtc: z.number(),
      satoshis: z.number().int().describe("Rounded down."),
      expiresAt: timeSchema,
    })
    .optional()
    .describe("The price of this moment while requested; fixed from the approval on."),
  txid: z.string().optional().describe("The Bitcoin transaction, once the provider names it."),
  waitsUntil: timeSchema
    .optional()
    .describe("The first cashout to a new address is not approved before this time."),
  reason: z.string().optional().describe("Why it was rejected, failed or is being looked into."),
  validActions: z.array(z.string()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Cashout = z.infer<typeof cashoutSchema>;
