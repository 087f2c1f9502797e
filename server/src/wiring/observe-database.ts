import { inTime } from "../core/deadline.ts";
import type { Foundation } from "../core/foundation.ts";
import { type Metrics, type Readings, single } from "../core/metrics.ts";
import { findStanding, type Standing } from "../domain/status/index.ts";

/** All gauges of one look, and lookers that come close together, share one reading. */
const FRESH_FOR_MS = 2_000;
/** While the database hangs, a scrape still gets the numbers of the processes. */
const TIMEOUT_MS = 2_000;

/** The numbers from the database, read on each scrape. */
export function observeDatabase(metrics: Metrics, deps: Pick<Foundation, "db" | "clock">): void {
  const read = standingReader(deps);
  const gauge = (name: string, help: string, of: (standing: Standing, now: Date) => Readings) =>
    metrics.gauge({
      name,
      help,
      labels: LABELS[name] ?? [],
      // Every process reads the same rows.
      together: "max",
      read: async () => {
        const standing = await read();
        return standing === undefined ? [] : of(standing, deps.clock.now());
      },
    });
  metrics.gauge({
    name: "placard_database_up",
    help: "1 when the database answered.",
    together: "max",
    read: async () => single((await read()) === undefined ? 0 : 1),
  });
  gauge("placard_outbox_messages", "Messages not yet passed on.", ({ outbox }) =>
    single(outbox.waiting),
  );
  gauge("placard_outbox_age_seconds", "Age of the oldest message not yet passed on.", (standing) =>
    single(standing.outbox.ageMs / 1_000),
  );
  gauge("placard_postback_messages", "Postbacks that wait or were given up.", ({ postbacks }) => [
    [["pending"], postbacks.pending],
    [["dead"], postbacks.dead],
    [["untold_batches"], postbacks.marks],
  ]);
  gauge("placard_postback_lag_seconds", "How long the oldest postback is overdue.", (standing) =>
    single(standing.postbacks.lagMs / 1_000),
  );
  gauge("placard_job_queue_jobs", "Jobs of the worker, by queue and state.", ({ jobs }) =>
    jobs.flatMap(({ name, ready, deferred, active, failed }) => [
      [[name, "ready"], ready],
      [[name, "deferred"], deferred],
      [[name, "active"], active],
      [[name, "failed"], failed],
    ]),
  );
  gauge("placard_payouts_held", "1 while cashouts are paused or wait for a reconciliation.", (of) =>
    single(of.payoutHold === undefined ? 0 : 1),
  );
  gauge("placard_partition_days", "Days after today that have partitions.", ({ partitionDays }) =>
    single(partitionDays),
  );
  gauge("placard_verification_findings", "Open differences in the books.", (standing) =>
    single(standing.verification.openFindings),
  );
  gauge("placard_verification_frozen_agents", "Agents whose money is frozen.", (standing) =>
    single(standing.verification.frozenAgents),
  );
  gauge(
    "placard_verification_age_seconds",
    "Since the last run of the verification, the last clean one, and the last over everything.",
    ({ verification: { lastRunAt, lastCleanRunAt, lastFullRunAt } }, now) => [
      [["any"], secondsSince(lastRunAt, now)],
      [["clean"], secondsSince(lastCleanRunAt, now)],
      [["full"], secondsSince(lastFullRunAt, now)],
    ],
  );
}

const LABELS: Readonly<Record<string, readonly string[]>> = {
  placard_postback_messages: ["state"],
  placard_job_queue_jobs: ["queue", "state"],
  placard_verification_age_seconds: ["run"],
};

/** What never happened is infinitely long ago, so that an alarm on its age rings. */
function secondsSince(at: Date | null, now: Date): number {
  if (at === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, (now.getTime() - at.getTime()) / 1_000);
}

function standingReader(deps: Pick<Foundation, "db" | "clock">) {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<Standing | undefined> = Promise.resolve(undefined);
  return () => {
    const nowMs = deps.clock.monotonicMs();
    if (nowMs - readAtMs >= FRESH_FOR_MS) {
      readAtMs = nowMs;
      const standing = findStanding(deps.db, deps.clock.now()).catch(() => undefined);
      reading = inTime(standing, TIMEOUT_MS, undefined);
    }
    return reading;
  };
}
