import { z } from "zod";
import { roleSchema } from "../enums.ts";
import { creditsOut, idSchema, nextToolsSchema, timeSchema } from "../fields.ts";
import { KEY_SCOPES } from "../keys.ts";

export const agentSchema = z.object({
  agentId: idSchema("agt"),
  provider: z.string(),
  displayName: z.string(),
  role: roleSchema,
  status: z.enum(["active", "suspended", "closed"]),
  createdAt: timeSchema,
});
export type Agent = z.infer<typeof agentSchema>;

export const registeredAgentSchema = agentSchema.extend({
  apiKey: z.string().describe("Shown this once. Keep it; it cannot be read again."),
  nextTools: nextToolsSchema,
});

export const keyScopeSchema = z.enum(KEY_SCOPES);

const keyLimitFields = {
  scope: keyScopeSchema,
  campaignId: idSchema("cmp").optional(),
};

export const listedKeySchema = z.object({
  prefix: z.string(),
  ...keyLimitFields,
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  endsAt: timeSchema.nullable(),
});

export const createdKeySchema = z.object({
  apiKey: z.string().describe("Shown this once. Keep it; it cannot be read again."),
  prefix: z.string(),
  ...keyLimitFields,
  createdAt: timeSchema,
});

export const rotatedKeySchema = z.object({
  agentId: idSchema("agt"),
  apiKey: z.string().describe("Shown this once. Keep it; it cannot be read again."),
  key: z.object({ prefix: z.string(), createdAt: timeSchema }),
  previousKey: z
    .object({ prefix: z.string(), endsAt: timeSchema })
    .describe("The key that called; it works until `endsAt`."),
  nextTools: nextToolsSchema,
});
export type RotatedKey = z.infer<typeof rotatedKeySchema>;

export const balanceSchema = z.object({
  availableCredits: creditsOut.describe("Can fund bookings."),
  escrowedCredits: creditsOut.describe("Held for your own campaigns."),
  pendingEarningsCredits: creditsOut.describe("Earned, not yet matured."),
  earnedCredits: creditsOut.describe("Can be cashed out."),
  cashoutPendingCredits: creditsOut.describe("On its way out."),
});
export type Balance = z.infer<typeof balanceSchema>;

export const whoamiSchema = agentSchema.extend({
  balance: balanceSchema,
  key: z.object({
    prefix: z.string(),
    createdAt: timeSchema,
    lastUsedAt: timeSchema.nullable(),
    ...keyLimitFields,
  }),
  limits: z.record(z.string(), z.object({ perSecond: z.number(), burst: z.number() })),
  apiVersion: z.string(),
  nextTools: nextToolsSchema,
});
