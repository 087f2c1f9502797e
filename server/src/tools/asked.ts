import { callerOf, type ToolContext } from "./context.ts";

/** Who asks for a report, and when. */
export function askedBy(ctx: ToolContext): { agentId: string; now: Date } {
  return { agentId: callerOf(ctx).agentId, now: ctx.now };
}
