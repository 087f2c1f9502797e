import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import type { SearchEngine } from "../../../server/src/domain/catalog/engine.ts";
import { rebuild } from "./boot.ts";
import type { MemoryOrder, MemoryResult } from "./messages.ts";
import { answerOrders } from "./replies.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

/**
 * What one process holds for searching. The index is all that the engine keeps: segments,
 * vocabulary, columns and the arrays of a running search; the store with the products themselves,
 * from which cards are rendered, is told apart.
 */
answerOrders<MemoryOrder, MemoryResult>(async ({ databaseUrl }) => {
  const db = openDatabase({ connectionString: databaseUrl, connections: 1, logger: silentLogger });
  try {
    await db.query({ name: "", text: "select" });
    const before = bytesInUse();
    const held: Held = await rebuild(db);
    const { engine } = held;
    await engine.search({ text: "lamp", filters: {}, sort: "relevance", offset: 0, count: 10 });
    const both = bytesInUse();
    held.store = null;
    const index = bytesInUse();
    // Still in use, so that nothing above was collected too early.
    if (engine.size() === 0) throw new Error("There is nothing in the index.");
    return { indexBytes: index - before, shelfBytes: both - index };
  } finally {
    await db.close();
  }
});

/** What a boot made, with a store that can be let go. */
interface Held {
  readonly engine: SearchEngine;
  store: object | null;
}

function bytesInUse(): number {
  if (typeof collectGarbage !== "function") throw new Error("Garbage cannot be collected.");
  // Twice: what the first round finds unreachable may keep memory outside the heap alive.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
