import { packIdSchema } from "../contract/enums.ts";
import { creditsSchema } from "../contract/fields.ts";
import { creditsFromMicros, type Micros } from "../contract/money.ts";
import type { CampaignSettings } from "../domain/campaigns/index.ts";
import { type CheckoutProvider, orderOnWire } from "../domain/checkout/index.ts";
import {
  chooseWallet,
  type DemandReport,
  findPlatformState,
  fundWallet,
  LIMIT_MAX_CREDITS,
  type Limits,
  type PlatformState,
  REASONS,
  removeWallet,
  runDemand,
  setLimits,
} from "../domain/platform/index.ts";
import {
  audit,
  type CommandContext,
  defineCommand,
  type Given,
  tableOf,
  usageError,
} from "./command.ts";

export interface PlatformContext extends CommandContext {
  /** Read only by the actions that book or buy, which require the server's whole environment. */
  readonly campaigns: () => CampaignSettings;
  readonly checkout: () => Promise<CheckoutProvider>;
}

/** **Errors** `not_found`, `wrong_role`, `agent_suspended`, `invalid_state`, `unavailable`. */
export const runPlatformCommand = defineCommand<PlatformContext>("platform", {
  "": {
    usage: "",
    async run(_given, { db, clock }) {
      const state = await findPlatformState(db, clock.now());
      return { json: stateInCredits(state), text: linesOfState(state) };
    },
  },
  wallet: { usage: "[AGENT_ID] [--off]", run: setWallet },
  limits: {
    usage: "[--booking CREDITS] [--publisher-day CREDITS] [--total-day CREDITS]",
    async run(given, context) {
      const change = {
        bookingBudgetCredits: amountOf("booking", given),
        publisherDayCredits: amountOf("publisher-day", given),
        totalDayCredits: amountOf("total-day", given),
      };
      const isChange = Object.values(change).some((value) => value !== undefined);
      const limits = await context.db.tx(async (tx) => {
        const after = await setLimits(tx, change);
        const detail = limitsInCredits(after);
        const entry = { action: "platform.limits", subject: "platform", detail };
        if (isChange) await audit(tx, context, entry);
        return after;
      });
      return { json: limitsInCredits(limits), text: linesOfLimits(limits) };
    },
  },
  fund: { usage: `${packIdSchema.options.join("|")} [--yes]`, run: fund },
  run: {
    usage: "",
    async run(_given, context) {
      const { db, ids, clock } = context;
      const report = await runDemand(db, { ...context.campaigns(), ids, now: clock.now() });
      const { booked, withdrawn } = report;
      if (booked.length > 0 || withdrawn.length > 0) {
        const detail = { booked: booked.map(({ campaignId }) => campaignId), withdrawn };
        await audit(db, context, { action: "platform.run", subject: "platform", detail });
      }
      return {
        json: reportInCredits(report),
        text: linesOfReport(report),
        exitCode: report.outcome === "done" ? 0 : 1,
      };
    },
  },
});

async function setWallet(given: Given, context: PlatformContext) {
  const agentId = given.subject || undefined;
  if ((agentId === undefined) !== given.has("off")) {
    throw usageError("Name either AGENT_ID or --off.", runPlatformCommand.usage);
  }
  const wallet = await context.db.tx(async (tx) => {
    const before = await removeWallet(tx);
    const after =
      agentId === undefined ? undefined : await chooseWallet(tx, agentId, context.clock.now());
    const subject = agentId ?? before;
    if (subject !== undefined) {
      const detail = { before: before ?? null, after: agentId ?? null };
      await audit(tx, context, { action: "platform.wallet", subject, detail });
    }
    return after;
  });
  const text =
    wallet === undefined
      ? "There is no platform wallet.\n"
      : `${wallet.agentId} (${wallet.displayName}) is the platform wallet\n`;
  return { json: { wallet: wallet ?? null }, text };
}

const amountSchema = creditsSchema({ min: 1, max: LIMIT_MAX_CREDITS });

function amountOf(option: string, given: Given): number | undefined {
  const text = given.get(option);
  if (text === undefined) return undefined;
  const parsed = amountSchema.safeParse(Number(text));
  if (parsed.success) return parsed.data;
  const message = `--${option} must be a number of credits from 1 to ${LIMIT_MAX_CREDITS}.`;
  throw usageError(message, runPlatformCommand.usage);
}

async function fund({ subject: pack }: Given, context: PlatformContext) {
  const packId = packIdSchema.parse(pack);
  const { db, ids, clock } = context;
  const now = clock.now();
  const { order, checkoutUrl } = await fundWallet(db, packId, {
    ids,
    now,
    provider: await context.checkout(),
    onOpened: (tx, { orderId, agentId, credits }) =>
      audit(tx, context, {
        action: "platform.fund",
        subject: agentId,
        detail: { orderId, packId, credits: creditsFromMicros(credits) },
      }),
  });
  const wire = orderOnWire(order, checkoutUrl, now);
  const { credits, priceUsd, expiresAt } = wire;
  const offer = `${credits} credits for $${priceUsd}, until ${expiresAt}`;
  return {
    json: { agentId: order.agentId, ...wire },
    text: `${checkoutUrl}\nPay there: ${offer}.\n`,
  };
}

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
