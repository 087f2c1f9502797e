import { findSnapshot, type Snapshot } from "../../domain/guidance/index.ts";
import { isPlatformWallet } from "../../domain/platform/index.ts";
import { callerOf, type ToolContext } from "../tool.ts";

/** Where the caller stands, with what settled a moment ago. */
export async function snapshotOf(ctx: ToolContext): Promise<Snapshot> {
  const { agent } = callerOf(ctx);
  const { db } = ctx.services;
  return db.snapshot(async (moment) => {
    const isWallet = agent.role !== "publisher" && (await isPlatformWallet(moment, agent.agentId));
    return findSnapshot(moment, { agent, now: ctx.now, isPlatformWallet: isWallet });
  });
}
