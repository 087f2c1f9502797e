import { randomInt } from "node:crypto";
import { ExchangeError, notFound, wrongField } from "../../contract/errors.ts";
import type {
  Campaign,
  Coupon,
  CouponChange,
  CouponFields,
} from "../../contract/resources/campaign.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { invariant } from "../../core/invariant.ts";
import { campaignNotFound, invalidState, requireCampaign } from "../campaigns/index.ts";
import { checkText } from "../review/index.ts";
import { findCoupon, insertCoupon, lockCoupon, updateCoupon } from "./queries.ts";

export { findCoupons } from "./queries.ts";

interface CouponInput extends CouponFields {
  readonly campaignId: string;
}

/** Characters that are not confused when a code is read out. */
const CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;

/**
 * Attaches a coupon to a campaign of the caller. Deliveries carry the newest active one.
 *
 * **Errors** `not_found`, `invalid_state` once the campaign ends, `invalid_arguments`,
 * `creative_rejected`, `conflict` for a code twice.
 */
export async function createCoupon(
  tx: Tx,
  advertiserId: string,
  input: CouponInput,
  deps: { ids: IdSource; now: Date },
): Promise<Coupon> {
  const campaign = await requireAdvertised(tx, input.campaignId, advertiserId);
  if (!campaign.validActions.includes("create_coupon")) throw invalidState(campaign.status);
  // The code stands beside the instructions in what the model is given.
  const { couponCode: code, agentInstructions } = input;
  checkText(
    [
      { field: "agentInstructions", text: agentInstructions },
      { field: "couponCode", text: code === undefined ? undefined : wordsOf(code) },
    ],
    "coupon",
  );
  checkDiscount(input);
  checkDates(input, deps.now);
  const couponId = deps.ids.id("cpn");
  const couponCode = input.couponCode ?? makeCode();
  const isNew = await insertCoupon(tx, { ...input, couponId, couponCode, createdAt: deps.now });
  if (!isNew) {
    throw new ExchangeError("conflict", {
      field: "/arguments/couponCode",
      message: "The campaign has a coupon with this code.",
      suggestion: "Choose another couponCode, or leave it out to have one made.",
      nextTools: ["list_coupons"],
    });
  }
  const coupon = await findCoupon(tx, couponId, deps.now);
  invariant(coupon !== undefined, "a coupon just made can be read");
  return coupon;
}

/**
 * Pauses or resumes a coupon of the caller, or changes how often and how long it is valid.
 *
 * **Errors** `not_found`, `invalid_arguments`: nothing to change, fewer redemptions than there are,
 * an end that does not lie ahead and after the start.
 */
export async function changeCoupon(
  tx: Tx,
  own: { couponId: string; advertiserId: string },
  change: CouponChange,
  now: Date,
): Promise<Coupon> {
  if (Object.values(change).every((value) => value === undefined)) {
    throw wrongField("status", "or another field is required");
  }
  const coupon = await lockCoupon(tx, own, now);
  if (coupon === undefined) throw notFound("coupon", { nextTools: ["list_coupons"] });
  const { maxRedemptions, endsAt } = change;
  if (maxRedemptions !== undefined && maxRedemptions < coupon.redeemedCount) {
    throw wrongField(
      "maxRedemptions",
      `must be at least ${coupon.redeemedCount}, as many as redeemed`,
    );
  }
  if (endsAt !== undefined) checkDates({ startsAt: coupon.startsAt, endsAt }, now);
  await updateCoupon(tx, own.couponId, change);
  const changed = await findCoupon(tx, own.couponId, now);
  invariant(changed !== undefined, "a coupon just changed can be read");
  return changed;
}

/** **Errors** `not_found`, also for a campaign that only runs on the caller's placement. */
export async function requireAdvertised(
  db: Queryable,
  campaignId: string,
  advertiserId: string,
): Promise<Campaign> {
  const campaign = await requireCampaign(db, campaignId, advertiserId);
  if (campaign.advertiserId !== advertiserId) throw campaignNotFound();
  return campaign;
}

function checkDiscount(input: CouponInput): void {
  const { discountType, discountValue, currency } = input;
  if (discountType === "free_shipping") {
    if (discountValue !== undefined) throw wrongField("discountValue", "is not for free_shipping");
    return;
  }
  if (discountValue === undefined)
    throw wrongField("discountValue", `is required for ${discountType}`);
  if (discountType === "percent" && discountValue > 100) {
    throw wrongField("discountValue", "must be at most 100 for percent");
  }
  if (discountType === "amount" && currency === undefined) {
    throw wrongField("currency", "is required for amount");
  }
}

function checkDates({ startsAt, endsAt }: Pick<CouponInput, "startsAt" | "endsAt">, now: Date) {
  if (endsAt === undefined) return;
  const ends = new Date(endsAt);
  if (ends <= now || (startsAt !== undefined && ends <= new Date(startsAt))) {
    throw wrongField("endsAt", "must lie in the future and after startsAt");
  }
}

/** A code as it is read: its dashes divide words. */
function wordsOf(code: string): string {
  return code.replace(/[-_]/g, " ");
}

function makeCode(): string {
  const draw = () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)] ?? "";
  return Array.from({ length: CODE_LENGTH }, draw).join("");
}
