import { CREDIT_PACKS } from "../../contract/resources/wallet.ts";
import type { Booking } from "./queries.ts";
import { cheapestOf, type Offer, type Snapshot, sumOf } from "./snapshot.ts";
import {
  blocked,
  done,
  missing,
  type Step,
  type StepCall,
  type StepState,
  waiting,
} from "./steps.ts";

const SEARCH: StepCall = { nextTool: "search_placements", arguments: {} };

/** Texts that only the advertiser can write; these say so, and would pass the review. */
const PLACEHOLDER_CREATIVE = {
  creativeText: "Your own words about the offer.",
  creativeUrl: "https://shop.example.com/offer?click={click_id}",
};
const CREATIVE_FIELDS = ["creativeText", "creativeUrl"];

/** From registration to the first paid event, as an advertiser goes it. */
export function buySteps(snapshot: Snapshot): Step[] {
  const booked = bookings(snapshot);
  const steps: readonly (readonly [string, string, StepState])[] = [
    ["register", "Register as an advertiser", registered(snapshot)],
    ["credits", "Have credits to spend", funded(snapshot, booked)],
    ["placement", "Find a placement", found(snapshot, booked)],
    ["booking", "Book it", bookedOne(snapshot, booked)],
    ["active", "Have an active campaign", active(booked)],
    ["first_delivery", "Be delivered", delivered(booked)],
    ["first_event", "Pay for a first event", charged(booked)],
  ];
  const { status } = snapshot.agent;
  return steps.map(([step, title, state]) => ({ step, title, ...halted(state, status) }));
}

/** What an advertiser goes on with once events are paid. */
export function afterBuying(snapshot: Snapshot): StepCall[] {
  const spending = snapshot.booked.find(({ spentCredits }) => spentCredits > 0);
  if (spending === undefined) return [];
  const { campaignId } = spending;
  return [
    { nextTool: "get_advertiser_report", arguments: { period: "daily" } },
    { nextTool: "get_attribution", arguments: { campaignId, groupBy: "day" } },
    { nextTool: "confirm_delivery", arguments: { campaignId } },
  ];
}

/** The wallet of platform demand books for brands; there a booking without one is no step. */
function bookings({ booked, isPlatformWallet }: Snapshot): readonly Booking[] {
  return isPlatformWallet ? booked.filter(({ brandId }) => brandId !== undefined) : booked;
}

function halted(state: StepState, status: Snapshot["agent"]["status"]): StepState {
  if (status === "active" || state.status === "done") return state;
  const call = { nextTool: "whoami", arguments: {} };
  return blocked(`The agent is ${status}; only reading tools answer.`, call);
}

function registered({ agent }: Snapshot): StepState {
  if (agent.role !== "publisher") return done(`Registered as ${agent.agentId}.`);
  const { provider, displayName } = agent;
  return missing("This agent is a publisher; booking needs an agent with another role.", {
    nextTool: "register",
    arguments: { provider, displayName, role: "advertiser" },
  });
}

function funded(snapshot: Snapshot, booked: readonly Booking[]): StepState {
  const { availableCredits } = snapshot.balance;
  const wanted = offerOf(snapshot)?.minBudgetCredits ?? 0;
  if (availableCredits > 0 && availableCredits >= wanted) {
    return done(`${availableCredits} credits are available.`);
  }
  if (booked.length > 0) return done("Credits were bought and are booked.");
  if (availableCredits === 0) return buyCredits(snapshot, "No credits are available.", wanted);
  const why = `${availableCredits} credits are available, ${wanted} are needed.`;
  return buyCredits(snapshot, why, wanted - availableCredits);
}

/** Waits for the human while an order is open; else orders the smallest pack that suffices. */
export function buyCredits({ orders }: Snapshot, why: string, lackingCredits: number): StepState {
  const open = orders.find(({ status }) => status === "open");
  if (open !== undefined) {
    const page = open.checkoutUrl === undefined ? "its checkoutUrl" : open.checkoutUrl;
    return waiting(`${why} A human has to open ${page} and pay order ${open.orderId}.`, {
      nextTool: "whoami",
      arguments: {},
    });
  }
  return missing(`${why} A human pays what buy_credits orders.`, buyCreditsCall(lackingCredits));
}

/** The call that buys the smallest pack which covers what lacks. **Units** credits. */
export function buyCreditsCall(lackingCredits: number): StepCall {
  const packs = Object.entries(CREDIT_PACKS);
  const [packId] = packs.find(([, pack]) => pack.credits >= lackingCredits) ?? ["fleet"];
  return { nextTool: "buy_credits", arguments: { packId } };
}

function found(snapshot: Snapshot, booked: readonly Booking[]): StepState {
  if (booked.length > 0) return done(`${booked[0]?.placementId} is booked.`);
  const offer = offerOf(snapshot);
  if (offer === undefined) return waiting(nothingOffered(snapshot), searchCall(snapshot));
  const { placementId, adUnitType, rateCredits } = offer;
  return done(`${placementId} sells ${adUnitType} at ${rateCredits} credits.`);
}

function nothingOffered({ isPlatformWallet, brands }: Snapshot): string {
  if (!isPlatformWallet) return "No placement can be booked now. Search again later.";
  if (brands.length === 0) return "No brand is listed yet. The operator imports them.";
  return "No chat sidebar sells a unit of a listed brand at or below its cap now.";
}

function searchCall({ isPlatformWallet, brands }: Snapshot): StepCall {
  if (!isPlatformWallet) return SEARCH;
  if (brands.length === 0) return { nextTool: "search_affiliate_offers", arguments: {} };
  return { nextTool: "search_placements", arguments: { kind: "chat_sidebar", sort: "rate_asc" } };
}

/** The placement to propose: the one with the smallest budget that this agent may book. */
function offerOf(snapshot: Snapshot): Offer | undefined {
  if (!snapshot.isPlatformWallet) return cheapestOf(snapshot.offers);
  return cheapestOf(snapshot.offers, (offer) => brandFor(snapshot, offer) !== undefined);
}

function brandFor({ brands }: Snapshot, { kind, adUnitType, rateCredits }: Offer) {
  if (kind !== "chat_sidebar") return undefined;
  return brands.find(
    (brand) => brand.adUnitTypes.includes(adUnitType) && brand.maxRateCredits >= rateCredits,
  );
}

function bookedOne(snapshot: Snapshot, booked: readonly Booking[]): StepState {
  if (booked.length > 0)
    return done(`${booked.length} booked, the newest ${booked[0]?.campaignId}.`);
  const offer = offerOf(snapshot);
  if (offer === undefined) return blocked("There is no placement to book.");
  if (snapshot.balance.availableCredits < offer.minBudgetCredits) {
    return blocked(`The smallest budget is ${offer.minBudgetCredits} credits.`);
  }
  const why = "Put in your own creative; the budget is the smallest and can be more.";
  return missing(why, bookingCall(snapshot, offer));
}

function bookingCall(snapshot: Snapshot, offer: Offer): StepCall {
  const { placementId, adUnitType, minBudgetCredits } = offer;
  const booking = { placementId, adUnitType, budgetCredits: minBudgetCredits };
  const brand = snapshot.isPlatformWallet ? brandFor(snapshot, offer) : undefined;
  if (brand === undefined) {
    return {
      nextTool: "create_campaign",
      arguments: { ...booking, ...PLACEHOLDER_CREATIVE },
      yours: CREATIVE_FIELDS,
    };
  }
  const creativeUrl = brand.deepLink ?? `https://${brand.domain}/`;
  return {
    nextTool: "create_campaign",
    arguments: { ...booking, ...PLACEHOLDER_CREATIVE, creativeUrl, brandId: brand.brandId },
    yours: ["creativeText"],
  };
}

function active(booked: readonly Booking[]): StepState {
  const [newest] = booked;
  if (newest === undefined) return blocked("Book a placement first.");
  const live = booked.find(({ status, deliveries }) => status === "active" || deliveries > 0);
  if (live !== undefined) return done(`${live.campaignId} is ${live.status}.`);
  const { campaignId, status } = newest;
  if (status === "paused") {
    return missing(`${campaignId} is paused.`, {
      nextTool: "update_campaign",
      arguments: { campaignId, status: "active" },
    });
  }
  const look = { nextTool: "get_campaign", arguments: { campaignId } };
  if (status === "pending_review" || status === "pending_start") {
    return waiting(`${campaignId} is ${status}.`, look);
  }
  return blocked(`${campaignId} is ${status}; book another one.`, look);
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
  return waiting(`${campaignId} ${what}`, { nextTool: "get_campaign", arguments: { campaignId } });
}
