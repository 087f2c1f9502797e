import { z } from "zod";
import { idSchema } from "../ids.ts";
import { nextToolsSchema, timeSchema } from "./list.ts";

export const demandRequestSchema = z.object({
  placementId: idSchema("plc"),
  status: z.enum(["queued", "booked", "declined"]),
  explanation: z.string().describe("What happens next, or what stands in the way."),
  reason: z.string().optional().describe("A word for what stands in the way."),
  campaignId: idSchema("cmp").optional().describe("What was booked: pull it with deliver_ad."),
  requestedAt: timeSchema,
  decidedAt: timeSchema.optional(),
  checkedEverySeconds: z.number().describe("How often open placements are looked at."),
  nextTools: nextToolsSchema,
});
export type DemandAnswer = z.infer<typeof demandRequestSchema>;
