import { creditsFromMicros, type Micros } from "../contract/money.ts";
import {
  type DemandReport,
  type Limits,
  type PlatformState,
  REASONS,
} from "../domain/platform/index.ts";
import { tableOf } from "./command.ts";

export function stateInCredits(state: PlatformState): object {
  const { wallet, balance, limits, requests, booked } = state;
  return {
    wallet: wallet === undefined ? null : { ...wallet, balance },
    limits: limitsInCredits(limits),
    requests,
    today: {
      campaigns: booked.campaigns,
      committedCredits: creditsFromMicros(booked.committed),
    },
  };
}

export function linesOfState({ wallet, balance, limits, requests, booked }: PlatformState): string {
  const { queued, declined } = requests;
  const available = (balance?.availableCredits ?? 0).toLocaleString("en-US");
  const rows =
    wallet === undefined
      ? [["wallet", "none: platform wallet AGENT_ID sets one"]]
      : [
          ["wallet", `${wallet.agentId} (${wallet.displayName}), ${wallet.status}`],
          ["available", `${available} credits`],
        ];
  const committed = `${shown(booked.committed)} of ${shown(limits.totalDay)} credits`;
  const asked = `${queued} queued, ${requests.booked} booked, ${declined} declined`;
  return `${tableOf([
    ...rows,
    ["today", `${booked.campaigns} campaigns, ${committed}`],
    ["requests", asked],
  ])}${linesOfLimits(limits)}`;
}

export function limitsInCredits(limits: Limits) {
  return {
    bookingBudgetCredits: creditsFromMicros(limits.bookingBudget),
    publisherDayCredits: creditsFromMicros(limits.publisherDay),
    totalDayCredits: creditsFromMicros(limits.totalDay),
  };
}

export function linesOfLimits(limits: Limits): string {
  return tableOf([
    ["a booking", `${shown(limits.bookingBudget)} credits, or the placement's smallest budget`],
    ["a publisher and UTC day", `${shown(limits.publisherDay)} credits`],
    ["a UTC day in all", `${shown(limits.totalDay)} credits`],
  ]);
}

export function reportInCredits(report: DemandReport): object {
  return {
    ...report,
    booked: report.booked.map(({ budget, ...rest }) => ({
      ...rest,
      budgetCredits: creditsFromMicros(budget),
    })),
  };
}

const OUTCOMES: Readonly<Record<DemandReport["outcome"], string>> = {
  done: "",
  another_pass_runs: "Another pass is running.\n",
  no_wallet: "There is no platform wallet: platform wallet AGENT_ID sets one.\n",
  wallet_cannot_buy: "The platform wallet's agent is suspended or closed.\n",
};

const DECLINED_SHOWN_MAX = 50;

export function linesOfReport(report: DemandReport): string {
  const { outcome, booked, declined, declinedCount, withdrawn } = report;
  const bookings = booked.map((one) => [
    one.placementId,
    one.campaignId,
    one.brandName,
    shown(one.budget),
    one.isOnTrust ? "any report" : "verified only",
  ]);
  const refusals = declined
    .slice(0, DECLINED_SHOWN_MAX)
    .map(({ placementId, reason }) => [placementId, reason, REASONS[reason]]);
  return [
    OUTCOMES[outcome],
    ...withdrawn.map((campaignId) => `${campaignId} ended: its publisher is trusted no more\n`),
    bookings.length === 0 ? "" : tableOf([BOOKED_HEAD, ...bookings]),
    refusals.length === 0 ? "" : tableOf([DECLINED_HEAD, ...refusals]),
    outcome === "done" ? `${booked.length} booked, ${declinedCount} declined\n` : "",
  ].join("");
}

const BOOKED_HEAD = ["booked", "campaign", "brand", "credits", "pays for"];
const DECLINED_HEAD = ["declined", "reason", "why"];

function shown(amount: Micros): string {
  return creditsFromMicros(amount).toLocaleString("en-US");
}
