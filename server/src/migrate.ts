import { readEnv } from "./core/env.ts";
import { createLogger } from "./core/log.ts";
import { MigrationError, migrate } from "./core/migrate.ts";

/** `npm run migrate`: brings DATABASE_URL up to date. */
const url = process.env.DATABASE_URL;
if (url === undefined || url === "") {
  process.stderr.write("DATABASE_URL: required by `npm run migrate`\n");
  process.exit(1);
}
const env = readEnv({ ...process.env, DEMO: "1" });
try {
  const logger = createLogger({ level: env.LOG_LEVEL });
  const { migrations, functions } = await migrate({ databaseUrl: url, logger });
  const counts = `${migrations.length} migrations and ${functions.length} functions`;
  process.stdout.write(`${counts} applied\n`);
} catch (error) {
  if (!(error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
