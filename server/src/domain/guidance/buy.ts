import { CREDIT_PACKS } from "../../contract/resources/wallet.ts";
import type { Booking } from "./queries.ts";
import {
  blocked,
  callOf,
  done,
  missing,
  type Offer,
  registered,
  type Snapshot,
  type Step,
  type StepCall,
  type StepState,
  stepsOf,
  sumOf,
  waiting,
} from "./snapshot.ts";

/** Texts that only the advertiser can write; these say so, and would pass the review. */
const PLACEHOLDER_CREATIVE = {
  creativeText: "Your own words about the offer.",
  creativeUrl: "https://shop.example.com/offer?click={click_id}",
};

/** From registration to the first paid event of an advertiser. */
export function buySteps(snapshot: Snapshot): Step[] {
  const { agent, isPlatformWallet } = snapshot;
  // The wallet of platform demand books for brands; there a booking without one is no step.
  const isStep = ({ brandId }: Booking) => !isPlatformWallet || brandId !== undefined;
  const booked = snapshot.booked.filter(isStep);
  return stepsOf(agent, [
    ["register", "Register as an advertiser", registered(agent, "advertiser")],
    ["credits", "Have credits to spend", funded(snapshot, booked)],
    ["placement", "Find a placement", found(snapshot, booked)],
    ["booking", "Book it", bookedOne(snapshot, booked)],
    ["active", "Have an active campaign", active(booked)],
    ["first_delivery", "Be delivered", delivered(booked)],
    ["first_event", "Pay for a first event", charged(booked)],
  ]);
}

/** What an advertiser goes on with once events are paid. */
export function afterBuying({ booked }: Snapshot): StepCall[] {
  const spending = booked.find(({ spentCredits }) => spentCredits > 0);
  if (spending === undefined) return [];
  const { campaignId } = spending;
  return [
    callOf("get_advertiser_report", { period: "daily" }),
    callOf("get_attribution", { campaignId, groupBy: "day" }),
    callOf("confirm_delivery", { campaignId }),
  ];
}

/** A human pays the open order first; without one, the smallest pack that suffices is ordered. */
function funded(snapshot: Snapshot, booked: readonly Booking[]): StepState {
  const { balance, openOrder } = snapshot;
  const { availableCredits } = balance;
  const needed = Math.max(offerOf(snapshot)?.minBudgetCredits ?? 0, 1);
  if (availableCredits >= needed) return done(`${availableCredits} credits are available.`);
  if (booked.length > 0) return done("Credits were bought and are booked.");
  const because = `${availableCredits} credits are available, ${needed} are needed.`;
  if (openOrder === undefined) {
    const call = buyCreditsCall(needed - availableCredits);
    return missing(`${because} A human pays what buy_credits orders.`, call);
  }
  const { orderId, checkoutUrl = "its checkoutUrl" } = openOrder;
  const page = `A human has to open ${checkoutUrl} and pay order ${orderId}.`;
  return waiting(`${because} ${page}`, callOf("whoami"));
}

/** The call that buys the smallest pack which covers what lacks. **Units** credits. */
export function buyCreditsCall(lackingCredits: number): StepCall {
  const packs = Object.entries(CREDIT_PACKS);
  const [packId] = packs.find(([, pack]) => pack.credits >= lackingCredits) ?? ["fleet"];
  return callOf("buy_credits", { packId });
}

function found(snapshot: Snapshot, booked: readonly Booking[]): StepState {
  if (booked.length > 0) return done(`${booked[0]?.placementId} is booked.`);
  const offer = offerOf(snapshot);
  if (offer !== undefined) {
    const { placementId, adUnitType, rateCredits } = offer;
    return done(`${placementId} sells ${adUnitType} at ${rateCredits} credits.`);
  }
  if (!snapshot.isPlatformWallet) {
    const because = "No placement can be booked now. Search again later.";
    return waiting(because, callOf("search_placements"));
  }
  if (snapshot.brands.length === 0) {
    const because = "No brand is listed yet. The operator imports them.";
    return waiting(because, callOf("search_affiliate_offers"));
  }
  return waiting(
    "No chat sidebar sells a unit of a listed brand at or below its cap now.",
    callOf("search_placements", { kind: "chat_sidebar", sort: "rate_asc" }),
  );
}

/** The placement to propose: the one with the smallest budget that this agent may book. */
function offerOf(snapshot: Snapshot): Offer | undefined {
  return snapshot.offers
    .filter((offer) => !snapshot.isPlatformWallet || brandFor(snapshot, offer) !== undefined)
    .toSorted((left, right) => left.minBudgetCredits - right.minBudgetCredits)[0];
}

function brandFor({ brands }: Snapshot, { kind, adUnitType, rateCredits }: Offer) {
  if (kind !== "chat_sidebar") return undefined;
  return brands.find(
    (brand) => brand.adUnitTypes.includes(adUnitType) && brand.maxRateCredits >= rateCredits,
  );
}

function bookedOne(snapshot: Snapshot, booked: readonly Booking[]): StepState {
  if (booked.length > 0) {
    return done(`${booked.length} booked, the newest ${booked[0]?.campaignId}.`);
  }
  const offer = offerOf(snapshot);
  if (offer === undefined) return blocked("There is no placement to book.");
  const call = bookingCall(snapshot);
  if (call === undefined) {
    return blocked(`The smallest budget is ${offer.minBudgetCredits} credits.`);
  }
  return missing("Put in your own creative; the budget is the smallest and can be more.", call);
}

/** The smallest booking that the caller can pay now. */
export function bookingCall(snapshot: Snapshot): StepCall | undefined {
  const offer = offerOf(snapshot);
  if (offer === undefined) return undefined;
  const { placementId, adUnitType, minBudgetCredits: budgetCredits } = offer;
  if (snapshot.balance.availableCredits < budgetCredits) return undefined;
  const args = { placementId, adUnitType, budgetCredits, ...PLACEHOLDER_CREATIVE };
  const brand = snapshot.isPlatformWallet ? brandFor(snapshot, offer) : undefined;
  if (brand === undefined) return callOf("create_campaign", args, "creativeText", "creativeUrl");
  const { brandId, domain, deepLink: creativeUrl = `https://${domain}/` } = brand;
  return callOf("create_campaign", { ...args, creativeUrl, brandId }, "creativeText");
}

function active(booked: readonly Booking[]): StepState {
  const [newest] = booked;
  if (newest === undefined) return blocked("Book a placement first.");
  const live = booked.find(({ status, deliveries }) => status === "active" || deliveries > 0);
  if (live !== undefined) return done(`${live.campaignId} is ${live.status}.`);
  const { campaignId, status } = newest;
  if (status === "paused") {
    const call = callOf("update_campaign", { campaignId, status: "active" });
    return missing(`${campaignId} is paused.`, call);
  }
  const look = callOf("get_campaign", { campaignId });
  return status === "pending_review" || status === "pending_start"
    ? waiting(`${campaignId} is ${status}.`, look)
    : blocked(`${campaignId} is ${status}; book another one.`, look);
}

function delivered(booked: readonly Booking[]): StepState {
  const deliveries = sumOf(booked, (one) => one.deliveries);
  if (deliveries > 0) return done(`${deliveries} delivered.`);
  return whenShown(booked, "waits until the publisher has a turn for it.");
}

function charged(booked: readonly Booking[]): StepState {
  const spent = booked.find(({ spentCredits }) => spentCredits > 0);
  if (spent !== undefined) return done(`${spent.campaignId} spent ${spent.spentCredits} credits.`);
  return whenShown(booked, "has no charged event yet.");
}

function whenShown(booked: readonly Booking[], what: string): StepState {
  const live = booked.find(({ status }) => status === "active");
  if (live === undefined) return blocked("No campaign is active.");
  const { campaignId } = live;
  return waiting(`${campaignId} ${what}`, callOf("get_campaign", { campaignId }));
}
