import { EnvError, readEnv } from "./core/env.ts";
import { createLogger } from "./core/log.ts";
import { createExchange } from "./main.ts";

/** `npm run serve`: the HTTP process alone, for production. */
try {
  const env = readEnv(process.env);
  if (env.DATABASE_URL === undefined) throw new EnvError("DATABASE_URL", "required by `serve`");
  const logger = createLogger({ level: env.LOG_LEVEL });
  const exchange = await createExchange({ env, databaseUrl: env.DATABASE_URL, logger });
  const port = await exchange.listen();
  logger.info({ port }, "listening");
  const stop = () => void exchange.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
} catch (error) {
  if (!(error instanceof EnvError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
