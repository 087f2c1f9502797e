import { z } from "zod";

/** The body of `POST /api/agent`; the tool's own schema checks the arguments. */
export const agentCallSchema = z.strictObject({
  tool: z.string().min(1).max(100),
  arguments: z.unknown().optional(),
  idempotencyKey: z.string().min(1).max(255).optional(),
});
export type AgentCall = z.infer<typeof agentCallSchema>;
