import { AGENTS_USAGE, runAgentsCommand } from "./agents.ts";
import { BRANDS_USAGE, runBrandsCommand } from "./brands.ts";
import { CASHOUTS_USAGE, runCashoutsCommand } from "./cashouts.ts";
import { EARNINGS_USAGE, runEarningsCommand } from "./earnings.ts";
import { FEED_USAGE, type FeedContext, runFeedCommand } from "./feed.ts";
import { KEYS_USAGE, runKeysCommand } from "./keys.ts";
import { LEDGER_USAGE, runLedgerCommand } from "./ledger.ts";
import { PLATFORM_USAGE, type PlatformContext, runPlatformCommand } from "./platform.ts";
import { POSTBACKS_USAGE, runPostbacksCommand } from "./postbacks.ts";
import { REVIEW_USAGE, runReviewCommand } from "./review.ts";
import { runStatusCommand, STATUS_USAGE, type StatusContext } from "./status.ts";
import { runTicketsCommand, TICKETS_USAGE } from "./tickets.ts";

type Context = FeedContext & PlatformContext & StatusContext;

interface Command {
  readonly usage: string;
  /** Takes the words after the command's name and returns the exit code. */
  run(words: readonly string[], context: Context): Promise<number>;
}

/** The operator's commands by name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["agents", { usage: AGENTS_USAGE, run: runAgentsCommand }],
  ["brands", { usage: BRANDS_USAGE, run: runBrandsCommand }],
  ["cashouts", { usage: CASHOUTS_USAGE, run: runCashoutsCommand }],
  ["earnings", { usage: EARNINGS_USAGE, run: runEarningsCommand }],
  ["feed", { usage: FEED_USAGE, run: runFeedCommand }],
  ["keys", { usage: KEYS_USAGE, run: runKeysCommand }],
  ["ledger", { usage: LEDGER_USAGE, run: runLedgerCommand }],
  ["platform", { usage: PLATFORM_USAGE, run: runPlatformCommand }],
  ["postbacks", { usage: POSTBACKS_USAGE, run: runPostbacksCommand }],
  ["review", { usage: REVIEW_USAGE, run: runReviewCommand }],
  ["status", { usage: STATUS_USAGE, run: runStatusCommand }],
  ["tickets", { usage: TICKETS_USAGE, run: runTicketsCommand }],
]);

const usages = [...COMMANDS.values()].map(({ usage }) => `${usage}\n`);
export const USAGE = `npm run operator -- COMMAND\n\n${usages.join("")}`;
