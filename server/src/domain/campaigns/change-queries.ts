import type { CampaignStatus } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import { type Campaign, CREATIVE_VERSIONS_MAX } from "../../contract/resources/campaign.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, finds, only, query, type Selected, select } from "../../core/sql.ts";
import { MOVES } from "./escrow-states.ts";

const BOOK = select({
  status: column.plain<CampaignStatus>("b.status"),
  advertiserId: column.id("agt", "b.advertiser_id"),
  publisherId: column.id("agt", "b.publisher_id"),
  placementId: column.id("plc", "b.placement_id"),
  escrow: column.micros("b.escrow"),
  unitPrice: column.micros("b.unit_price"),
  unitFee: column.micros("b.unit_fee"),
  hasDelivered: column.flag("b.deliveries > 0"),
});
export type LockedBook = Selected<typeof BOOK>;

/** The campaign's row of money and state, held until the transaction ends. */
export async function lockBook(tx: Tx, campaignId: string): Promise<LockedBook | undefined> {
  return BOOK.first(tx, "campaigns.lock_book", [uuidFromId(campaignId)])`select ${BOOK.list}
    from campaign_book b
    where b.campaign_id = $1
    for no key update`;
}

const SIDES = select({
  campaignId: column.id("cmp", "b.campaign_id"),
  advertiserId: column.id("agt", "b.advertiser_id"),
  publisherId: column.id("agt", "b.publisher_id"),
});
export type Sides = Selected<typeof SIDES>;

/** Locks the active campaigns of an advertiser in id order, like every batch of events. */
export async function lockActive(tx: Tx, advertiserId: string): Promise<Sides[]> {
  return SIDES.all(tx, "campaigns.lock_active", [uuidFromId(advertiserId)])`select ${SIDES.list}
    from campaign_book b
    where b.advertiser_id = $1 and b.status = 'active'
    order by b.campaign_id
    for no key update`;
}

/** Locks the active campaigns whose rate is above their brand's cap, in id order. */
export async function lockAboveCaps(tx: Tx): Promise<Sides[]> {
  return SIDES.all(tx, "campaigns.lock_above_caps")`select ${SIDES.list}
    from campaign c
    join campaign_book b on b.campaign_id = c.id
    join brand r on r.id = c.brand_id
    where c.brand_id is not null
      and b.status = 'active'
      and (c.rate > r.max_rate or not r.is_active)
    order by b.campaign_id
    for no key update of b`;
}

/** One guarded transition; false when the campaign is no longer in `from`. */
export function setStatus(
  tx: Tx,
  change: {
    campaignId: string;
    from: CampaignStatus;
    to: CampaignStatus;
    drainsUntil: Date | null;
    now: Date;
  },
): Promise<boolean> {
  const { campaignId, from, to, now, drainsUntil } = change;
  const values = [uuidFromId(campaignId), from, to, now, drainsUntil];
  return finds(tx, "campaigns.set_status", values)`with moved as (
      update campaign_book
      set status = $3
      where campaign_id = $1 and status = $2
      returning campaign_id
    )
    update campaign c
    set revision = c.revision + 1, updated_at = $4, drains_until = coalesce($5, c.drains_until)
    from moved
    where c.id = moved.campaign_id
    returning c.id`;
}

/**
 * Empties the escrow of a campaign that ends, guarded by its state and by the amount that was read
 * under lock; false when either is another.
 */
export async function releaseEscrow(tx: Tx, campaignId: string, amount: Micros): Promise<boolean> {
  const values = [uuidFromId(campaignId), String(amount), MOVES.release];
  return finds(tx, "campaigns.release_escrow", values)`update campaign_book
    set escrow = escrow - $2, refunded = refunded + $2
    where campaign_id = $1 and escrow = $2 and status = any($3::text[])
    returning campaign_id`;
}

/**
 * Raises budget and escrow together; the caller books the same amount out of `available`. Answers
 * the position in the budget where the added part begins; nothing when the campaign's state takes
 * no more budget.
 */
export function addFunds(tx: Tx, campaignId: string, amount: Micros) {
  const values = [uuidFromId(campaignId), String(amount), MOVES.hold];
  return only.bigint.first(tx, "campaigns.add_funds", values)`
    update campaign_book
    set funded = funded + $2, escrow = escrow + $2
    where campaign_id = $1 and status = any($3::text[])
    returning funded - $2`;
}

/**
 * Lowers budget and escrow together; the caller books the same amount into `available`. Answers
 * the position in the budget where it now ends; nothing when the campaign's state or its escrow
 * does not allow it.
 */
export function removeFunds(tx: Tx, campaignId: string, amount: Micros) {
  const values = [uuidFromId(campaignId), String(amount), MOVES.hold];
  return only.bigint.first(tx, "campaigns.remove_funds", values)`
    update campaign_book
    set funded = funded - $2, escrow = escrow - $2
    where campaign_id = $1 and escrow >= $2 and status = any($3::text[])
    returning funded`;
}

/**
 * Adds the next version of a creative; when it is approved, deliveries show it from now on. What is
 * null stays as in the version before, which may still wait for its review. False when there are
 * as many versions as there may be.
 */
export function insertCreative(
  tx: Tx,
  creative: {
    campaignId: string;
    creativeId: string;
    text: string | null;
    offer: Campaign["offer"] | null;
    url: string | null;
    isApproved: boolean;
    now: Date;
  },
): Promise<boolean> {
  return finds(tx, "campaigns.insert_creative", [
    uuidFromId(creative.campaignId),
    uuidFromId(creative.creativeId),
    creative.text,
    creative.url,
    creative.isApproved,
    creative.now,
    CREATIVE_VERSIONS_MAX,
    creative.offer?.types ?? null,
    creative.offer?.names ?? null,
  ])`with made as (
      insert into creative (
        campaign_id, version, id, text, url, review_status, created_at, types, type_names
      )
      select $1, (select max(m.version) + 1 from creative m where m.campaign_id = $1), $2,
        coalesce($3, v.text), coalesce($4, v.url),
        case when $5 then 'approved' else 'pending_review' end, $6,
        coalesce($8, v.types), coalesce($9, v.type_names)
      from creative v
      where v.campaign_id = $1
        and v.version = (
          select max(s.version) from creative s
          where s.campaign_id = $1 and s.review_status <> 'rejected'
        )
        and (select count(*) from creative n where n.campaign_id = $1) < $7
      returning campaign_id, version
    )
    update campaign c
    set creative_version = case when $5 then made.version else c.creative_version end,
      revision = c.revision + 1, updated_at = $6
    from made
    where c.id = made.campaign_id
    returning c.id`;
}

/** Sets the daily cap, the start or the end; null leaves each as it is. */
export async function setLimits(
  tx: Tx,
  limits: {
    campaignId: string;
    dailyCap: Micros | null;
    startAt: Date | null;
    endAt: Date | null;
    now: Date;
  },
): Promise<void> {
  await query(tx, "campaigns.set_limits", [
    uuidFromId(limits.campaignId),
    limits.dailyCap === null ? null : String(limits.dailyCap),
    limits.endAt,
    limits.now,
    limits.startAt,
  ])`with capped as (
      update campaign_book
      set daily_cap = coalesce($2, daily_cap)
      where campaign_id = $1
    )
    update campaign
    set start_at = coalesce($5, start_at), end_at = coalesce($3, end_at),
      revision = revision + 1, updated_at = $4
    where id = $1`;
}

/**
 * Campaigns whose time has come: to start, to end, to close after their drain, or to be given up
 * when no budget was added for 30 days. The day of the last report decides that, the journal
 * only on the last of those days: its rows are many.
 */
export async function findDue(db: Queryable, now: Date) {
  return DUE.all(db, "campaigns.find_due", [now])`with due (campaign_id) as (
      select c.id
      from campaign c
      where c.end_at <= $1 and c.drains_until is null
      union all
      select b.campaign_id
      from campaign_book b
      join campaign c on c.id = b.campaign_id
      where b.status = 'pending_start' and c.start_at <= $1 and exists (
        select 1 from agent a where a.id = c.advertiser_id and a.status = 'active'
      )
      union all
      select b.campaign_id
      from campaign_book b
      join campaign c on c.id = b.campaign_id
      where b.status in ('completing', 'refunding') and c.drains_until <= $1
      union all
      select b.campaign_id
      from campaign_book b
      where b.status = 'exhausted'
        and b.spent_day <= ($1::timestamptz at time zone 'UTC')::date - 30
        and (
          b.spent_day < ($1::timestamptz at time zone 'UTC')::date - 30
          or not exists (
            select 1 from journal j
            where j.campaign_id = b.campaign_id
              and j.batch_id >= uuid_floor($1::timestamptz - interval '31 days')
              and j.at > $1::timestamptz - interval '30 days'
          )
        )
    )
    select ${DUE.list}
    from due
    join campaign_book b using (campaign_id)
    where b.status in (
      'pending_start', 'active', 'paused', 'exhausted', 'completing', 'refunding'
    )
    group by b.campaign_id
    order by b.campaign_id
    limit 1000`;
}

const DUE = select({
  campaignId: column.id("cmp", "b.campaign_id"),
  status: column.plain<CampaignStatus>("b.status"),
});
