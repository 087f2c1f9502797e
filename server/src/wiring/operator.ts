import { userInfo } from "node:os";
import { COMMANDS, USAGE } from "../cli/commands.ts";
import { ExchangeError } from "../contract/errors.ts";
import { openDatabaseClock } from "../core/clock.ts";
import { openDatabase } from "../core/db.ts";
import { APP_ROLE } from "../core/db-session.ts";
import { readCommandEnv, readEnv } from "../core/env.ts";
import { createIdSource } from "../core/ids.ts";
import { createLogger, type Logger } from "../core/log.ts";
import { readFeed } from "../providers/feed/reader.ts";
import {
  campaignSettingsOf,
  cashoutProviderOf,
  openCheckout,
  retentionSettingsOf,
} from "./providers.ts";

const CONNECTIONS = 4;

/** Calls `use` with the address of the embedded database, which runs at least for the call. */
type WithEmbedded = (
  options: { readonly dataDir: string; readonly logger: Logger },
  use: (databaseUrl: string) => Promise<number>,
) => Promise<number>;

/** `npm run operator -- COMMAND`. Returns the exit code. */
export async function operate(
  words: readonly string[],
  source: NodeJS.ProcessEnv,
  withEmbedded: WithEmbedded,
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
  const work = async (databaseUrl: string) => {
    const db = openDatabase({
      connectionString: databaseUrl,
      connections: CONNECTIONS,
      logger,
      role: APP_ROLE,
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
        actor: env.OPERATOR ?? userInfo().username,
        stdout: process.stdout,
        stderr: process.stderr,
        env,
        databaseUrl: env.DATABASE_OWNER_URL ?? databaseUrl,
        logger,
        reader: readFeed,
        retention: retentionSettingsOf(env),
        campaigns: () => campaignSettingsOf(wholeEnv()),
        checkout: async () => (await openCheckout(wholeEnv())).checkout,
        async providers() {
          const whole = wholeEnv();
          const { checkout } = await openCheckout(whole);
          const seasoningDays = whole.PURCHASE_SEASONING_DAYS;
          return { checkout, cashout: cashoutProviderOf(whole), seasoningDays };
        },
      });
    } finally {
      await db.close();
    }
  };
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url } = env;
  if (directUrl !== undefined) return work(directUrl);
  return withEmbedded({ dataDir: env.DATA_DIR, logger }, work);
}
