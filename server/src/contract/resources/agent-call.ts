import { z } from "zod";

/** What PostgreSQL cannot store: a NUL character, half of a surrogate pair. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;

/** The body of `POST /api/agent`; the tool's own schema checks the arguments. */
export const agentCallSchema = z.strictObject({
  tool: z.string().min(1).max(100),
  arguments: z.unknown().optional(),
  idempotencyKey: z.string().min(1).max(255).regex(STORABLE).optional(),
});
export type AgentCall = z.infer<typeof agentCallSchema>;
