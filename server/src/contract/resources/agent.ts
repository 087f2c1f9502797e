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

export const HELP_TEXT_MAX = 4_000;
export const NEXT_STEPS_MAX = 5;

const argumentsSchema = z
  .record(z.string(), z.unknown())
  .describe("For that tool, with your own ids; send them as they are, once `yours` are set.");
const yoursSchema = z
  .array(z.string())
  .describe("Arguments that only you know: add them, or put your own in place of what is there.");

export const stepSchema = z.object({
  step: z.string(),
  title: z.string(),
  status: z
    .enum(["done", "missing", "waiting", "blocked"])
    .describe("missing: you can take it now. waiting: others or time have to act."),
  because: z.string(),
  nextTool: z.string().optional(),
  arguments: argumentsSchema.optional(),
  yours: yoursSchema.optional(),
});

export const activationSchema = z.object({
  percent: z.number().int().describe("Steps that are done, in whole percent."),
  steps: z.array(stepSchema),
  nextTools: nextToolsSchema,
});

export const nextStepSchema = z.object({
  tool: z.string(),
  arguments: argumentsSchema,
  why: z.string(),
  status: z
    .enum(["ready", "waiting"])
    .describe("ready: call it now. waiting: it only shows whether others have acted meanwhile."),
  yours: yoursSchema.optional(),
});
export type NextStep = z.infer<typeof nextStepSchema>;

export const helpSchema = z.object({
  answer: z.string(),
  nextSteps: z.array(nextStepSchema).describe("The most useful first."),
  nextTools: nextToolsSchema,
  errorCode: z.string().optional().describe("The error code that the question is about."),
  toolName: z.string().optional().describe("The tool that the question is about."),
  docs: z.array(z.string()).describe("Addresses to read."),
});

/** What PostgreSQL cannot store: a NUL character, half of a surrogate pair. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;

/** The body of `POST /api/agent`; the tool's own schema checks the arguments. */
export const agentCallSchema = z.strictObject({
  tool: z.string().min(1).max(100),
  arguments: z.unknown().optional(),
  idempotencyKey: z.string().min(1).max(255).regex(STORABLE).optional(),
});
export type AgentCall = z.infer<typeof agentCallSchema>;
