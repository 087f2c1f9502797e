import { setPriority } from "node:os";
import { systemClock } from "../../../server/src/core/clock.ts";
import { openDatabase } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { importFeed } from "../../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../../server/src/providers/feed/reader.ts";
import { type Corpus, openCorpus } from "./corpus.ts";
import type { ImportOrder, ImportResult } from "./messages.ts";
import { answerOrders } from "./replies.ts";

/** As much as the operator's command gives way. */
const NICE = 10;
setPriority(NICE);

/** Imports in a process of its own, as an operator's command does beside a server. */
answerOrders<ImportOrder, ImportResult>(async ({ databaseUrl, version, ...corpus }) => {
  const db = openDatabase({ connectionString: databaseUrl, connections: 2, logger: silentLogger });
  try {
    const source = bytesOf(openCorpus(corpus), version);
    const result = await importFeed({
      reader: readFeed,
      db,
      clock: systemClock,
      feed: "bench",
      source,
    });
    if (result.rowsRejected > 0) throw new Error(`${result.rowsRejected} rows were refused.`);
    return { rowsChanged: result.rowsChanged, durationMs: result.durationMs };
  } finally {
    await db.close();
  }
});

const CHUNK_LINES = 500;

async function* bytesOf(corpus: Corpus, version: number): AsyncGenerator<Uint8Array> {
  let lines: string[] = [];
  for (const line of corpus.lines(version)) {
    lines.push(`${line}\n`);
    if (lines.length < CHUNK_LINES) continue;
    yield Buffer.from(lines.join(""));
    lines = [];
  }
  yield Buffer.from(lines.join(""));
}
