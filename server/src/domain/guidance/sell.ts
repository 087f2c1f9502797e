import { CASHOUT_MIN_CREDITS } from "../../contract/resources/wallet.ts";
import { AD_UNITS } from "../../contract/units.ts";
import type { Booking } from "./queries.ts";
import {
  blocked,
  callOf,
  done,
  isBookable,
  liveOf,
  missing,
  registered,
  type Snapshot,
  type Step,
  type StepCall,
  type StepState,
  stepsOf,
  sumOf,
  waiting,
} from "./snapshot.ts";

const SEE_BOOKINGS = callOf("list_campaigns", { role: "publisher", status: "active" });

/** What every publisher can sell: needs no leave to influence the answer, and is paid by clicks. */
const FIRST_UNIT = "cpc";
const FIRST_PLACEMENT = {
  title: "Sidebar of a chat",
  description: "Beside the answers of a chat.",
  kind: "chat_sidebar",
  adUnitType: FIRST_UNIT,
  rateCredits: AD_UNITS[FIRST_UNIT].floorCredits,
};

/** From registration to the first cashout of a publisher. */
export function sellSteps(snapshot: Snapshot): Step[] {
  return stepsOf(snapshot.agent, [
    ["register", "Register as a publisher", registered(snapshot.agent, "publisher")],
    ["list_placement", "List a placement", listed(snapshot)],
    ["placement_approved", "Have a placement that can be booked", approved(snapshot)],
    ["demand", "Be booked, or ask for platform demand", demanded(snapshot)],
    ["first_delivery", "Deliver the first ad", delivered(snapshot)],
    ["first_report", "Report the first event", reported(snapshot)],
    ["first_earning", "Have the first event settled", settled(snapshot)],
    ["matured", "Have earnings mature", matured(snapshot)],
    ["cashable", `Earn ${CASHOUT_MIN_CREDITS} credits`, cashable(snapshot)],
    ["cashout_requested", "Request a cashout", requested(snapshot)],
    ["paid", "Be paid", paid(snapshot)],
  ]);
}

function listed({ placements }: Snapshot): StepState {
  const [newest] = placements;
  if (newest !== undefined) {
    return done(`${placements.length} listed, the newest ${newest.placementId}.`);
  }
  const because = "No placement is listed. Put in your own title, description, unit and rate.";
  const call = callOf("list_placement", FIRST_PLACEMENT, ...Object.keys(FIRST_PLACEMENT));
  return missing(because, call);
}

function approved({ placements }: Snapshot): StepState {
  const bookable = placements.find(isBookable);
  if (bookable !== undefined) return done(`${bookable.placementId} can be booked.`);
  const newest = (review: string) => placements.find((one) => one.reviewStatus === review);
  const [paused, inReview, rejected] = ["approved", "pending_review", "rejected"].map(newest);
  if (paused !== undefined) {
    const { placementId } = paused;
    const call = callOf("update_placement", { placementId, status: "active" });
    return missing(`${placementId} is paused.`, call);
  }
  if (inReview !== undefined) {
    const call = callOf("list_placements", { status: "active" });
    return waiting(`${inReview.placementId} is in review.`, call);
  }
  if (rejected === undefined) return blocked("List a placement first.");
  const { placementId } = rejected;
  return missing(
    `${placementId} was rejected. Change its texts; it is reviewed again.`,
    callOf("update_placement", { placementId }, "title", "description"),
  );
}

function demanded({ sold, placements }: Snapshot): StepState {
  if (sold.length > 0) return done(`${sold.length} booked, the newest ${sold[0]?.campaignId}.`);
  const bookable = placements.find(isBookable);
  if (bookable === undefined) return blocked("Nothing can be booked yet.");
  const { placementId } = bookable;
  const asked = placements.find(({ requestStatus }) => requestStatus !== undefined);
  if (asked !== undefined) {
    const because = `${placementId} is not booked; platform demand is ${asked.requestStatus}.`;
    return waiting(because, SEE_BOOKINGS);
  }
  const because = `${placementId} is not booked. Ask for platform demand.`;
  return missing(because, callOf("request_platform_demand", { placementId }));
}

function delivered(snapshot: Snapshot): StepState {
  const deliveries = sumOf(snapshot.sold, (one) => one.deliveries);
  return deliveries > 0 ? done(`${deliveries} delivered.`) : deliverNext(snapshot);
}

function deliverNext({ sold }: Snapshot): StepState {
  const live = liveOf(sold);
  if (live !== undefined) {
    const { campaignId } = live;
    const because = `${campaignId} is active. Pull its creative in a turn that shows it.`;
    return missing(because, callOf("deliver_ad", { campaignId }));
  }
  const [newest] = sold;
  if (newest === undefined) return blocked("Nothing is booked yet.");
  return waiting(`No booking is active; the newest is ${newest.status}.`, SEE_BOOKINGS);
}

function reported(snapshot: Snapshot): StepState {
  const events = sumOf(snapshot.sold, (one) => one.events);
  return events > 0 ? done(`${events} reported.`) : reportNext(snapshot);
}

function reportNext({ sold, hasUnreportedDelivery }: Snapshot): StepState {
  const live = liveOf(sold);
  if (live === undefined || !hasUnreportedDelivery) return blocked("Deliver an ad first.");
  const because = "An ad was delivered and not reported. Report it once it has happened.";
  return missing(because, reportCallFor(live));
}

/** The report that bills the unit of a campaign; it takes the oldest open delivery. */
export function reportCallFor({ campaignId, adUnitType }: Booking): StepCall {
  const { reportTool, conversionType } = AD_UNITS[adUnitType];
  if (conversionType === undefined) return callOf(reportTool, { campaignId });
  const yours = conversionType === "coupon_redeemed" ? ["couponCode"] : [];
  return callOf(reportTool, { campaignId, conversionType }, ...yours);
}

function settled({ sold }: Snapshot): StepState {
  const earned = sumOf(sold, (one) => one.earnedCredits);
  if (earned > 0) return done(`${rounded(earned)} credits earned from events.`);
  if (sumOf(sold, (one) => one.events) === 0) return blocked("Report an event first.");
  const live = liveOf(sold);
  if (live === undefined) return waiting("No booking is active.", SEE_BOOKINGS);
  const pays = `${live.campaignId} pays for: ${AD_UNITS[live.adUnitType].meaning}`;
  return missing(`The reports so far are not what ${pays}`, reportCallFor(live));
}

function matured({ balance, cashouts }: Snapshot): StepState {
  const { earnedCredits, pendingEarningsCredits } = balance;
  if (cashouts.length > 0 || earnedCredits > 0) return done("Earnings have matured.");
  if (pendingEarningsCredits === 0) return blocked("Nothing was earned yet.");
  const because =
    `${pendingEarningsCredits} credits mature by themselves within days, or at once when the ` +
    "advertiser confirms the delivery.";
  return waiting(because, callOf("whoami"));
}

/** Deliver and report on, until earned and pending credits together are enough for a cashout. */
function cashable(snapshot: Snapshot): StepState {
  const { earnedCredits, pendingEarningsCredits } = snapshot.balance;
  if (snapshot.cashouts.length > 0 || earnedCredits >= CASHOUT_MIN_CREDITS) {
    return done(`${earnedCredits} credits can be cashed out.`);
  }
  const total = earnedCredits + pendingEarningsCredits;
  if (total === 0) return blocked("Nothing was earned yet.");
  if (total >= CASHOUT_MIN_CREDITS) {
    const because = `${earnedCredits} credits are matured, ${rounded(total)} with pending ones.`;
    return waiting(because, callOf("whoami"));
  }
  const next = snapshot.hasUnreportedDelivery ? reportNext(snapshot) : deliverNext(snapshot);
  const lacking = rounded(CASHOUT_MIN_CREDITS - total);
  return { ...next, because: `${lacking} credits are lacking. ${next.because}` };
}

function requested(snapshot: Snapshot): StepState {
  const [newest] = snapshot.cashouts;
  if (newest !== undefined) return done(`${newest.cashoutId} is ${newest.status}.`);
  const call = cashoutCall(snapshot);
  if (call !== undefined) {
    return missing(`${snapshot.balance.earnedCredits} credits can be cashed out.`, call);
  }
  return blocked(`Cashouts start at ${CASHOUT_MIN_CREDITS} matured credits.`);
}

/**
 * The cashout that can be requested now; one is open at a time. The address is the one paid before,
 * else only the caller can name it.
 */
export function cashoutCall({ balance, cashouts }: Snapshot): StepCall | undefined {
  const amountCredits = Math.floor(balance.earnedCredits);
  const isOpen = cashouts.some(({ status }) => status !== "completed");
  if (isOpen || amountCredits < CASHOUT_MIN_CREDITS) return undefined;
  const [paidBefore] = cashouts;
  if (paidBefore === undefined) return callOf("request_cashout", { amountCredits }, "btcAddress");
  return callOf("request_cashout", { amountCredits, btcAddress: paidBefore.address });
}

function paid({ cashouts }: Snapshot): StepState {
  const completed = cashouts.find(({ status }) => status === "completed");
  if (completed !== undefined) return done(`${completed.cashoutId} is completed.`);
  const [open] = cashouts;
  if (open === undefined) return blocked("Request a cashout first.");
  return waiting(`${open.cashoutId} is ${open.status}.`, callOf("list_cashouts"));
}

function rounded(credits: number): number {
  return Math.round(credits * 1_000_000) / 1_000_000;
}
