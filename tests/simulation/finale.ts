import type { Command } from "./commands.ts";
import type { Market } from "./market.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What every world begins with: money, some of it from a card and young. */
export function opening(market: Market): Command[] {
  return market.advertisers.map((_, advertiser) => ({
    do: "fund",
    advertiser,
    seasonsInMs: advertiser === 0 ? 0 : 30 * DAY_MS,
  }));
}

/** What every world does at its end: everything is given back, and everything matures. */
export function finale(market: Market): Command[] {
  const cashouts = market.publishers.map((_, publisher): Command => ({ do: "pay out", publisher }));
  const refunds = market.campaigns.map((_, campaign): Command => ({ do: "refund", campaign }));
  return [
    { do: "wait", ms: 9 * HOUR_MS },
    { do: "advance" },
    ...refunds,
    { do: "wait", ms: DAY_MS + HOUR_MS },
    { do: "advance" },
    { do: "sweep", agent: null },
    { do: "wait", ms: 31 * DAY_MS },
    { do: "mature" },
    ...cashouts,
  ];
}
