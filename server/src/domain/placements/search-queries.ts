import type { AdUnitType, PlacementKind } from "../../contract/enums.ts";
import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import type { Placement } from "../../contract/resources/placement.ts";
import { column, type Queryable, select } from "../../core/sql.ts";
import { onWire, type PlacementRecord, RECORD, STATS_COLUMNS, STATS_JOIN } from "./queries.ts";

const FOUND = select({ ...STATS_COLUMNS, score: column.text("g.score") });

/** Terms that a search and a booking share. */
interface PlacementTerms {
  readonly kind?: PlacementKind | undefined;
  readonly adUnitType?: AdUnitType | undefined;
  readonly topic?: string | undefined;
  readonly maxRate?: Micros | undefined;
}

/** With the agent as `a`; takes the first four parameters. */
const IS_BOOKABLE = `p.status = 'active'
  and p.review_status = 'approved'
  and a.status = 'active'
  and ($1::text is null or p.kind = $1)
  and ($2::text is null or p.ad_unit_type = $2)
  and ($3::text is null or $3 = any (p.topics))
  and ($4::bigint is null or p.rate <= $4)`;

function valuesOfTerms({ kind, adUnitType, topic, maxRate }: PlacementTerms): unknown[] {
  return [kind, adUnitType, topic, maxRate];
}

export type PlacementSort = "relevance" | "rate_asc" | "rate_desc" | "newest";

export interface PlacementFilter extends PlacementTerms {
  readonly q?: string | undefined;
  readonly feedType?: string | undefined;
  readonly publisherId?: string | undefined;
  readonly placementIds?: readonly string[] | undefined;
  readonly minRate?: Micros | undefined;
  readonly sort: PlacementSort;
  /** The last of the page before. */
  readonly after?: { readonly score: string; readonly placementId: string } | undefined;
  readonly limit: number;
}

/**
 * What each order sorts by, the highest first, then the newest. A proven publisher counts twice
 * among placements that match words alike: others can be made by the hundred.
 */
const SCORES: Readonly<Record<PlacementSort, string>> = {
  relevance: `((ts_rank(p.words, websearch_to_tsquery('english', coalesce($5, ''))) + 0.05)
    * case when a.proven_at is null then 1 else 2 end)::numeric(12, 6)`,
  rate_asc: "-p.rate::numeric",
  rate_desc: "p.rate::numeric",
  newest: "0::numeric",
};

/**
 * A page of bookable placements, each with what it is sorted by. The order is one of four fixed
 * texts, hence four statements.
 */
export async function searchPlacements(
  db: Queryable,
  filter: PlacementFilter,
): Promise<(Placement & { score: string })[]> {
  const score = SCORES[filter.sort];
  const rows = await FOUND.all(db, `placements.search_${filter.sort}`, [
    ...valuesOfTerms(filter),
    filter.q,
    filter.feedType,
    uuidOrNull(filter.publisherId),
    filter.minRate,
    filter.after?.score,
    uuidOrNull(filter.after?.placementId),
    filter.limit,
    filter.placementIds?.map(uuidFromId) ?? null,
  ])`with page as (
      select p.id, ${score} as score
      from placement p
      join agent a on a.id = p.publisher_id
      where ${IS_BOOKABLE}
        and ($5::text is null or p.words @@ websearch_to_tsquery('english', $5))
        and ($6::text is null or p.feed_type = $6)
        and ($7::uuid is null or p.publisher_id = $7)
        and ($8::bigint is null or p.rate >= $8)
        and ($12::uuid[] is null or p.id = any ($12))
        and ($9::numeric is null or (${score}, p.id) < ($9, $10::uuid))
      order by score desc, p.id desc
      limit $11
    )
    select ${FOUND.list}
    from page g
    join placement p on p.id = g.id
    ${STATS_JOIN}
    order by g.score desc, g.id desc`;
  return rows.map(({ score: sortedBy, ...row }) => ({ ...onWire(row), score: sortedBy }));
}

/**
 * What an advertiser may book, one placement for each publisher: its cheapest. Proven publishers
 * come first, then those with verified earnings, then the cheapest.
 */
export async function findToBook(
  db: Queryable,
  terms: PlacementTerms,
  by: { advertiserId: string; brandId: string | undefined; limit: number },
): Promise<PlacementRecord[]> {
  const { advertiserId, brandId, limit } = by;
  const values = [...valuesOfTerms(terms), uuidFromId(advertiserId), uuidOrNull(brandId), limit];
  return RECORD.all(db, "placements.find_to_book", values)`with best as (
      select distinct on (p.publisher_id) p.id, p.publisher_id, p.rate, a.proven_at
      from placement p
      join agent a on a.id = p.publisher_id
      where ${IS_BOOKABLE}
        and p.publisher_id <> $5
        and not $5 = any (p.blocked_advertiser_ids)
        and ($6::uuid is null or not $6 = any (p.blocked_brand_ids))
      order by p.publisher_id, p.rate, p.id desc
    )
    select ${RECORD.list}
    from best g
    join placement p on p.id = g.id
    order by g.proven_at is null, not exists (
        select from campaign_book b
        where b.publisher_id = g.publisher_id and b.verified_earned > 0
      ), g.rate, g.id desc
    limit $7`;
}
