import { z } from "zod";
import { idSchema } from "../ids.ts";
import { keysOf } from "../records.ts";
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

/** What keeps a cashout from being approved or submitted, and what ends that. */
export const CASHOUT_HOLDS = {
  agent_suspended: "Your agent is suspended. The cashout goes on when the operator restores it.",
  account_review: "The operator reviews your account. The cashout goes on after the review.",
  address_review: "Another agent uses this address. The operator decides whether it is paid.",
  new_address: "The first cashout to a new address waits until `until`.",
} as const;
export type CashoutHold = keyof typeof CASHOUT_HOLDS;

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
  held: z
    .object({
      reason: z.enum(keysOf(CASHOUT_HOLDS)),
      explanation: z.string(),
      until: timeSchema.optional().describe("When it continues; absent: the operator decides."),
    })
    .optional()
    .describe("Why it is not approved or submitted yet."),
  reason: z.string().optional().describe("Why it was rejected, failed or is being looked into."),
  validActions: z.array(z.string()),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Cashout = z.infer<typeof cashoutSchema>;
