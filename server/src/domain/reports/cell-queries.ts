import { column, type Queryable, type Selected, select } from "../../core/sql.ts";
import {
  type Grouping,
  IN_SCOPE,
  type Scope,
  type Segments,
  type Stretch,
  scopeValues,
} from "./window.ts";

const CELL = select({
  bucket: column.plain<number | null>("bucket"),
  itemUuid: column.plain<string | null>("item_id"),
  kind: column.plain<number>("kind"),
  reason: column.plain<number>("reason"),
  quantity: column.count("sum(quantity)"),
  counted: column.count("sum(counted)"),
  verified: column.count("sum(verified)"),
  viewable: column.count("sum(viewable)"),
  charged: column.micros("sum(charged)"),
  fee: column.micros("sum(fee)"),
});
/** Sums of events of one kind and reason, either of a bucket of time or of an item. */
export type Cell = Selected<typeof CELL>;

/** Cells by the place of their bucket, and by the uuid of their item. */
export interface Cells {
  readonly buckets: Map<number, Cell[]>;
  readonly items: Map<string, Cell[]>;
}

/** Not kinds of events: rows of their own in a report. */
export const DELIVERIES = 0;
export const REVERSALS = -1;

const SCOPE = `scope as materialized (
    select b.campaign_id,
      case $5 when 'campaign' then b.campaign_id when 'placement' then b.placement_id end as item_id
    from campaign_book b
    where ${IN_SCOPE}
  )`;
const SUMS = "quantity, counted, verified, viewable, charged, fee";
/** First to a row for each bucket and item, which is most of the work and needs no sorting. */
const BY_BUCKET_AND_BY_ITEM = `summed as materialized (
    select item_id, bucket, kind, reason, sum(quantity) as quantity, sum(counted) as counted,
      sum(verified) as verified, sum(viewable) as viewable, sum(charged) as charged,
      sum(fee) as fee
    from cell
    group by item_id, bucket, kind, reason
  )
  select ${CELL.list}
  from summed
  group by grouping sets ((bucket, kind, reason), (item_id, kind, reason))`;

/**
 * All numbers of whole quarters of an hour, in one statement: what the roller has folded, what it
 * has not, and reversals of the whole window. Each lateral part keeps its `offset 0`, which makes
 * the planner find rows of one campaign and stretch by an index, whatever it believes of the rest.
 */
export async function findCells(
  db: Queryable,
  scope: Scope,
  of: { grouping: Grouping; segments: Segments; starts: readonly Date[]; to: Date },
): Promise<Cells> {
  const { runs, cover } = of.segments;
  const rows = await CELL.all(db, "reports.find_cells", [
    ...scopeValues(scope),
    of.grouping,
    of.starts,
    runs.map(({ grain }) => grain),
    ...timesOf(runs),
    new Date(cover.from),
    new Date(cover.to),
    of.to,
  ])`with ${SCOPE}, cell as (
      select s.item_id, width_bucket(r.at, $6::timestamptz[]) as bucket, r.kind, r.reason,
        ${SUMS}
      from scope s
      cross join unnest($7::smallint[], $8::timestamptz[], $9::timestamptz[])
        as n (grain, starts_at, ends_at)
      cross join lateral (
        select at, kind, reason, ${SUMS}
        from report_rollup u
        where u.campaign_id = s.campaign_id and u.grain = n.grain
          and u.at >= n.starts_at and u.at < n.ends_at
        offset 0
      ) r
      union all
      select s.item_id, width_bucket(c.at, $6), c.kind, c.reason, ${SUMS}
      from journal_tail() c
      join scope s on s.campaign_id = c.campaign_id
      where c.at >= $10 and c.at < $11
      union all
      select s.item_id, width_bucket(q.at, $6), ${DELIVERIES}, 0, q.deliveries, q.deliveries,
        0, 0, 0, 0
      from delivery_count q
      join scope s on s.campaign_id = q.campaign_id
      where q.at >= $10 and q.at < $11
      union all
      select s.item_id, width_bucket(t.created_at, $6), ${REVERSALS}, 0, 0, 0, 0, 0,
        -n.amount, case when n.owner_id is null then -n.amount else 0 end
      from scope s
      cross join lateral (
        select id, created_at
        from txn r
        where r.campaign_id = s.campaign_id and r.type = 'earning_reversed'
          and r.created_at >= ($6::timestamptz[])[1] and r.created_at < $12
        offset 0
      ) t
      cross join lateral (
        select amount, owner_id
        from entry g
        where g.txn_id = t.id and g.amount < 0
        offset 0
      ) n
    ), ${BY_BUCKET_AND_BY_ITEM}`;
  return cellsOf(rows);
}

/**
 * The numbers of less than a quarter of an hour at both ends of a window, from the rows themselves.
 * A batch is named after the moment it was made, so the journal's key finds them. A window has two
 * ends at most; named one by one, they let the planner drop all other partitions of deliveries.
 */
export async function findEdgeCells(
  db: Queryable,
  scope: Scope,
  of: { grouping: Grouping; segments: Segments; starts: readonly Date[] },
): Promise<Cells> {
  const { edges } = of.segments;
  if (edges.length === 0) return { buckets: new Map(), items: new Map() };
  const { grouping, starts } = of;
  const values = [...scopeValues(scope), grouping, starts, ...timesOf(edges)];
  const rows = await CELL.all(db, "reports.find_edge_cells", values)`with ${SCOPE}, cell as (
      select s.item_id, width_bucket(c.at, $6::timestamptz[]) as bucket, c.kind, c.reason,
        ${SUMS}
      from scope s
      cross join unnest($7::timestamptz[], $8::timestamptz[]) as e (starts_at, ends_at)
      cross join lateral (
        select at, kind, reason, ${SUMS}
        from journal_count j
        where j.campaign_id = s.campaign_id
          and j.batch_id >= uuid_floor(e.starts_at - interval '10 minutes')
          and j.batch_id < uuid_floor(e.ends_at + interval '10 minutes')
          and j.at >= e.starts_at and j.at < e.ends_at
        offset 0
      ) c
      union all
      select s.item_id, width_bucket(e.starts_at, $6), ${DELIVERIES}, 0, d.deliveries,
        d.deliveries, 0, 0, 0, 0
      from scope s
      cross join unnest($7::timestamptz[], $8::timestamptz[]) as e (starts_at, ends_at)
      cross join lateral (
        select count(*) as deliveries
        from delivery v
        where v.campaign_id = s.campaign_id
          and v.id >= uuid_floor(e.starts_at) and v.id < uuid_floor(e.ends_at)
          and (
            v.id >= uuid_floor(($7::timestamptz[])[1])
              and v.id < uuid_floor(($8::timestamptz[])[1])
            or v.id >= uuid_floor(($7::timestamptz[])[2])
              and v.id < uuid_floor(($8::timestamptz[])[2])
          )
          and v.used & 1 = 1
      ) d
    ), ${BY_BUCKET_AND_BY_ITEM}`;
  return cellsOf(rows);
}

function timesOf(stretches: readonly Stretch[]): [Date[], Date[]] {
  return [stretches.map(({ from }) => new Date(from)), stretches.map(({ to }) => new Date(to))];
}

function cellsOf(cells: readonly Cell[]): Cells {
  const buckets = new Map<number, Cell[]>();
  const items = new Map<string, Cell[]>();
  for (const cell of cells) {
    // `width_bucket` counts from 1.
    if (cell.bucket !== null) add(buckets, cell.bucket - 1, cell);
    else if (cell.itemUuid !== null) add(items, cell.itemUuid, cell);
  }
  return { buckets, items };
}

function add<Key>(map: Map<Key, Cell[]>, key: Key, cell: Cell): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [cell]);
  else known.push(cell);
}
