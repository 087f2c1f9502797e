import type { PgBoss } from "pg-boss";
import { creditsFromMicros, micros } from "../contract/money.ts";
import { CITED_UNITS } from "../contract/units.ts";
import { openDatabaseClock } from "../core/clock.ts";
import { type Database, openDatabase } from "../core/db.ts";
import { createIdSource, type IdSource } from "../core/ids.ts";
import type { Logger } from "../core/log.ts";
import { withSpan } from "../core/tracing.ts";
import { carryOut, findPendingBooks } from "../domain/disputes/index.ts";
import { noteCitationHold } from "../domain/placements/index.ts";
import { type CitationRate, findUnusualCitations } from "../domain/reports/index.ts";

const QUEUE = "citation-rates";
const EVERY_HOUR = "37 * * * *";
const EXPIRES_SECONDS = 1_800;

/** What the audit and `operator earnings list` give as the reason of such a hold. */
export const CITATION_RATE = "citation_rate";
const ACTOR = "worker";

export interface CitationRateDeps {
  readonly db: Database;
  readonly ids: IdSource;
  readonly now: Date;
  readonly logger: Logger;
}

/**
 * Holds what placements with unusual citation rates have earned and not matured, until the operator
 * releases or reverses it. Answers which. Campaign by campaign, as the operator's own command: what
 * a run that broke off left is held by the next one.
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

/** Looks every hour; one waits and one runs at most. */
export async function registerCitationRates(
  boss: PgBoss,
  { databaseUrl, logger }: { databaseUrl: string; logger: Logger },
): Promise<void> {
  await boss.createQueue(QUEUE, {
    policy: "stately",
    retryLimit: 0,
    expireInSeconds: EXPIRES_SECONDS,
  });
  await boss.schedule(QUEUE, EVERY_HOUR);
  await boss.work(QUEUE, () =>
    withSpan("job citation-rates", {}, async () => {
      const db = openDatabase({
        connectionString: databaseUrl,
        connections: 1,
        logger,
        role: "placard_app",
        applicationName: "placard-citation-rates",
      });
      try {
        const clock = await openDatabaseClock(db);
        const ids = createIdSource(clock);
        await holdUnusualCitations({ db, ids, now: clock.now(), logger });
      } finally {
        await db.close();
      }
    }),
  );
}
