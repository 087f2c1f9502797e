import { CASHOUT_MIN_CREDITS } from "../../contract/resources/cashout.ts";
import { AD_UNITS } from "../../contract/units.ts";
import type { Booking, OwnPlacement } from "./queries.ts";
import { isBookable, liveOf, type Snapshot, sumOf } from "./snapshot.ts";
import {
  blocked,
  done,
  missing,
  type Step,
  type StepCall,
  type StepState,
  waiting,
} from "./steps.ts";

const SEE_BOOKINGS: StepCall = {
  nextTool: "list_campaigns",
  arguments: { role: "publisher", status: "active" },
};
const SEE_BALANCE: StepCall = { nextTool: "whoami", arguments: {} };

/** What every publisher can sell: needs no leave to influence the answer, and is paid by clicks. */
const FIRST_UNIT = "cpc";

/** From registration to the first cashout, as a publisher goes it. */
export function sellSteps(snapshot: Snapshot): Step[] {
  const { agent } = snapshot;
  const steps: readonly (readonly [string, string, StepState])[] = [
    ["register", "Register as a publisher", registered(snapshot)],
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
  ];
  return steps.map(([step, title, state]) => ({ step, title, ...halted(state, agent.status) }));
}

/** A suspended agent can take no step, whatever its next one would be. */
function halted(state: StepState, status: Snapshot["agent"]["status"]): StepState {
  if (status === "active" || state.status === "done") return state;
  return blocked(`The agent is ${status}; only reading tools answer.`, SEE_BALANCE);
}

function registered({ agent }: Snapshot): StepState {
  if (agent.role !== "advertiser") return done(`Registered as ${agent.agentId}.`);
  const { provider, displayName } = agent;
  return missing("This agent is an advertiser; selling needs an agent with another role.", {
    nextTool: "register",
    arguments: { provider, displayName, role: "publisher" },
  });
}

function listed({ placements }: Snapshot): StepState {
  const kept = placements.filter(({ status }) => status !== "archived");
  if (kept.length > 0) return done(`${kept.length} listed, the newest ${kept[0]?.placementId}.`);
  return missing("No placement is listed. Put in your own title, description, unit and rate.", {
    nextTool: "list_placement",
    arguments: {
      title: "Sidebar of a chat",
      description: "Beside the answers of a chat.",
      kind: "chat_sidebar",
      adUnitType: FIRST_UNIT,
      rateCredits: AD_UNITS[FIRST_UNIT].floorCredits,
    },
    yours: ["title", "description", "kind", "adUnitType", "rateCredits"],
  });
}

function approved({ placements }: Snapshot): StepState {
  const bookable = placements.find(isBookable);
  if (bookable !== undefined) return done(`${bookable.placementId} can be booked.`);
  const kept = placements.filter(({ status }) => status !== "archived");
  const inReview = kept.find(({ reviewStatus }) => reviewStatus === "pending_review");
  const rejected = kept.find(({ reviewStatus }) => reviewStatus === "rejected");
  const paused = kept.find(({ status }) => status === "paused");
  if (paused?.reviewStatus === "approved") return resume(paused);
  if (inReview !== undefined) {
    return waiting(`${inReview.placementId} is in review.`, {
      nextTool: "list_placements",
      arguments: { status: "active" },
    });
  }
  if (rejected !== undefined) {
    const { placementId } = rejected;
    return missing(`${placementId} was rejected. Change its texts; it is reviewed again.`, {
      nextTool: "update_placement",
      arguments: { placementId },
      yours: ["title", "description"],
    });
  }
  return blocked("List a placement first.");
}

function resume({ placementId }: OwnPlacement): StepState {
  return missing(`${placementId} is paused.`, {
    nextTool: "update_placement",
    arguments: { placementId, status: "active" },
  });
}

function demanded({ sold, placements }: Snapshot): StepState {
  if (sold.length > 0) return done(`${sold.length} booked, the newest ${sold[0]?.campaignId}.`);
  const bookable = placements.find(isBookable);
  if (bookable === undefined) return blocked("Nothing can be booked yet.");
  const { placementId } = bookable;
  const asked = placements.find(({ requestStatus }) => requestStatus !== undefined);
  if (asked === undefined) {
    return missing(`Nobody has booked ${placementId} yet. Ask the platform to.`, {
      nextTool: "request_platform_demand",
      arguments: { placementId },
    });
  }
  return waiting(
    `Nobody has booked ${placementId} yet; platform demand is ${asked.requestStatus}.`,
    SEE_BOOKINGS,
  );
}

function delivered(snapshot: Snapshot): StepState {
  const deliveries = sumOf(snapshot.sold, (one) => one.deliveries);
  if (deliveries > 0) return done(`${deliveries} delivered.`);
  return deliverNext(snapshot);
}

/** Delivering one more, or what keeps it from being delivered. */
function deliverNext({ sold }: Snapshot): StepState {
  const live = liveOf(sold);
  if (live !== undefined) {
    return missing(`${live.campaignId} is active. Pull its creative in a turn that shows it.`, {
      nextTool: "deliver_ad",
      arguments: { campaignId: live.campaignId },
    });
  }
  const [newest] = sold;
  if (newest === undefined) return blocked("Nothing is booked yet.");
  return waiting(`No booking is active; the newest is ${newest.status}.`, SEE_BOOKINGS);
}

function reported(snapshot: Snapshot): StepState {
  const events = sumOf(snapshot.sold, (one) => one.events);
  if (events > 0) return done(`${events} reported.`);
  return reportNext(snapshot);
}

function reportNext({ sold, hasUnreportedDelivery }: Snapshot): StepState {
  const live = liveOf(sold);
  if (live === undefined || !hasUnreportedDelivery) return blocked("Deliver an ad first.");
  const why = "An ad was delivered and not reported. Report it once it has happened.";
  return missing(why, reportCallFor(live));
}

/** The report that bills the unit of a campaign; it takes the oldest open delivery. */
export function reportCallFor({ campaignId, adUnitType }: Booking): StepCall {
  const { reportTool, conversionType } = AD_UNITS[adUnitType];
  const call = { nextTool: reportTool, arguments: { campaignId } };
  if (conversionType === undefined) return call;
  const args = { campaignId, conversionType };
  if (conversionType === "coupon_redeemed") {
    return { nextTool: reportTool, arguments: args, yours: ["couponCode"] };
  }
  return { nextTool: reportTool, arguments: args };
}

function settled({ sold }: Snapshot): StepState {
  const earned = sumOf(sold, (one) => one.earnedCredits);
  if (earned > 0) return done(`${rounded(earned)} credits earned from events.`);
  const events = sumOf(sold, (one) => one.events);
  if (events === 0) return blocked("Report an event first.");
  const live = liveOf(sold);
  if (live === undefined) return waiting("No booking is active.", SEE_BOOKINGS);
  const { adUnitType } = live;
  return missing(
    `The reports so far are not what ${live.campaignId} pays for: ${AD_UNITS[adUnitType].meaning}`,
    reportCallFor(live),
  );
}

function matured(snapshot: Snapshot): StepState {
  const { earnedCredits, pendingEarningsCredits } = snapshot.balance;
  if (hasCashout(snapshot) || earnedCredits > 0) return done("Earnings have matured.");
  if (pendingEarningsCredits === 0) return blocked("Nothing was earned yet.");
  return waiting(
    `${pendingEarningsCredits} credits mature by themselves within days, or at once when the ` +
      "advertiser confirms the delivery.",
    SEE_BALANCE,
  );
}

/** Deliver and report on, until what is earned and pending together is enough to be paid. */
function cashable(snapshot: Snapshot): StepState {
  const { earnedCredits, pendingEarningsCredits } = snapshot.balance;
  if (hasCashout(snapshot) || earnedCredits >= CASHOUT_MIN_CREDITS) {
    return done(`${earnedCredits} credits can be cashed out.`);
  }
  const total = earnedCredits + pendingEarningsCredits;
  if (total >= CASHOUT_MIN_CREDITS) {
    const why = `${earnedCredits} credits are matured, ${rounded(total)} with pending ones.`;
    return waiting(why, SEE_BALANCE);
  }
  if (total === 0) return blocked("Nothing was earned yet.");
  const next = snapshot.hasUnreportedDelivery ? reportNext(snapshot) : deliverNext(snapshot);
  const lacking = rounded(CASHOUT_MIN_CREDITS - total);
  return { ...next, because: `${lacking} credits are lacking. ${next.because}` };
}

function requested(snapshot: Snapshot): StepState {
  const { cashouts, balance } = snapshot;
  const [newest] = cashouts.filter(isKept);
  if (newest !== undefined) return done(`${newest.cashoutId} is ${newest.status}.`);
  if (balance.earnedCredits < CASHOUT_MIN_CREDITS) {
    return blocked(`Cashouts start at ${CASHOUT_MIN_CREDITS} matured credits.`);
  }
  return missing(`${balance.earnedCredits} credits can be cashed out.`, cashoutCall(snapshot));
}

/** The address is the one paid before, else only the caller can name it. */
export function cashoutCall({ balance, cashouts }: Snapshot): StepCall {
  const amountCredits = Math.floor(balance.earnedCredits);
  const paidTo = cashouts.find(({ status }) => status === "completed")?.address;
  return {
    nextTool: "request_cashout",
    arguments: { amountCredits, ...(paidTo === undefined ? {} : { btcAddress: paidTo }) },
    ...(paidTo === undefined ? { yours: ["btcAddress"] } : {}),
  };
}

function paid({ cashouts }: Snapshot): StepState {
  const completed = cashouts.find(({ status }) => status === "completed");
  if (completed !== undefined) return done(`${completed.cashoutId} is completed.`);
  const [open] = cashouts.filter(isKept);
  if (open === undefined) return blocked("Request a cashout first.");
  return waiting(`${open.cashoutId} is ${open.status}.`, {
    nextTool: "list_cashouts",
    arguments: {},
  });
}

const RETURNED = new Set(["rejected", "canceled", "failed"]);

function isKept({ status }: { status: string }): boolean {
  return !RETURNED.has(status);
}

function hasCashout({ cashouts }: Snapshot): boolean {
  return cashouts.some(isKept);
}

function rounded(credits: number): number {
  return Math.round(credits * 1_000_000) / 1_000_000;
}
