import { z } from "zod";
import { idSchema } from "../ids.ts";
import { creditsOut } from "../money.ts";
import { timeSchema } from "./list.ts";

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
