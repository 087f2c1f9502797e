import type { AdUnitType, ConversionType } from "../../server/src/contract/enums.ts";
import { createRandom, type Random } from "../crash/random.ts";

/**
 * What the clients of a world do, in order. Campaigns, deliveries and earlier events are named by a
 * number that is taken modulo those that exist when the command runs, so that every prefix of a
 * sequence is a sequence.
 */
export type Command =
  | {
      readonly do: "book";
      readonly placement: number;
      readonly advertiser: number;
      readonly budgetUnits: number;
      readonly capUnits: number | null;
      readonly startsInMs: number | null;
      readonly endsInMs: number | null;
      readonly isVerifiedOnly: boolean;
      readonly isAdvertisersWord: boolean;
    }
  | { readonly do: "coupon"; readonly campaign: number; readonly max: number }
  | { readonly do: "deliver"; readonly campaign: number; readonly isRecorded: boolean }
  | {
      readonly do: "report";
      readonly reports: readonly ReportPlan[];
      readonly byAdvertiser: boolean;
      /** Sent once, or twice at the same time. */
      readonly copies: number;
      /** Under an idempotency key, which settles inside its transaction. */
      readonly isKeyed: boolean;
    }
  | { readonly do: "pause"; readonly campaign: number }
  | { readonly do: "resume"; readonly campaign: number }
  | { readonly do: "top up"; readonly campaign: number; readonly units: number }
  | { readonly do: "cap"; readonly campaign: number; readonly units: number }
  | { readonly do: "refund"; readonly campaign: number }
  | { readonly do: "confirm"; readonly campaign: number; readonly isFinal: boolean }
  | { readonly do: "sweep"; readonly agent: number | null }
  | { readonly do: "advance" }
  | { readonly do: "mature" }
  | { readonly do: "fund"; readonly advertiser: number; readonly seasonsInMs: number }
  | { readonly do: "cash out"; readonly publisher: number; readonly credits: number }
  | { readonly do: "cancel"; readonly publisher: number }
  | { readonly do: "pay out"; readonly publisher: number }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "crash"; readonly process: number }
  | { readonly do: "restart" };

export interface ReportPlan {
  readonly campaign: number;
  readonly type: "billing" | "impression" | "click" | ConversionType;
  readonly count: number;
  /** Null: the report names no delivery. */
  readonly delivery: number | null;
  /** An earlier event's id once more, with the same content or with another. */
  readonly repeats: { readonly event: number; readonly isOther: boolean } | null;
  readonly session: string | null;
  readonly order: string | null;
  readonly namesClick: boolean;
  readonly agoMs: number | null;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CONVERSIONS: readonly ConversionType[] = [
  "recommendation",
  "decision",
  "coupon_redeemed",
  "cpa",
  "cpl",
  "cpi",
];

/** What is sold in every world. Prices that no fee divides evenly are the interesting ones. */
export const PLACEMENTS: readonly { unit: AdUnitType; rateCredits: number }[] = [
  { unit: "cpm", rateCredits: 333.337 },
  { unit: "cpc", rateCredits: 25.000_003 },
  { unit: "cpia", rateCredits: 7.777_777 },
  { unit: "cpr", rateCredits: 101.010_101 },
  { unit: "cppromo", rateCredits: 50.5 },
  { unit: "cpa", rateCredits: 999.999_999 },
];

/** How many commands a seed has. */
export const COMMANDS = 24;

/** The commands of a seed. */
export function planCommands(seed: number, length: number): Command[] {
  const random = createRandom(seed);
  const opening = Array.from({ length: random.between(2, 4) }, () => book(random));
  const [first] = opening;
  // Impressions are most of what is settled, and the only thing that settles in sets.
  if (first?.do === "book") opening[0] = { ...first, placement: 0, startsInMs: null };
  const rest = Array.from({ length: length - opening.length }, () => nextCommand(random));
  return [...opening, ...rest];
}

type Plan = (random: Random) => Command;

/** How often each kind of command comes up. */
const PLANS: readonly (readonly [weight: number, plan: Plan])[] = [
  [30, report],
  [14, (random) => ({ do: "deliver", campaign: index(random), isRecorded: !random.isOneIn(3) })],
  [3, book],
  [2, (random) => ({ do: "coupon", campaign: index(random), max: random.between(1, 3) })],
  [2, (random) => ({ do: random.pick(["pause", "resume"]), campaign: index(random) })],
  [
    3,
    (random) => ({
      do: random.isOneIn(3) ? "cap" : "top up",
      campaign: index(random),
      units: random.between(1, 8),
    }),
  ],
  [2, (random) => ({ do: "refund", campaign: index(random) })],
  [4, (random) => ({ do: "confirm", campaign: index(random), isFinal: random.isOneIn(4) })],
  [6, (random) => ({ do: "sweep", agent: random.isOneIn(2) ? null : index(random) })],
  [4, (random) => ({ do: random.isOneIn(2) ? "advance" : "mature" })],
  [
    1,
    (random) => ({
      do: "fund",
      advertiser: index(random),
      seasonsInMs: random.isOneIn(2) ? 0 : 30 * DAY_MS,
    }),
  ],
  [
    4,
    (random) => ({
      do: "cash out",
      publisher: index(random),
      credits: random.pick([500, 500, 700, 1_500]),
    }),
  ],
  [3, (random) => ({ do: random.isOneIn(2) ? "cancel" : "pay out", publisher: index(random) })],
  [5, (random) => ({ do: "wait", ms: random.pick(WAITS_MS) })],
  [2, (random) => ({ do: "crash", process: index(random) })],
  [1, () => ({ do: "restart" })],
];
const WEIGHT = PLANS.reduce((sum, [weight]) => sum + weight, 0);
const WAITS_MS = [SECOND_MS, 90 * SECOND_MS, HOUR_MS, 7 * HOUR_MS, DAY_MS, 4 * DAY_MS];

function nextCommand(random: Random): Command {
  let left = random.between(1, WEIGHT);
  for (const [weight, plan] of PLANS) {
    left -= weight;
    if (left <= 0) return plan(random);
  }
  throw new Error("The weights do not add up.");
}

function index(random: Random): number {
  return random.between(0, 999);
}

function book(random: Random): Command {
  const startsInMs = random.isOneIn(6) ? random.between(1, 8) * HOUR_MS : null;
  return {
    do: "book",
    placement: index(random),
    advertiser: index(random),
    // Often just enough for a few events, so that budgets end inside batches.
    budgetUnits: random.pick([10, 11, 13, 20]),
    capUnits: random.isOneIn(4) ? random.between(1, 6) : null,
    startsInMs,
    endsInMs: random.isOneIn(4) ? (startsInMs ?? 0) + random.between(1, 40) * HOUR_MS : null,
    isVerifiedOnly: random.isOneIn(10),
    isAdvertisersWord: random.isOneIn(5),
  };
}

function report(random: Random): Command {
  const size = random.pick([1, 1, 1, 2, 3, 6]);
  return {
    do: "report",
    reports: Array.from({ length: size }, () => planReport(random)),
    byAdvertiser: random.isOneIn(8),
    copies: random.isOneIn(6) ? 2 : 1,
    isKeyed: random.isOneIn(6),
  };
}

function planReport(random: Random): ReportPlan {
  const isUsual = !random.isOneIn(5);
  return {
    campaign: index(random),
    type: isUsual ? "billing" : random.pick(["impression", "click", ...CONVERSIONS]),
    count: random.pick([1, 1, 2, 3, 7, 400, 1_000, 9_999]),
    delivery: random.isOneIn(5) ? null : index(random),
    repeats: random.isOneIn(6) ? { event: index(random), isOther: random.isOneIn(3) } : null,
    session: random.isOneIn(4) ? `session ${random.between(1, 3)}` : null,
    order: random.isOneIn(2) ? `order ${random.between(1, 4)}` : null,
    namesClick: random.isOneIn(6),
    agoMs: random.isOneIn(10) ? random.pick([0, 60_000, 3 * HOUR_MS, 3 * DAY_MS]) : null,
  };
}
