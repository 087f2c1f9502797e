import { AD_UNITS, CITED_KINDS, CITED_UNITS, KIND } from "../../contract/units.ts";
import { column, type Selected, select } from "../../core/columns.ts";
import type { Queryable } from "../../core/db.ts";
import { DELIVERIES } from "./cell-queries.ts";

/**
 * What is out of the ordinary for a placement. An honest model cites an offer where it fits, and
 * most offers that it is given do not. Set wide, before there was traffic to measure: a hold costs
 * an honest publisher days, while an advertiser can still dispute what a check does not find.
 */
export const CITATION_LIMITS = {
  windowHours: 24,
  /** Deliveries of cpr and cpd campaigns; fewer say nothing of a rate. */
  deliveriesMin: 200,
  /** Cited recommendations and decisions for each delivery. */
  citedShareMax: 0.6,
  /** Cited decisions. */
  picksMin: 50,
  /** Cited decisions for each delivery of a cpd campaign. */
  pickShareMax: 0.5,
  /** Placements held in one run; the next run takes the others. */
  placementsMax: 200,
} as const;

const RATE = select({
  placementId: column.id("plc", "placement_id"),
  deliveries: column.count("deliveries"),
  cited: column.count("cited"),
  /** Of campaigns that pay for decisions. */
  pickDeliveries: column.count("pick_deliveries"),
  picks: column.count("picks"),
});
export type CitationRate = Selected<typeof RATE>;

/**
 * Placements whose answers cite more than answers do, by the rollups of the last day. What came
 * before a placement's earnings were last held was looked at then, and is left out.
 */
export function findUnusualCitations(db: Queryable, now: Date): Promise<CitationRate[]> {
  const limits = CITATION_LIMITS;
  return RATE.all(db, "reports.find_unusual_citations", [
    now,
    limits.windowHours,
    limits.deliveriesMin,
    limits.citedShareMax,
    limits.picksMin,
    limits.pickShareMax,
    limits.placementsMax,
    CITED_UNITS,
    CITED_UNITS.filter((code) => AD_UNITS[code].kind === KIND.decision),
  ])`with rate as (
      select c.placement_id,
        coalesce(sum(r.counted) filter (where r.kind = ${DELIVERIES}), 0) as deliveries,
        coalesce(sum(r.viewable) filter (where r.kind in (${CITED_KINDS})), 0) as cited,
        coalesce(
          sum(r.counted) filter (
            where r.kind = ${DELIVERIES} and c.ad_unit_type = any($9::text[])
          ), 0
        ) as pick_deliveries,
        coalesce(sum(r.viewable) filter (where r.kind = ${KIND.decision}), 0) as picks
      from campaign c
      join placement p on p.id = c.placement_id
      cross join lateral (
        select u.kind, u.counted, u.viewable
        from report_rollup u
        where u.campaign_id = c.id
          and u.grain = 1
          and u.at >= greatest($1::timestamptz - make_interval(hours => $2),
            p.citation_held_at)
          and u.kind in (${DELIVERIES}, ${CITED_KINDS})
        offset 0
      ) r
      where c.ad_unit_type = any($8::text[])
      group by c.placement_id
    )
    select ${RATE.list}
    from rate
    where (deliveries >= $3 and cited > $4::float8 * deliveries)
      or (picks >= $5 and picks > $6::float8 * pick_deliveries)
    order by placement_id
    limit $7`;
}
