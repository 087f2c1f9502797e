import { CREDITS_PER_USD } from "../contract/money.ts";
import type { Tx } from "../core/db.ts";
import { payInSandbox } from "../domain/checkout/index.ts";
import type { Services } from "./tool.ts";

/**
 * Pays an order of the sandbox checkout, without its page.
 *
 * **Units** US dollars.
 */
export async function addSandboxCredits(
  tx: Tx,
  order: { readonly agentId: string; readonly usd: number },
  { ids, clock, settings, checkout }: Services,
): Promise<void> {
  if (checkout.name !== "sandbox") return;
  const { seasoningDays } = settings;
  const credits = order.usd * CREDITS_PER_USD;
  const deps = { ids, now: clock.now(), seasoningDays };
  await payInSandbox(tx, { agentId: order.agentId, credits }, deps);
}
