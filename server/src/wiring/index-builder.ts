import { Worker } from "node:worker_threads";
import type { Logger } from "../core/log.ts";
import type { IndexBuilder } from "../domain/catalog/index.ts";

const PROGRAM = new URL("./build-index.ts", import.meta.url);

/** Far above what six million products take; then the index is built in the serving thread. */
const TIMEOUT_MS = 1_800_000;

/**
 * Builds the search index in a thread of its own, which reads the catalogue over a connection of
 * its own and hands back one buffer without copying it. Requests never wait for it: with the whole
 * machine busy the thread gets what they leave.
 */
export function createIndexBuilder(options: {
  databaseUrl: string;
  role: string;
  logger: Logger;
}): IndexBuilder {
  const { logger, ...database } = options;
  const running = new Set<Worker>();
  return {
    async build({ isUrgent }) {
      const worker = new Worker(PROGRAM, { workerData: { ...database, isUrgent }, name: "index" });
      running.add(worker);
      const startedMs = performance.now();
      try {
        const buffer = await answerOf(worker);
        const tookMs = Math.round(performance.now() - startedMs);
        logger.info({ sizeBytes: buffer.byteLength, tookMs }, "search_index_built");
        return buffer;
      } finally {
        running.delete(worker);
        await worker.terminate();
      }
    },
    async close() {
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}

function answerOf(worker: Worker): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("building took too long")), TIMEOUT_MS);
    worker.once("message", (message: unknown) => {
      clearTimeout(timer);
      if (message instanceof ArrayBuffer) resolve(message);
      else reject(new Error(`building failed: ${String(message)}`));
    });
    worker.once("error", (error: unknown) => {
      clearTimeout(timer);
      reject(error);
    });
    worker.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("building was ended"));
    });
  });
}
