import { type Micros, micros } from "../../contract/money.ts";
import { only, type Queryable, query } from "../../core/sql.ts";

/** The sums of all accounts by kind, and what campaigns hold that no sweep has moved yet. */
export async function findMoney(db: Queryable) {
  const rows = await query<{ kind: string; balance: string }>(db, "status.find_money")`
    select kind, sum(balance)::text as balance
    from account
    group by kind
    union all
    select 'unswept_earned', coalesce(sum(earned - swept_earned), 0)::text from campaign_book
    union all
    select 'unswept_fee', coalesce(sum(fee - swept_fee), 0)::text from campaign_book`;
  const sums = new Map(rows.map((row) => [row.kind, micros(row.balance)]));
  const take = (kind: string): Micros => {
    const sum = sums.get(kind) ?? micros(0);
    sums.delete(kind);
    return sum;
  };
  const unsweptEarned = take("unswept_earned");
  const unsweptFee = take("unswept_fee");
  return { accounts: sums, unsweptEarned, unsweptFee };
}

export type Counts = Readonly<Record<string, number>>;

function countsOf(rows: readonly { name: string; count: number }[]): Counts {
  return Object.fromEntries(rows.map((row) => [row.name, row.count]));
}

/** How many agents there are, by status. */
export async function countAgents(db: Queryable): Promise<Counts> {
  const rows = await query<{ name: string; count: number }>(db, "status.count_agents")`
    select status as name, count(*)::integer as count
    from agent
    group by status
    order by status`;
  return countsOf(rows);
}

/** How many campaigns there are, by status. */
export async function countCampaigns(db: Queryable): Promise<Counts> {
  const rows = await query<{ name: string; count: number }>(db, "status.count_campaigns")`
    select status as name, count(*)::integer as count
    from campaign_book
    group by status
    order by status`;
  return countsOf(rows);
}

export interface JobQueue {
  readonly name: string;
  readonly ready: number;
  readonly deferred: number;
  readonly active: number;
  readonly failed: number;
}

/** As the worker last counted them, about once a minute; empty before its first start. */
export function findJobQueues(db: Queryable): Promise<JobQueue[]> {
  return query<JobQueue>(db, "status.find_job_queues")`
    select name, ready, deferred, active, failed from job_queues() order by name`;
}

/** How many days after today have a partition of events; the exchange creates 30. */
export function countPartitionDays(db: Queryable): Promise<number> {
  return only.number.one(db, "status.count_partition_days")`
    select coalesce(
      max(to_date(right(c.relname, 8), 'YYYYMMDD')) - (now() at time zone 'UTC')::date, 0
    )
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event'::regclass`;
}

/** **Units** bytes. */
export function findDatabaseSize(db: Queryable): Promise<number> {
  return only.count.one(db, "status.find_database_size")`
    select pg_database_size(current_database())`;
}

/** How far a replica is behind; 0 where nothing is replayed. **Units** milliseconds. */
export async function findReplayLag(db: Queryable): Promise<number> {
  const lagMs = await only.plain<number | null>().one(db, "status.find_replay_lag")`select case
      when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else (extract(epoch from now() - pg_last_xact_replay_timestamp()) * 1000)::float8
    end`;
  return Math.round(lagMs ?? 0);
}
