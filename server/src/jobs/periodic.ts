import type { Foundation } from "../core/foundation.ts";
import { ensurePartitions } from "../core/migrate.ts";
import { advanceDue, type CampaignSettings } from "../domain/campaigns/index.ts";
import type { Cashouts } from "../domain/cashout/index.ts";
import {
  matureDue,
  type PublisherLimits,
  putPublisherLimits,
  sweepNew,
} from "../domain/ledger/index.ts";
import { rollUp } from "../domain/reports/index.ts";

export interface PeriodicJobsDeps extends Foundation {
  readonly campaigns: CampaignSettings;
  readonly publisherLimits: PublisherLimits;
  readonly cashouts: Pick<Cashouts, "kick" | "stop">;
}

const TICK_MS = 3_000;

/**
 * The most that wallets lag behind settlement and maturity; disputes and refunds sweep at once.
 * Measured by `npm run prove -- sweeps`.
 */
const SWEEP_EVERY_MS = 30_000;

/** Partitions exist for thirty days ahead. The settings in the database are written as often. */
const PARTITIONS_EVERY_MS = 3_600_000;

/**
 * Runs every few seconds: sweeps, maturity, campaigns that start or end. SQL guards each step, so
 * any number of processes may run it.
 */
export async function startPeriodicJobs(
  deps: PeriodicJobsDeps,
): Promise<{ stop(): Promise<void> }> {
  let isStopped = false;
  let partitionsAtMs = Number.NEGATIVE_INFINITY;
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  // Each step on its own: a fault of one must not hold up the others.
  const attempt = async (step: string, work: () => Promise<unknown>) => {
    await work().catch((error: unknown) => {
      deps.logger.warn({ err: String(error), step }, "tick_failed");
    });
  };
  const tick = async () => {
    const now = deps.clock.now();
    const nowMs = deps.clock.monotonicMs();
    const ledger = { ids: deps.ids, now };
    if (nowMs - partitionsAtMs > PARTITIONS_EVERY_MS) {
      await attempt("partitions", async () => {
        await ensurePartitions(deps.db, now);
        await putPublisherLimits(deps.db, deps.publisherLimits);
        partitionsAtMs = nowMs;
      });
    }
    if (nowMs - sweptAtMs > SWEEP_EVERY_MS) {
      sweptAtMs = nowMs;
      await attempt("sweep", () => sweepNew(deps.db, ledger));
      await attempt("mature", () => matureDue(deps.db, ledger));
    }
    await attempt("advance", () => advanceDue(deps.db, { ...deps.campaigns, ...ledger }));
    await attempt("roll_up", () => rollUp(deps.db, now));
    // Not awaited: a payment provider that hangs must not hold up sweeps and campaigns.
    deps.cashouts.kick();
    if (!isStopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      running = tick();
    }, TICK_MS);
    timer.unref();
  };
  // Before the first request: without them no limit applies.
  await attempt("publisher_limits", () => putPublisherLimits(deps.db, deps.publisherLimits));
  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
      await deps.cashouts.stop();
    },
  };
}
