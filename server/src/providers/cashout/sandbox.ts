import { sha256 } from "../../core/signing.ts";
import type { CashoutProvider } from "../../domain/cashout/index.ts";
import { isMainnetAddress } from "./address.ts";

const USD_PER_BTC_DEFAULT = 100_000;

/** Moves no money: every cashout is accepted and completed at once, at a fixed price. */
export function createSandboxCashout(usdPerBtc: number = USD_PER_BTC_DEFAULT): CashoutProvider {
  const idOf = (cashoutId: string) => `sandbox_${cashoutId}`;
  return {
    name: "sandbox",
    pollMs: 0,
    isAddress: isMainnetAddress,
    quote: async () => ({ usdPerBtc: usdPerBtc.toFixed(8) }),
    submit: async ({ cashoutId }) => ({ outcome: "accepted", providerId: idOf(cashoutId) }),
    release: async () => undefined,
    withdraw: async () => undefined,
    // It remembers nothing: what it was given an id for is completed.
    list: async () => [],
    find: async ({ cashoutId }, providerId) =>
      providerId === undefined
        ? { status: "absent" }
        : { status: "completed", providerId, txid: sha256(cashoutId).toString("hex") },
  };
}
