import { createQuoteBoard } from "./quote.ts";
import { advanceCashouts, type RunnerDeps } from "./runner.ts";

export { cashoutOnWire } from "./move.ts";
export type {
  CashoutOrder,
  CashoutProvider,
  ListedPayout,
} from "./port.ts";
export { findCashoutsOf, hasAgent } from "./queries.ts";
export { type Difference, reconcilePayouts } from "./reconcile.ts";
export {
  approveByHand,
  cancelCashout,
  heldBy,
  rejectByHand,
  requestCashout,
  returnUnsubmitted,
} from "./request.ts";
export {
  endRecovery,
  findForReview,
  findPayoutHold,
  type PayoutHold,
  pausePayouts,
  type ReviewRecord,
  resumePayouts,
} from "./work-queries.ts";

export type Cashouts = ReturnType<typeof createCashouts>;

/** One exchange's cashouts: what its tools need, and the work that goes on behind them. */
export function createCashouts(
  deps: Omit<RunnerDeps, "quotes" | "isStopping"> & { readonly newAddressMs: number },
) {
  const quotes = createQuoteBoard(deps);
  let isStopping = false;
  let running: Promise<void> | undefined;
  // So that the first requests see a price as well.
  void quotes.refresh();
  return {
    provider: deps.provider,
    quotes,
    /** How long the first cashout to a new address waits. */
    newAddressMs: deps.newAddressMs,
    /** Starts a round of the background work, unless one is still running. Never throws. */
    kick() {
      if (isStopping) return;
      running ??= advanceCashouts({ ...deps, quotes, isStopping: () => isStopping })
        .catch((error: unknown) => deps.logger.warn({ err: String(error) }, "cashout_run_failed"))
        .finally(() => {
          running = undefined;
        });
    },
    /** Resolves when no round is running. */
    idle: async () => running,
    /** Ends the round after the cashout it is at, and starts no other. */
    async stop() {
      isStopping = true;
      await running;
    },
  };
}
