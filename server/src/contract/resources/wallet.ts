import { z } from "zod";
import { accountKindSchema, entryTypeSchema, packIdSchema } from "../enums.ts";
import { creditsOut, idSchema, listOf, timeSchema } from "../fields.ts";
import { keysOf } from "../records.ts";
import { balanceSchema } from "./agent.ts";

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

export const DISPUTE_STATUSES = ["open", "released", "reversed"] as const;
export const disputeStatusSchema = z.enum(DISPUTE_STATUSES);
export type DisputeStatus = z.infer<typeof disputeStatusSchema>;

/** The most events of one dispute: they are held under the lock that settlement waits for. */
export const DISPUTED_EVENTS_MAX = 10_000;

export const disputeSchema = z.object({
  disputeId: idSchema("dsp"),
  campaignId: idSchema("cmp"),
  status: disputeStatusSchema,
  reason: z.string(),
  events: z.number().int().describe("How many events are disputed."),
  heldCredits: creditsOut.describe("The publisher's earnings of these events, held."),
  chargedCredits: creditsOut.describe("What the events cost you; it returns if you are right."),
  createdAt: timeSchema,
});
export type Dispute = z.infer<typeof disputeSchema>;
