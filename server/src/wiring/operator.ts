import { userInfo } from "node:os";
import { COMMANDS, USAGE } from "../cli/commands.ts";
import { ExchangeError } from "../contract/errors.ts";
import { openDatabaseClock } from "../core/clock.ts";
import { openDatabase } from "../core/db.ts";
import { type Env, readCommandEnv, readEnv } from "../core/env.ts";
import { createIdSource } from "../core/ids.ts";
import { createLogger, type Logger } from "../core/log.ts";
import { migrate } from "../core/migrate.ts";
import { readFeed } from "../providers/feed/reader.ts";
import { withEmbeddedPostgres } from "./local/postgres/index.ts";
import { openCheckout } from "./providers.ts";
import { campaignSettingsOf } from "./settings.ts";

const CONNECTIONS = 4;

/** `npm run operator -- COMMAND`. Returns the exit code. */
export async function operate(
  words: readonly string[],
  source: NodeJS.ProcessEnv,
): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === "help" || name === "--help") {
    process.stdout.write(USAGE);
    return name === undefined ? 1 : 0;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new ExchangeError("invalid_request", {
      message: `Unknown command "${name}". Commands: ${[...COMMANDS.keys()].join(", ")}.`,
    });
  }
  const env = readCommandEnv(source);
  const logger = createLogger({ level: "warn", stream: process.stderr });
  return withDatabaseUrl(env, logger, async (databaseUrl) => {
    const db = openDatabase({
      connectionString: databaseUrl,
      connections: CONNECTIONS,
      logger,
      role: "placard_app",
      applicationName: "placard-operator",
    });
    // What the platform books and buys on a production database follows the server's whole
    // environment: a default could book past its review or sell from the sandbox.
    const wholeEnv = () => (env.DATABASE_URL === undefined ? env : readEnv(source));
    try {
      const clock = await openDatabaseClock(db);
      return await command(rest, {
        db,
        ids: createIdSource(clock),
        clock,
        actor: userInfo().username,
        stdout: process.stdout,
        stderr: process.stderr,
        env,
        databaseUrl,
        logger,
        reader: readFeed,
        campaigns: () => campaignSettingsOf(wholeEnv()),
        checkout: async () => (await openCheckout(wholeEnv())).checkout,
      });
    } finally {
      await db.close();
    }
  });
}

/** Uses DATABASE_URL, else the embedded server, which it starts for this call if needed. */
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
