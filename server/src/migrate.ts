import { readEnv } from "./core/env.ts";
import { createLogger } from "./core/log.ts";
import { migrate } from "./core/migrate.ts";

/** `npm run migrate`: brings DATABASE_URL up to date. */
const url = process.env.DATABASE_URL;
if (url === undefined || url === "") {
  process.stderr.write("DATABASE_URL: required by `npm run migrate`\n");
  process.exit(1);
}
const env = readEnv({ ...process.env, DEMO: "1" });
const { applied } = await migrate({
  databaseUrl: url,
  logger: createLogger({ level: env.LOG_LEVEL }),
});
process.stdout.write(`${applied.length} migrations applied\n`);
