import { readCommandEnv, requireDatabaseUrl } from "../core/env.ts";
import { createLogger } from "../core/log.ts";
import { migrate } from "../core/migrate.ts";
import { installQueue } from "../jobs/boss.ts";

/** `npm run migrate`: the tables of the exchange and of its job queue, as their owner. */
export async function migrateDatabase(source: NodeJS.ProcessEnv): Promise<number> {
  const env = readCommandEnv(source);
  const databaseUrl =
    env.DATABASE_OWNER_URL ?? env.DATABASE_DIRECT_URL ?? requireDatabaseUrl(env, "npm run migrate");
  const logger = createLogger({ level: env.LOG_LEVEL });
  const { migrations, functions } = await migrate({
    databaseUrl,
    logger,
    alsoInstall: () => installQueue(databaseUrl, logger),
  });
  const counts = `${migrations.length} migrations and ${functions.length} functions`;
  process.stdout.write(`${counts} applied\n`);
  return 0;
}
