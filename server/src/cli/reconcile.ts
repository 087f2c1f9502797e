import { ExchangeError } from "../contract/errors.ts";
import {
  type CashoutProvider,
  type Difference,
  endRecovery,
  findPayoutHold,
  reconcilePayouts,
} from "../domain/cashout/index.ts";
import { type CheckoutProvider, reconcilePayments } from "../domain/checkout/index.ts";
import { holdText } from "./cashouts.ts";
import { audit, type CommandContext, defineCommand, tableOf } from "./command.ts";

export interface ReconcileContext extends CommandContext {
  readonly providers: () => Promise<{
    readonly checkout: CheckoutProvider;
    readonly cashout: CashoutProvider;
    readonly seasoningDays: number;
  }>;
}

/** Further back than any backup that is restored should lie. */
const SINCE_DAYS = 30;
const DAY_MS = 86_400_000;

export const runReconcileCommand = defineCommand<ReconcileContext>("reconcile", {
  "": {
    usage: "[--since TIME] [--book] [--accept]",
    async run(given, context) {
      const { db, ids, clock } = context;
      const now = clock.now();
      const isDryRun = !given.has("book");
      const providers = await context.providers();
      const deps = { ids, now, isDryRun, seasoningDays: providers.seasoningDays };
      const since = sinceOf(given.get("since"), now);
      const differences = [
        ...(await reconcilePayments(db, { ...deps, provider: providers.checkout, since })),
        ...(await reconcilePayouts(db, { ...deps, provider: providers.cashout })),
      ];
      const open = differences.filter(({ result }) => result === "open");
      const isWhole = !isDryRun && (open.length === 0 || given.has("accept"));
      const hold = await db.tx(async (tx) => {
        if (isWhole) await endRecovery(tx);
        if (!isDryRun) {
          const detail = {
            since: since.toISOString(),
            differences,
            isAccepted: given.has("accept"),
          };
          await audit(tx, context, { action: "reconcile", subject: "books", detail });
        }
        return (await findPayoutHold(tx)) ?? null;
      });
      return {
        json: { since: since.toISOString(), differences, hold },
        text: textOf(differences) + holdText(hold),
        exitCode: isDryRun ? Number(differences.length > 0) : Number(!isWhole),
      };
    },
  },
});

function sinceOf(text: string | undefined, now: Date): Date {
  if (text === undefined) return new Date(now.getTime() - SINCE_DAYS * DAY_MS);
  const since = new Date(text);
  if (!Number.isNaN(since.getTime())) return since;
  throw new ExchangeError("invalid_request", {
    message: "--since must be an ISO 8601 time such as 2026-11-22T09:00:00Z.",
  });
}

function textOf(differences: readonly Difference[]): string {
  if (differences.length === 0) return "No differences.\n";
  const rows = differences.map(({ subject, problem, result }) => [subject, result, problem]);
  return tableOf([["subject", "result", "difference"], ...rows]);
}
