import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Coupon, CouponChange } from "../../contract/resources/campaign.ts";
import { column, finds, type Queryable, query, select, type Tx } from "../../core/sql.ts";

export interface NewCoupon extends Omit<Coupon, "redeemedCount" | "status"> {
  readonly createdAt: Date;
}

/** Discounts are kept in millionths of a percent or currency unit, so that no float is stored. */
const MILLION = 1_000_000;

/** False when the campaign has this code already, in any case. */
export function insertCoupon(tx: Tx, coupon: NewCoupon): Promise<boolean> {
  return finds(tx, "coupons.insert", [
    uuidFromId(coupon.campaignId),
    uuidFromId(coupon.couponId),
    coupon.couponCode,
    coupon.agentInstructions,
    coupon.discountType,
    coupon.discountValue === undefined ? null : Math.round(coupon.discountValue * MILLION),
    coupon.currency ?? null,
    coupon.startsAt ?? null,
    coupon.endsAt ?? null,
    coupon.maxRedemptions,
    coupon.createdAt,
  ])`insert into coupon (
      campaign_id, id, code, agent_instructions, discount_type, discount_millionths, currency,
      starts_at, ends_at, max_redemptions, created_at
    )
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict do nothing
    returning id`;
}

const COUPON = select({
  couponId: column.id("cpn", "c.id"),
  couponCode: column.text("c.code"),
  campaignId: column.id("cmp", "c.campaign_id"),
  agentInstructions: column.text("c.agent_instructions"),
  discountType: column.plain<Coupon["discountType"]>("c.discount_type"),
  discountValue: column.optional({
    sql: "c.discount_millionths",
    read: (millionths: string) => Number(millionths) / MILLION,
  }),
  currency: column.optional(column.text("c.currency")),
  startsAt: column.optional(column.time("c.starts_at")),
  endsAt: column.optional(column.time("c.ends_at")),
  maxRedemptions: column.plain<number>("c.max_redemptions"),
  redeemedCount: column.plain<number>("c.redeemed_count"),
  status: column.plain<Coupon["status"]>(`case
    when c.redeemed_count >= c.max_redemptions then 'exhausted'
    when c.ends_at <= $2 then 'expired'
    when c.is_paused or c.starts_at > $2 then 'paused'
    else 'active'
  end`),
});

export async function findCoupon(db: Queryable, couponId: string, now: Date) {
  return COUPON.first(db, "coupons.find", [uuidFromId(couponId), now])`
    select ${COUPON.list} from coupon c where c.id = $1`;
}

/** A coupon of the advertiser, which nobody redeems until the transaction ends. */
export async function lockCoupon(
  tx: Tx,
  own: { couponId: string; advertiserId: string },
  now: Date,
): Promise<Coupon | undefined> {
  const { couponId, advertiserId } = own;
  const values = [uuidFromId(couponId), now, uuidFromId(advertiserId)];
  return COUPON.first(tx, "coupons.lock", values)`select ${COUPON.list}
    from coupon c
    join campaign m on m.id = c.campaign_id
    where c.id = $1 and m.advertiser_id = $3
    for update of c`;
}

/** What is not given stays. */
export async function updateCoupon(
  tx: Tx,
  couponId: string,
  { status, maxRedemptions, endsAt }: CouponChange,
): Promise<void> {
  await query(tx, "coupons.update", [
    uuidFromId(couponId),
    status === undefined ? null : status === "paused",
    maxRedemptions ?? null,
    endsAt ?? null,
  ])`update coupon
    set is_paused = coalesce($2, is_paused),
      max_redemptions = coalesce($3, max_redemptions),
      ends_at = coalesce($4, ends_at)
    where id = $1`;
}

/** Newest first; of one campaign, or of all campaigns of the advertiser. */
export async function findCoupons(
  db: Queryable,
  filter: {
    advertiserId: string;
    campaignId?: string | undefined;
    before?: string | undefined;
    limit: number;
    now: Date;
  },
): Promise<Coupon[]> {
  const { advertiserId, now, campaignId, before, limit } = filter;
  const values = [uuidFromId(advertiserId), now, uuidOrNull(campaignId), uuidOrNull(before), limit];
  return COUPON.all(db, "coupons.find_of_advertiser", values)`select ${COUPON.list}
    from coupon c
    join campaign m on m.id = c.campaign_id
    where m.advertiser_id = $1
      and ($3::uuid is null or c.campaign_id = $3)
      and ($4::uuid is null or c.id < $4)
    order by c.id desc
    limit $5`;
}
