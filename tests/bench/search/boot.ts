import { systemClock } from "../../../server/src/core/clock.ts";
import type { Database } from "../../../server/src/core/db.ts";
import { silentLogger } from "../../../server/src/core/log.ts";
import { createRedisCache } from "../../../server/src/core/redis.ts";
import {
  buildGeneration,
  followChanges,
  type Generation,
  type GenerationOptions,
} from "../../../server/src/domain/catalog/generation.ts";
import { createMemoryEngine } from "../../../server/src/domain/catalog/index/memory-engine.ts";
import { GenerationSource } from "../../../server/src/domain/catalog/source.ts";
import { startRedis } from "../../setup/redis.ts";
import type { Later } from "../support/rig.ts";

/** The catalogue in memory, read from PostgreSQL and indexed anew. */
export function rebuild(db: Database): Promise<Generation> {
  return buildGeneration(optionsFor(db));
}

/** How a process starts that finds a snapshot of the index in Redis. */
export interface SnapshotBoot {
  /** Stores a snapshot for the next boots. */
  keep(generation: Generation): Promise<void>;
  /** The catalogue in memory, from the newest snapshot and what changed since. */
  boot(): Promise<Generation>;
}

/** With a Redis of its own. */
export async function openSnapshotBoot(later: Later, db: Database): Promise<SnapshotBoot> {
  const redis = await startRedis();
  later(() => redis.stop());
  const cache = await createRedisCache({
    url: redis.url,
    clock: systemClock,
    logger: silentLogger,
  });
  later(() => cache.close());
  const options = { ...optionsFor(db), cache, logger: silentLogger };
  return {
    async keep(generation) {
      const source = new GenerationSource(options);
      await source.keep(generation);
      await source.close();
    },
    async boot() {
      const source = new GenerationSource({ ...options, createEngine: openedEngine });
      const generation = await source.obtain(null);
      await followChanges(generation, options);
      await source.close();
      return generation;
    },
  };
}

/** A boot that had to build would not be one from a snapshot. */
const openedEngine: GenerationOptions["createEngine"] = (from) => {
  if (from === undefined) throw new Error("There was no snapshot to boot from.");
  return createMemoryEngine(from);
};

function optionsFor(db: Database): GenerationOptions {
  return { db, clock: systemClock, createEngine: createMemoryEngine };
}
