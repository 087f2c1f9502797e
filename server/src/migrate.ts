import { readCommandEnv, requireDatabaseUrl } from "./core/env.ts";
import { createLogger } from "./core/log.ts";
import { migrate } from "./core/migrate.ts";
import { runProgram } from "./wiring/program.ts";

await runProgram(async () => {
  const env = readCommandEnv(process.env);
  const databaseUrl = requireDatabaseUrl(env, "npm run migrate");
  const logger = createLogger({ level: env.LOG_LEVEL });
  const { migrations, functions } = await migrate({ databaseUrl, logger });
  const counts = `${migrations.length} migrations and ${functions.length} functions`;
  process.stdout.write(`${counts} applied\n`);
  return 0;
});
