import { packIdSchema } from "../contract/enums.ts";
import { idSchema } from "../contract/ids.ts";
import { creditsFromMicros, creditsSchema } from "../contract/money.ts";
import type { Tx } from "../core/db.ts";
import { insertAudit } from "../domain/audit/index.ts";
import type { CampaignDeps } from "../domain/campaigns/index.ts";
import { type CheckoutProvider, orderOnWire } from "../domain/checkout/index.ts";
import {
  chooseWallet,
  fundWallet,
  LIMIT_MAX_CREDITS,
  removeWallet,
  runDemand,
  setLimits,
} from "../domain/platform/index.ts";
import { type CommandContext, parseWords, usageError, writeJson } from "./command.ts";
import {
  limitsInCredits,
  linesOfLimits,
  linesOfReport,
  reportInCredits,
  showPlatform,
} from "./platform-text.ts";

export const PLATFORM_USAGE = `platform [--json]
platform wallet AGENT_ID|--off [--json]
platform limits [--booking CREDITS] [--publisher-day CREDITS] [--total-day CREDITS] [--json]
platform fund starter|builder|fleet [--yes] [--json]
platform run [--json]`;

export interface PlatformContext extends CommandContext {
  /** Asked for only by the commands that book or buy: the environment must be the server's then. */
  readonly campaigns: () => Omit<CampaignDeps, "ids" | "now">;
  readonly checkout: () => Promise<CheckoutProvider>;
}

const OPTIONS = {
  off: { type: "boolean", default: false },
  booking: { type: "string" },
  "publisher-day": { type: "string" },
  "total-day": { type: "string" },
  yes: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof wordsOf>["values"];
type Action = "status" | "wallet" | "limits" | "fund" | "run";

/** The options that each action takes beside `--json`. */
const TAKES: Readonly<Record<Action, readonly (keyof Values)[]>> = {
  status: [],
  wallet: ["off"],
  limits: ["booking", "publisher-day", "total-day"],
  fund: ["yes"],
  run: [],
};

/**
 * Runs `platform ...` with the words after `platform`; answers the exit code.
 *
 * **Errors** `invalid_request` for a wrong call; `not_found`, `wrong_role`, `agent_suspended`,
 * `invalid_state` without a wallet, `unavailable`.
 */
export async function runPlatformCommand(
  words: readonly string[],
  context: PlatformContext,
): Promise<number> {
  const [first, ...rest] = words;
  const isBare = first === undefined || first.startsWith("--");
  const action = isBare ? "status" : first;
  if (!isAction(action)) throw wrong(`There is no command platform ${action}.`);
  const { values, positionals } = wordsOf(isBare ? words : rest, action);
  const [subject, ...more] = positionals;
  const needsSubject = action === "fund" || (action === "wallet" && !values.off);
  if (more.length > 0 || (subject !== undefined) !== needsSubject) {
    throw wrong(needsSubject ? "Name one." : "It takes no further words.");
  }
  if (action === "wallet") return wallet(subject, values.json, context);
  if (action === "limits") return limits(values, context);
  if (action === "fund") return fund(subject, values.json, context);
  if (action === "run") return run(values.json, context);
  return showPlatform(values.json, context);
}

function isAction(word: string): word is Action {
  return word in TAKES;
}

async function wallet(
  agentId: string | undefined,
  isJson: boolean,
  context: PlatformContext,
): Promise<number> {
  if (agentId !== undefined && !idSchema("agt").safeParse(agentId).success) {
    throw wrong(`${agentId} is not the id of an agent.`);
  }
  const changed = await context.db.tx(async (tx) => {
    const before = await removeWallet(tx);
    const after =
      agentId === undefined ? undefined : await chooseWallet(tx, agentId, context.clock.now());
    const subject = agentId ?? before;
    if (subject !== undefined) {
      await audit(tx, context, {
        action: "platform.wallet",
        subject,
        detail: { before: before ?? null, after: agentId ?? null },
      });
    }
    return after;
  });
  if (isJson) writeJson(context, { wallet: changed ?? null });
  else if (changed === undefined) context.stdout.write("There is no platform wallet.\n");
  else context.stdout.write(`${changed.agentId} (${changed.displayName}) is the platform wallet\n`);
  return 0;
}

const amountSchema = creditsSchema({ min: 1, max: LIMIT_MAX_CREDITS });

async function limits(values: Values, context: PlatformContext): Promise<number> {
  const change = {
    bookingBudgetCredits: amountOf(values.booking),
    publisherDayCredits: amountOf(values["publisher-day"]),
    totalDayCredits: amountOf(values["total-day"]),
  };
  const isChange = Object.values(change).some((value) => value !== undefined);
  const now = await context.db.tx(async (tx) => {
    const after = await setLimits(tx, change);
    if (isChange) {
      const detail = limitsInCredits(after);
      await audit(tx, context, { action: "platform.limits", subject: "platform", detail });
    }
    return after;
  });
  if (values.json) writeJson(context, limitsInCredits(now));
  else context.stdout.write(linesOfLimits(now));
  return 0;
}

function amountOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const parsed = amountSchema.safeParse(Number(text));
  if (!parsed.success) throw wrong(`${text} is no number of credits.`);
  return parsed.data;
}

async function fund(
  pack: string | undefined,
  isJson: boolean,
  context: PlatformContext,
): Promise<number> {
  const packId = packIdSchema.safeParse(pack);
  if (!packId.success) throw wrong(`There is no pack ${pack}.`);
  const { db, ids, clock } = context;
  const now = clock.now();
  const { order, checkoutUrl } = await fundWallet(db, packId.data, {
    ids,
    now,
    provider: await context.checkout(),
    onOpened: (tx, { orderId, agentId, credits }) =>
      audit(tx, context, {
        action: "platform.fund",
        subject: agentId,
        detail: { orderId, packId: packId.data, credits: creditsFromMicros(credits) },
      }),
  });
  const wire = orderOnWire(order, checkoutUrl, now);
  if (isJson) writeJson(context, { agentId: order.agentId, ...wire });
  else {
    const { credits, priceUsd, expiresAt } = wire;
    const offer = `${credits} credits for $${priceUsd}, until ${expiresAt}`;
    context.stdout.write(`${checkoutUrl}\nPay there: ${offer}.\n`);
  }
  return 0;
}

async function run(isJson: boolean, context: PlatformContext): Promise<number> {
  const { db, ids, clock } = context;
  const report = await runDemand(db, { ...context.campaigns(), ids, now: clock.now() });
  const { booked, withdrawn } = report;
  if (booked.length > 0 || withdrawn.length > 0) {
    const detail = { booked: booked.map(({ campaignId }) => campaignId), withdrawn };
    await audit(db, context, { action: "platform.run", subject: "platform", detail });
  }
  if (isJson) writeJson(context, reportInCredits(report));
  else context.stdout.write(linesOfReport(report));
  return report.outcome === "done" ? 0 : 1;
}

function audit(
  db: Pick<Tx, "query">,
  { ids, actor }: CommandContext,
  entry: { action: string; subject: string; detail: object },
): Promise<void> {
  return insertAudit(db, { uuid: ids.uuid(), actor, ...entry });
}

function wordsOf(words: readonly string[], action: Action = "status") {
  const parsed = parseWords(words, OPTIONS, PLATFORM_USAGE);
  const { json: _json, ...values } = parsed.values;
  for (const [name, value] of Object.entries(values)) {
    const isGiven = value !== undefined && value !== false;
    if (isGiven && !TAKES[action].some((taken) => taken === name)) {
      throw wrong(`platform ${action} takes no --${name}.`);
    }
  }
  return parsed;
}

function wrong(message: string) {
  return usageError(message, PLATFORM_USAGE);
}
