import { systemClock } from "../../../server/src/core/clock.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { importFeed, openFeedFile } from "../../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../../server/src/providers/feed/reader.ts";

/** An import that kills its own process, as `kill -9` would, after so many rows were read. */
const [databaseUrl = "", path = "", rows = "0"] = process.argv.slice(2);
const db = openDatabase({
  connectionString: databaseUrl,
  connections: 2,
  logger: silentLogger,
  role: "placard_app",
});
const { source } = await openFeedFile(path);
await importFeed({
  reader: readFeed,
  db,
  clock: systemClock,
  feed: "proof",
  source,
  onProgress({ rowsRead }) {
    if (rowsRead >= Number(rows)) process.kill(process.pid, "SIGKILL");
  },
});
