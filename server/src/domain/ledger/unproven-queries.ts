import { uuidFromId } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import { column, select } from "../../core/columns.ts";
import type { Queryable, Tx } from "../../core/db.ts";

/**
 * How much of a sweep is above an unproven publisher's limit of the day, and until when it waits
 * for a confirmation. Call it after the sweep is posted: the accounts are locked then.
 */
export async function takeExcess(
  tx: Tx,
  swept: { publisherId: string; unverified: Micros; now: Date },
): Promise<{ excess: Micros; lateUntil: Date } | undefined> {
  return EXCESS.first(
    tx,
    {
      name: "ledger.take_excess",
      text: `select ${EXCESS.list} from publisher_limits l`,
    },
    [uuidFromId(swept.publisherId), String(swept.unverified), swept.now],
  );
}

const EXCESS = select({
  excess: column.micros("unproven_excess($1, $2, exchange_now($3))"),
  lateUntil: column.date("exchange_now($3) + make_interval(days => l.late_days)"),
});

/**
 * Notes that a publisher is proven, once enough advertisers have confirmed enough of its earnings
 * that purchases of their own paid.
 */
export async function provePublisher(tx: Tx, publisherId: string, now: Date): Promise<void> {
  await tx.query(
    {
      name: "ledger.prove_publisher",
      text: `update agent a
        set proven_at = exchange_now($2)
        from publisher_limits l
        where a.id = $1
          and a.proven_at is null
          and (
            select count(*) >= l.proven_advertisers and sum(f.amount) >= l.proven_earnings
            from (
              select o.agent_id, sum(e.amount) as amount
              from earning e
              join credit_order o on o.id = e.order_id
              where e.publisher_id = a.id and e.status = 'matured' and e.is_confirmed
              group by o.agent_id
            ) f
          )`,
    },
    [uuidFromId(publisherId), now],
  );
}

/** What an operator of the exchange sets about unproven publishers. **Units** credits. */
export interface PublisherLimits {
  /** Null: no limit. */
  readonly placementsMax: number | null;
  readonly dayCreditsMax: number | null;
  readonly lateDays: number;
  readonly provenAdvertisers: number;
  readonly provenCredits: number;
}

/** Stores the settings where settlement and every process read them. */
export async function putPublisherLimits(db: Queryable, limits: PublisherLimits): Promise<void> {
  await db.query(
    {
      name: "ledger.put_publisher_limits",
      text: `insert into publisher_limits (
          placements_max, day_earnings_max, late_days, proven_advertisers, proven_earnings
        )
        values ($1, $2::bigint * 1000000, $3, $4, $5::bigint * 1000000)
        on conflict (is_only) do update
        set placements_max = excluded.placements_max,
          day_earnings_max = excluded.day_earnings_max,
          late_days = excluded.late_days,
          proven_advertisers = excluded.proven_advertisers,
          proven_earnings = excluded.proven_earnings`,
    },
    [
      limits.placementsMax,
      limits.dayCreditsMax,
      limits.lateDays,
      limits.provenAdvertisers,
      limits.provenCredits,
    ],
  );
}
