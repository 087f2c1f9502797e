import { runAgentsCommand } from "./agents.ts";
import { runAuditCommand } from "./audit.ts";
import { runBrandsCommand } from "./brands.ts";
import { runCampaignsCommand } from "./campaigns.ts";
import { runCashoutsCommand } from "./cashouts.ts";
import type { Command } from "./command.ts";
import { runEarningsCommand } from "./earnings.ts";
import { type FeedContext, runFeedCommand } from "./feed.ts";
import { runKeysCommand } from "./keys.ts";
import { runLedgerCommand } from "./ledger.ts";
import { type PlatformContext, runPlatformCommand } from "./platform.ts";
import { runPostbacksCommand } from "./postbacks.ts";
import { type ReconcileContext, runPurchasesCommand, runReconcileCommand } from "./purchases.ts";
import { type RetentionContext, runRetentionCommand } from "./retention.ts";
import { runReviewCommand } from "./review.ts";
import { runStatusCommand, type StatusContext } from "./status.ts";
import { runTicketsCommand } from "./tickets.ts";

type Context = FeedContext & PlatformContext & ReconcileContext & RetentionContext & StatusContext;

export const COMMANDS: ReadonlyMap<string, Command<Context>> = new Map<string, Command<Context>>([
  ["agents", runAgentsCommand],
  ["audit", runAuditCommand],
  ["brands", runBrandsCommand],
  ["campaigns", runCampaignsCommand],
  ["cashouts", runCashoutsCommand],
  ["earnings", runEarningsCommand],
  ["feed", runFeedCommand],
  ["keys", runKeysCommand],
  ["ledger", runLedgerCommand],
  ["platform", runPlatformCommand],
  ["postbacks", runPostbacksCommand],
  ["purchases", runPurchasesCommand],
  ["reconcile", runReconcileCommand],
  ["retention", runRetentionCommand],
  ["review", runReviewCommand],
  ["status", runStatusCommand],
  ["tickets", runTicketsCommand],
]);

const usages = [...COMMANDS.values()].map(({ usage }) => `${usage}\n`);
export const USAGE = `npm run operator -- COMMAND\n\n${usages.join("")}`;
