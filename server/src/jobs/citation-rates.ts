import { creditsFromMicros, micros } from "../contract/money.ts";
import { CITED_UNITS } from "../contract/units.ts";
import type { Foundation } from "../core/foundation.ts";
import { carryOut, findPendingBooks } from "../domain/disputes/index.ts";
import { noteCitationHold } from "../domain/placements/index.ts";
import { type CitationRate, findUnusualCitations } from "../domain/reports/index.ts";
import type { ScheduledJob } from "./scheduled.ts";

/** What the audit and `operator earnings list` give as the reason of such a hold. */
export const CITATION_RATE = "citation_rate";
const ACTOR = "worker";

export type CitationRateDeps = Omit<Foundation, "clock"> & { readonly now: Date };

/**
 * Holds the pending earnings of placements with unusual citation rates, until the operator releases
 * or reverses them; returns these placements. Each campaign has its own transaction, so the next
 * run continues an interrupted one.
 */
export async function holdUnusualCitations(deps: CitationRateDeps): Promise<CitationRate[]> {
  const { db, now } = deps;
  const unusual = await findUnusualCitations(db, now);
  for (const rate of unusual) {
    await holdPlacement(rate, deps);
    await noteCitationHold(db, rate.placementId, now);
  }
  return unusual;
}

async function holdPlacement(rate: CitationRate, deps: CitationRateDeps): Promise<void> {
  const { db, ids, now, logger } = deps;
  const { placementId } = rate;
  const books = await findPendingBooks(db, { placementId, adUnitTypes: CITED_UNITS });
  let amount = 0n;
  for (const book of books) {
    const act = { action: "hold", book, actor: ACTOR, reason: CITATION_RATE, facts: rate } as const;
    const decision = await carryOut(db, act, { ids, now });
    amount += decision?.amount ?? 0n;
  }
  const heldCredits = creditsFromMicros(micros(amount));
  logger.warn({ ...rate, campaigns: books.length, heldCredits }, "citation_rate_held");
}

export const CITATION_RATES: ScheduledJob = {
  queue: "citation-rates",
  cron: "37 * * * *",
  expireInSeconds: 1_800,
  run: (deps) => holdUnusualCitations({ ...deps, now: deps.clock.now() }),
};
