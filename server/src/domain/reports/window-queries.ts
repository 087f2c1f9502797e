import { type Queryable, query } from "../../core/sql.ts";

export type BucketUnit = "hour" | "day" | "week" | "month";

/** A bound is a moment, or a day whose midnight it is. */
export interface WindowInput {
  readonly unit: BucketUnit;
  readonly timezone: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** How many buckets before the present one the default window begins. */
  readonly unitsBack: number;
  readonly now: Date;
}

/** One more bucket than a report may have, and the cut one at the beginning. */
const STARTS_MAX = 402;

/**
 * The window and where its buckets begin; zone arithmetic happens here and nowhere else.
 *
 * **Shape** `starts` grow; the first may lie before `from`, which then cuts its bucket.
 * **Errors** SQLSTATE 22023 when PostgreSQL does not know the zone.
 */
export async function findWindow(
  db: Queryable,
  input: WindowInput,
): Promise<{ from: Date; to: Date; starts: Date[] }> {
  const rows = await query<{ starts_at: Date; ends_at: Date; at: Date | null }>(
    db,
    "reports.find_window",
    [
      input.timezone,
      input.unit,
      ...boundOf(input.from),
      ...boundOf(input.to),
      input.now,
      input.unitsBack,
    ],
  )`with given as (
      select coalesce($3::timestamptz, local_midnight($4::date, $1)) as starts_at,
        coalesce($5::timestamptz, local_midnight($6::date, $1), $7) as ends_at
    ), spanned as (
      select coalesce(g.starts_at, case
          when $2 = 'hour' then d.at at time zone $1 else local_midnight(d.at::date, $1)
        end) as starts_at, g.ends_at
      from given g
      cross join lateral (
        select date_trunc($2, (g.ends_at - interval '1 millisecond') at time zone $1)
          - $8 * ('1 ' || $2)::interval as at
      ) d
    )
    select s.starts_at, s.ends_at, b.at
    from spanned s
    left join lateral (
      select case when $2 = 'hour' then d at time zone $1 else local_midnight(d::date, $1) end
        as at
      from generate_series(
        date_trunc($2, s.starts_at at time zone $1), s.ends_at at time zone $1,
        ('1 ' || $2)::interval
      ) d
    ) b on b.at < s.ends_at
    order by b.at
    limit ${STARTS_MAX}`;
  const [row] = rows;
  return {
    from: row?.starts_at ?? input.now,
    to: row?.ends_at ?? input.now,
    starts: rows.flatMap(({ at }) => (at === null ? [] : [at])),
  };
}

const DAY_LENGTH = "2026-01-01".length;

function boundOf(bound: string | undefined): [string | null, string | null] {
  if (bound === undefined) return [null, null];
  return bound.length === DAY_LENGTH ? [null, bound] : [bound, null];
}
