import { setPriority, userInfo } from "node:os";
import { ExchangeError } from "../contract/errors.ts";
import { systemClock } from "../core/clock.ts";
import { openDatabase } from "../core/db.ts";
import { EmbeddedPostgresError, withEmbeddedPostgres } from "../core/embedded-postgres/index.ts";
import { type Env, EnvError, readEnv } from "../core/env.ts";
import { createIdSource } from "../core/ids.ts";
import { invariant } from "../core/invariant.ts";
import { createLogger, type Logger } from "../core/log.ts";
import { migrate } from "../core/migrate.ts";
import { insertAudit } from "../domain/audit/index.ts";
import type { CheckoutProvider } from "../domain/checkout/index.ts";
import { createSandboxCheckout } from "../providers/checkout/sandbox.ts";
import { AGENTS_USAGE, runAgentsCommand } from "./agents.ts";
import { BRANDS_USAGE, runBrandsCommand } from "./brands.ts";
import { CASHOUTS_USAGE, runCashoutsCommand } from "./cashouts.ts";
import { EARNINGS_USAGE, runEarningsCommand } from "./earnings.ts";
import { FEED_USAGE, runFeedCommand } from "./feed.ts";
import { KEYS_USAGE, runKeysCommand } from "./keys.ts";
import { LEDGER_USAGE, runLedgerCommand } from "./ledger.ts";
import { PLATFORM_USAGE, type PlatformContext, runPlatformCommand } from "./platform.ts";
import { POSTBACKS_USAGE, runPostbacksCommand } from "./postbacks.ts";
import { REVIEW_USAGE, runReviewCommand } from "./review.ts";
import { campaignSettingsOf } from "./settings.ts";
import { runStatusCommand, STATUS_USAGE } from "./status.ts";
import { runTicketsCommand, TICKETS_USAGE } from "./tickets.ts";

const USAGE = `npm run operator -- <command>

${AGENTS_USAGE}
${BRANDS_USAGE}
${CASHOUTS_USAGE}
${EARNINGS_USAGE}
${FEED_USAGE}
${KEYS_USAGE}
${LEDGER_USAGE}
${PLATFORM_USAGE}
${POSTBACKS_USAGE}
${REVIEW_USAGE}
${STATUS_USAGE}
${TICKETS_USAGE}
`;

const CONNECTIONS = 4;
const FEED_NICE = 10;

/** The operator's command line: `npm run operator -- <command>`. */
async function main(words: readonly string[]): Promise<number> {
  const [command, ...rest] = words;
  if (command === undefined || command === "help" || command === "--help") {
    process.stdout.write(USAGE);
    return command === undefined ? 1 : 0;
  }
  // The command line serves a demo and a production database alike; it needs no provider.
  const env = readEnv({ ...process.env, DEMO: "1" });
  const logger = createLogger({ level: "warn", stream: process.stderr });
  return withDatabaseUrl(env, logger, (databaseUrl) =>
    runCommand({ command, rest, databaseUrl, logger, env }),
  );
}

/** DATABASE_URL, else the embedded server: the running one, or one started for this call. */
async function withDatabaseUrl<T>(
  env: Env,
  logger: Logger,
  use: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (env.DATABASE_URL !== undefined) return use(env.DATABASE_URL);
  return withEmbeddedPostgres({ dataDir: env.DATA_DIR, logger }, async (databaseUrl) => {
    await migrate({ databaseUrl });
    return use(databaseUrl);
  });
}

async function runCommand(run: {
  command: string;
  rest: readonly string[];
  databaseUrl: string;
  logger: Logger;
  env: Env;
}): Promise<number> {
  const db = openDatabase({
    connectionString: run.databaseUrl,
    connections: CONNECTIONS,
    logger: run.logger,
    role: "placard_app",
    applicationName: "placard-operator",
  });
  const ids = createIdSource(systemClock);
  const actor = userInfo().username;
  try {
    if (run.command === "feed") {
      // Reading a feed takes a core; on a server's machine its readers must not notice.
      setPriority(FEED_NICE);
      return await runFeedCommand(run.rest, {
        db,
        clock: systemClock,
        stdout: process.stdout,
        stderr: process.stderr,
        audit: (action, subject, detail) =>
          insertAudit(db, { uuid: ids.uuid(), actor, action, subject, detail }),
      });
    }
    const { stdout } = process;
    const context = { db, ids, clock: systemClock, actor, stdout };
    if (run.command === "agents") return await runAgentsCommand(run.rest, context);
    if (run.command === "brands") return await runBrandsCommand(run.rest, context);
    if (run.command === "cashouts") return await runCashoutsCommand(run.rest, context);
    if (run.command === "earnings") return await runEarningsCommand(run.rest, context);
    if (run.command === "keys") return await runKeysCommand(run.rest, context);
    if (run.command === "ledger") return await runLedgerCommand(run.rest, context);
    if (run.command === "platform") {
      return await runPlatformCommand(run.rest, { ...context, ...platformOf(run.env) });
    }
    if (run.command === "postbacks") return await runPostbacksCommand(run.rest, context);
    if (run.command === "review") return await runReviewCommand(run.rest, context);
    if (run.command === "status") return await runStatusCommand(run.rest, { ...context, ...run });
    if (run.command === "tickets") return await runTicketsCommand(run.rest, context);
    throw new ExchangeError("invalid_request", {
      message: `There is no command ${run.command}.`,
    });
  } finally {
    await db.close();
  }
}

/**
 * What books and buys for the platform. On the operator's own database the environment must be the
 * server's, whole: a default could book past its review or sell from the sandbox.
 */
function platformOf(env: Env): Pick<PlatformContext, "campaigns" | "checkout"> {
  const wholeEnv = () => (env.DATABASE_URL === undefined ? env : readEnv(process.env));
  return {
    campaigns: () => campaignSettingsOf(wholeEnv()),
    checkout: () => openCheckout(wholeEnv()),
  };
}

async function openCheckout(env: Env): Promise<CheckoutProvider> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  const baseUrl = env.PUBLIC_BASE_URL;
  if (env.CHECKOUT_PROVIDER === "sandbox") return createSandboxCheckout(baseUrl);
  invariant(secretKey && webhookSecret, "stripe has its two secrets");
  // Its library is large, and only this command needs it.
  const { createStripeCheckout } = await import("../providers/checkout/stripe.ts");
  return createStripeCheckout({ secretKey, webhookSecret, baseUrl });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isExpected =
    error instanceof ExchangeError ||
    error instanceof EnvError ||
    error instanceof EmbeddedPostgresError;
  if (!isExpected) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
