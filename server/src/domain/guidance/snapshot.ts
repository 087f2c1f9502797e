import type { Agent } from "../../contract/resources/agent.ts";
import type { Brand } from "../../contract/resources/campaign.ts";
import type { Placement } from "../../contract/resources/placement.ts";
import type { CashoutStatus } from "../../contract/resources/wallet.ts";
import type { Queryable } from "../../core/db.ts";
import { brandOnWire, listBrands } from "../brands/index.ts";
import { findCashoutsOf } from "../cashout/index.ts";
import { balanceOf } from "../ledger/index.ts";
import { searchPlacements } from "../placements/index.ts";
import { findEndpoints } from "../postbacks/index.ts";
import {
  type Booking,
  findBooked,
  findKeptPlacements,
  findOpenEnds,
  findOpenOrder,
  findSold,
  type OwnPlacement,
} from "./queries.ts";

/** A placement of another agent that can be booked now. */
export type Offer = Pick<
  Placement,
  "placementId" | "adUnitType" | "kind" | "rateCredits" | "minBudgetCredits"
>;

const OFFERS_MAX = 50;
const BRANDS_MAX = 20;
const CASHOUTS_MAX = 20;

/**
 * Reads where an agent stands, in at most twelve short statements, each with a limit, one after the
 * other: pass a snapshot of the database, so that all see the same moment on one connection. Sweep
 * before, so that money settled a moment ago is in it.
 */
export async function findSnapshot(
  db: Queryable,
  asker: { agent: Agent; now: Date; isPlatformWallet: boolean },
) {
  const { agent, now, isPlatformWallet } = asker;
  const { agentId } = agent;
  const sold = await findSold(db, agentId);
  const booked = await findBooked(db, agentId);
  const charged = booked.find(({ spentCredits }) => spentCredits > 0)?.campaignId;
  const openEnds = await findOpenEnds(db, liveOf(sold)?.campaignId, charged);
  const cashouts: PaidOut[] = await findCashoutsOf(db, { agentId, limit: CASHOUTS_MAX });
  const brands = isPlatformWallet ? await listBrands(db, { limit: BRANDS_MAX }) : [];
  return {
    agent,
    /** Whether this agent may book for brands. */
    isPlatformWallet,
    sold,
    /** True when the newest creative delivered for the newest live booking was not reported yet. */
    hasUnreportedDelivery: openEnds.isLatestUnreported,
    balance: await balanceOf(db, agentId),
    placements: await findKeptPlacements(db, agentId),
    booked,
    /** The newest campaign of the caller with events, if they can still be disputed. */
    disputableId: openEnds.hasPendingEarnings ? charged : undefined,
    openOrder: await findOpenOrder(db, agentId, now),
    /** Those whose credits were not returned, the newest first. */
    cashouts: cashouts.filter(isKept),
    postbackId: (await findEndpoints(db, { agentId, status: "active", limit: 1 }))[0]?.postbackId,
    offers: agent.role === "publisher" ? [] : await findOffers(db, agentId),
    brands: brands.map((brand): Advertised => brandOnWire(brand)),
  };
}

/** Where an agent stands: all that the steps are derived from, read at one moment. */
export type Snapshot = Awaited<ReturnType<typeof findSnapshot>>;

type Advertised = Pick<Brand, "brandId" | "domain" | "maxRateCredits" | "adUnitTypes" | "deepLink">;
type PaidOut = {
  readonly cashoutId: string;
  readonly status: CashoutStatus;
  readonly address: string;
};

function isKept({ status }: { status: CashoutStatus }): boolean {
  return status !== "rejected" && status !== "canceled" && status !== "failed";
}

/** What others offer, the cheapest rates first, without what this agent may not book. */
async function findOffers(db: Queryable, agentId: string): Promise<Offer[]> {
  const found = await searchPlacements(db, { sort: "rate_asc", limit: OFFERS_MAX });
  return found.filter(
    ({ publisherId, blockedAdvertiserIds }) =>
      publisherId !== agentId && !blockedAdvertiserIds.includes(agentId),
  );
}

/** The newest booking that delivers and can still pay a unit. */
export function liveOf(bookings: readonly Booking[]): Booking | undefined {
  return bookings.find(({ status, isFunded }) => status === "active" && isFunded);
}

/** Whether the placement can be booked now. */
export function isBookable({ status, reviewStatus }: OwnPlacement): boolean {
  return status === "active" && reviewStatus === "approved";
}

export function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/**
 * How a step stands: `done`; `missing`, the caller can take it now; `waiting` for others or for
 * time; `blocked`, because something before it is missing or something failed.
 */
export type StepStatus = "done" | "missing" | "waiting" | "blocked";

/** The call that takes a step, or that shows whether others have taken it. */
export interface StepCall {
  readonly nextTool: string;
  /** With the caller's own ids; ready to be sent once `yours` are set. */
  readonly arguments: Record<string, unknown>;
  /** Fields that only the caller can fill: absent from `arguments`, or there as a placeholder. */
  readonly yours?: string[];
}

export interface StepState extends Partial<StepCall> {
  readonly status: StepStatus;
  /** Why, from the caller's real state. */
  readonly because: string;
}

export interface Step extends StepState {
  readonly step: string;
  readonly title: string;
}

const withStatus =
  (status: StepStatus) =>
  (because: string, call?: StepCall): StepState => ({ status, because, ...call });
export const done = withStatus("done");
export const missing = withStatus("missing");
export const waiting = withStatus("waiting");
export const blocked = withStatus("blocked");

/** A call as a step proposes it. */
export function callOf(nextTool: string, args: object = {}, ...yours: string[]): StepCall {
  return { nextTool, arguments: { ...args }, ...(yours.length === 0 ? {} : { yours }) };
}

/**
 * Names the states of a goal's steps, of which the first is registration. A suspended agent, and
 * one of another role, can take none of the others.
 */
export function stepsOf(
  { status }: Agent,
  states: readonly (readonly [step: string, title: string, state: StepState])[],
): Step[] {
  const isRegistered = states[0]?.[2].status === "done";
  const halted = blocked(`The agent is ${status}; only reading tools answer.`, callOf("whoami"));
  return states.map(([step, title, state], place) => {
    if (state.status === "done") return { step, title, ...state };
    if (status !== "active") return { step, title, ...halted };
    const isNext = isRegistered || place === 0;
    return { step, title, ...(isNext ? state : blocked("Register another agent first.")) };
  });
}

/** The first step to either goal: a role cannot be changed, so another agent takes it. */
export function registered(agent: Agent, role: "publisher" | "advertiser"): StepState {
  const { agentId, provider, displayName } = agent;
  if (agent.role === role || agent.role === "both") return done(`Registered as ${agentId}.`);
  const because = `This agent is of the role ${agent.role}; another agent has to be ${role}.`;
  return missing(because, callOf("register", { provider, displayName, role }));
}

/** What the caller can do, then what it can only look at, then what is in the way. */
const URGENCY: readonly StepStatus[] = ["missing", "waiting", "blocked"];

/** The steps to take next, the most useful first; none when all is done. */
export function openSteps(steps: readonly Step[]): (Step & StepCall)[] {
  return steps
    .flatMap((step) => {
      const { status, nextTool, arguments: args } = step;
      if (status === "done" || nextTool === undefined || args === undefined) return [];
      return [{ ...step, nextTool, arguments: args }];
    })
    .toSorted((left, right) => URGENCY.indexOf(left.status) - URGENCY.indexOf(right.status));
}

/** **Units** whole percent of the steps that are done. */
export function percentOf(steps: readonly Step[]): number {
  const count = steps.filter(({ status }) => status === "done").length;
  return Math.floor((count / steps.length) * 100);
}
