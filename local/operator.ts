import { migrate } from "../server/src/core/migrate.ts";
import { operate } from "../server/src/wiring/operator.ts";
import { runProgram } from "../server/src/wiring/program.ts";
import { withEmbeddedPostgres } from "./postgres/start.ts";

/** `npm run operator`, on `DATABASE_URL`, else on the embedded database in `DATA_DIR`. */
await runProgram(() =>
  operate(process.argv.slice(2), process.env, (options, use) =>
    withEmbeddedPostgres(options, async (databaseUrl) => {
      await migrate({ databaseUrl });
      return use(databaseUrl);
    }),
  ),
);
