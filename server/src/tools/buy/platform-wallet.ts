import { isPlatformWallet } from "../../domain/platform/index.ts";
import { callerOf, type ToolContext } from "../tool.ts";

/** Whether the platform wallet's agent books; looked up only for a booking that names a brand. */
export async function isForPlatform(ctx: ToolContext, brandId: string | undefined) {
  return brandId !== undefined && (await isPlatformWallet(ctx.db, callerOf(ctx).agentId));
}
