import { writeSync } from "node:fs";
import { systemClock } from "../../../../server/src/core/clock.ts";
import { openDatabase } from "../../../../server/src/core/db.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import { importFeed } from "../../../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../../../server/src/providers/feed/reader.ts";
import { linesOf, row } from "./rows.ts";

/**
 * An import in a process of its own that says where it is and then never ends: made to be killed.
 * Run as `node import-in-process.ts DATABASE_URL FEED reading|applying`: it stops after 2,000 rows
 * are read, or once all of its changes are written and not yet committed.
 */
const [databaseUrl = "", feed = "", phase = "reading"] = process.argv.slice(2);

async function* rowsOfFeed() {
  const rows = Array.from({ length: 2_000 }, (_, index) => row(`${feed}-${index}`, { price: 11 }));
  yield* linesOf(rows);
  if (phase !== "reading") return;
  process.stdout.write("reading");
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

let applyingReports = 0;
const db = openDatabase({
  connectionString: databaseUrl,
  connections: 2,
  logger: silentLogger,
  role: "placard_app",
});
await importFeed({
  reader: readFeed,
  db,
  clock: systemClock,
  feed,
  source: rowsOfFeed(),
  onProgress(progress) {
    applyingReports += progress.phase === "applying" ? 1 : 0;
    // The first report comes before the first change, the second after the last one.
    if (phase !== "applying" || applyingReports < 2) return;
    writeSync(1, "applying");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  },
});
