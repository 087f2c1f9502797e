import { readEnv } from "../../../server/src/core/env.ts";
import { createLogger } from "../../../server/src/core/log.ts";
import { createExchange, type ExchangeOptions } from "../../../server/src/wiring/exchange.ts";

/** The exchange as `npm run serve` runs it, without the pages, which no fault here concerns. */
export async function serve(
  settlement?: NonNullable<ExchangeOptions["settlement"]>,
): Promise<void> {
  const env = readEnv(process.env);
  const exchange = await createExchange({
    env,
    databaseUrl: env.DATABASE_URL ?? "",
    logger: createLogger({ level: env.LOG_LEVEL, stream: process.stderr }),
    ...(settlement === undefined ? {} : { settlement }),
  });
  await exchange.listen();
  process.once("SIGTERM", () => void exchange.close().then(() => process.exit(0)));
}
