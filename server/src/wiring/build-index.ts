import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { systemClock } from "../core/clock.ts";
import { openDatabase } from "../core/db.ts";
import { silentLogger } from "../core/log.ts";
import { buildPackedIndex } from "../domain/catalog/index.ts";

/**
 * The thread of `createIndexBuilder`: reads the catalogue, builds the index, gives it away.
 * It has no logger of its own: what goes wrong is its answer.
 */
const { databaseUrl, role, isUrgent } = z
  .object({ databaseUrl: z.string(), role: z.string(), isUrgent: z.boolean() })
  .parse(workerData);

/** A third of what a thread that answers requests gets when both want all of a core. */
const NICE = 5;
// Linux keeps a priority for each thread; elsewhere this would slow the whole process down.
if (!isUrgent && process.platform === "linux") setPriority(NICE);

const db = openDatabase({
  connectionString: databaseUrl,
  connections: 2,
  logger: silentLogger,
  role,
  applicationName: "placard index",
});
try {
  const buffer = await buildPackedIndex({ db, clock: systemClock });
  parentPort?.postMessage(buffer, [buffer]);
} finally {
  await db.close();
}
