import { cashoutSchema } from "../../../../server/src/contract/resources/wallet.ts";
import { registerAgent, resultOf, type TestAgent } from "../../../setup/agents.ts";
import type { Market } from "../../tools/market.ts";
import { ADDRESS, giveEarned } from "./rig.ts";

/** A publisher of a whole exchange that has earned so much. */
export async function earningPublisher(market: Market, credits = 1_000): Promise<TestAgent> {
  const agent = await registerAgent(market.call, "publisher");
  const { db, ids, clock } = market.exchange.services;
  await db.tx((tx) => giveEarned(tx, agent.agentId, credits, { ids, now: clock.now() }));
  return agent;
}

/** Requests a cashout that must be taken. */
export function cashOut(market: Market, agent: TestAgent, fields: object = {}) {
  const args = { amountCredits: 500, btcAddress: ADDRESS, ...fields };
  return resultOf(market.call("request_cashout", args, agent.key), cashoutSchema);
}

/** The background work around cashouts, now. */
export async function runCashouts({ exchange }: Market): Promise<void> {
  const { cashout } = exchange.services;
  // A round that was under way may have looked before the test's last change.
  await cashout.idle();
  cashout.kick();
  await cashout.idle();
}
