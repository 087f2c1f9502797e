import { findSnapshot, type Snapshot } from "../../domain/guidance/index.ts";
import { sweepAll } from "../../domain/ledger/index.ts";
import { isPlatformWallet } from "../../domain/platform/index.ts";
import { callerOf, ledgerDepsOf, type ToolContext } from "../context.ts";

/** Where the caller stands, with what settled a moment ago. */
export async function snapshotOf(ctx: ToolContext): Promise<Snapshot> {
  const { agent } = callerOf(ctx);
  const { db } = ctx.services;
  await sweepAll(db, agent.agentId, ledgerDepsOf(ctx));
  return db.snapshot(async (moment) => {
    const isWallet = agent.role !== "publisher" && (await isPlatformWallet(moment, agent.agentId));
    return findSnapshot(moment, { agent, now: ctx.now, isPlatformWallet: isWallet });
  });
}
