import { systemClock } from "../../../../server/src/core/clock.ts";
import { openDatabase } from "../../../../server/src/core/db.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { importFeed } from "../../../../server/src/domain/catalog/index.ts";
import { linesOf, row } from "./rows.ts";

/**
 * An import in a process of its own that says "half" after 2,000 of its rows and then never ends:
 * made to be killed. Run as `node import-in-process.ts DATABASE_URL FEED`.
 */
const [databaseUrl = "", feed = ""] = process.argv.slice(2);

async function* halfAFeed() {
  const rows = Array.from({ length: 2_000 }, (_, index) => row(`${feed}-${index}`, { price: 11 }));
  yield* linesOf(rows);
  process.stdout.write("half");
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

const db = openDatabase({
  connectionString: databaseUrl,
  connections: 2,
  logger: silentLogger,
  role: "placard_app",
});
await importFeed({ db, clock: systemClock, feed, source: halfAFeed() });
