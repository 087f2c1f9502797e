import { idFromUuid, uuidFromId } from "../../contract/ids.ts";
import type { Coupon } from "../../contract/resources/coupon.ts";
import type { Queryable, Tx } from "../../core/db.ts";

export interface NewCoupon extends Omit<Coupon, "redeemedCount" | "status"> {
  readonly createdAt: Date;
}

interface CouponRow {
  readonly id: string;
  readonly campaign_id: string;
  readonly code: string;
  readonly agent_instructions: string;
  readonly discount_type: Coupon["discountType"];
  readonly discount_millionths: string | null;
  readonly currency: string | null;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly max_redemptions: number;
  readonly redeemed_count: number;
  readonly status: Coupon["status"];
}

/** Discounts are kept in millionths of a percent or currency unit, so that no float is stored. */
const MILLION = 1_000_000;

/** False when the campaign has this code already, in any case. */
export async function insertCoupon(tx: Tx, coupon: NewCoupon): Promise<boolean> {
  const rows = await tx.query<{ id: string }>(
    {
      name: "coupons.insert",
      text: `insert into coupon (
          campaign_id, id, code, agent_instructions, discount_type, discount_millionths, currency,
          starts_at, ends_at, max_redemptions, created_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        on conflict do nothing
        returning id`,
    },
    [
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
    ],
  );
  return rows.length === 1;
}

const COLUMNS = `c.id, c.campaign_id, c.code, c.agent_instructions, c.discount_type,
  c.discount_millionths, c.currency, c.starts_at, c.ends_at, c.max_redemptions, c.redeemed_count,
  case
    when c.redeemed_count >= c.max_redemptions then 'exhausted'
    when c.ends_at <= $2 then 'expired'
    when c.is_paused or c.starts_at > $2 then 'paused'
    else 'active'
  end as status`;

export async function findCoupon(
  db: Queryable,
  couponId: string,
  now: Date,
): Promise<Coupon | undefined> {
  const rows = await db.query<CouponRow>(
    { name: "coupons.find", text: `select ${COLUMNS} from coupon c where c.id = $1` },
    [uuidFromId(couponId), now],
  );
  return rows[0] === undefined ? undefined : onWire(rows[0]);
}

/** Newest first; of one campaign, or of all campaigns of the advertiser. */
export async function findCoupons(
  db: Queryable,
  filter: {
    advertiserId: string;
    campaignId?: string;
    before?: string;
    limit: number;
    now: Date;
  },
): Promise<Coupon[]> {
  const rows = await db.query<CouponRow>(
    {
      name: "coupons.find_of_advertiser",
      text: `select ${COLUMNS}
        from coupon c
        join campaign m on m.id = c.campaign_id
        where m.advertiser_id = $1
          and ($3::uuid is null or c.campaign_id = $3)
          and ($4::uuid is null or c.id < $4)
        order by c.id desc
        limit $5`,
    },
    [
      uuidFromId(filter.advertiserId),
      filter.now,
      filter.campaignId === undefined ? null : uuidFromId(filter.campaignId),
      filter.before === undefined ? null : uuidFromId(filter.before),
      filter.limit,
    ],
  );
  return rows.map(onWire);
}

function onWire(row: CouponRow): Coupon {
  return {
    couponId: idFromUuid("cpn", row.id),
    couponCode: row.code,
    campaignId: idFromUuid("cmp", row.campaign_id),
    agentInstructions: row.agent_instructions,
    discountType: row.discount_type,
    ...(row.discount_millionths === null
      ? {}
      : { discountValue: Number(row.discount_millionths) / MILLION }),
    ...(row.currency === null ? {} : { currency: row.currency }),
    ...(row.starts_at === null ? {} : { startsAt: row.starts_at.toISOString() }),
    ...(row.ends_at === null ? {} : { endsAt: row.ends_at.toISOString() }),
    maxRedemptions: row.max_redemptions,
    redeemedCount: row.redeemed_count,
    status: row.status,
  };
}
