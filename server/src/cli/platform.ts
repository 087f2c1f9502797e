import { packIdSchema } from "../contract/enums.ts";
import { creditsFromMicros, creditsSchema } from "../contract/money.ts";
import type { CampaignDeps } from "../domain/campaigns/index.ts";
import { type CheckoutProvider, orderOnWire } from "../domain/checkout/index.ts";
import {
  chooseWallet,
  findPlatformState,
  fundWallet,
  LIMIT_MAX_CREDITS,
  removeWallet,
  runDemand,
  setLimits,
} from "../domain/platform/index.ts";
import { audit, type CommandContext, defineCommand, type Given, usageError } from "./command.ts";
import {
  limitsInCredits,
  linesOfLimits,
  linesOfReport,
  linesOfState,
  reportInCredits,
  stateInCredits,
} from "./platform-text.ts";

export interface PlatformContext extends CommandContext {
  /** Read only by the actions that book or buy, which require the server's whole environment. */
  readonly campaigns: () => Omit<CampaignDeps, "ids" | "now">;
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
