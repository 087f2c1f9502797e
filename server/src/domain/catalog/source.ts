import type { Cache } from "../../core/cache.ts";
import type { Logger } from "../../core/log.ts";
import {
  buildGeneration,
  type Generation,
  type GenerationOptions,
  isFarBehind,
  isWorn,
  openGeneration,
  packGeneration,
} from "./generation.ts";
import { createPace } from "./pace.ts";
import { countChanges, findNewestRev } from "./queries.ts";
import { findOrigin } from "./snapshot/origin.ts";
import { createSnapshotStore, type SnapshotContent, type SnapshotStore } from "./snapshot/store.ts";

/** Builds an index where no request waits for it, in the form of `packGeneration`. */
export interface IndexBuilder {
  /** `isUrgent`: nothing is served meanwhile, so no request can be delayed. */
  build(options: { isUrgent: boolean }): Promise<ArrayBuffer>;
  /** Ends what is being built, which then fails. */
  close(): Promise<void>;
}

export interface SourceOptions extends GenerationOptions {
  readonly logger: Logger;
  /** Where snapshots are shared; one inside this process shares nothing and is left alone. */
  readonly cache?: Cache | undefined;
  /** Absent: built in this thread, in slices. */
  readonly builder?: IndexBuilder | undefined;
}

const NO_REV = 0n;

/** How long a process waits for another one's build before it builds for itself. */
const WAIT_MS = 20_000;
const WAIT_STEP_MS = 100;

/** How often a process looks whether a snapshot is due: Redis may have come back, empty. */
const KEEP_CHECK_MS = 2_000;

/** A snapshot so far behind makes every start follow many changes; well before it is refused. */
const BEHIND_SHARE = 0.05;
const BEHIND_MIN = 1_000;

/** Where generations come from, and where they are kept for other processes. */
export class GenerationSource {
  readonly #options: SourceOptions;
  readonly #openStore: () => Promise<SnapshotStore | null>;
  #holdsClaim = false;
  #isClosed = false;
  #nextCheckMs = Number.NEGATIVE_INFINITY;
  #saving: Promise<void> | undefined;
  /** The id of a snapshot that could not be opened: as good as none. */
  #refused = "";

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#openStore = lazyStore(options);
  }

  /**
   * A generation not far behind: from a snapshot when there is one, else built. Of several
   * processes that need one at the same moment, one builds and the others take what it made.
   * `current` is what is served until then.
   */
  async obtain(current: Generation | null): Promise<Generation> {
    const isUrgent = current === null;
    // A caller that needs a new generation keeps a new one.
    this.#nextCheckMs = Number.NEGATIVE_INFINITY;
    const store = await this.#openStore();
    if (store === null) return this.#build(isUrgent);
    const taken = await this.#take(store);
    if (taken !== null) return taken;
    this.#holdsClaim = await store.claim();
    const made = this.#holdsClaim ? null : await this.#waitForOther(store);
    if (made !== null) return made;
    try {
      return await this.#build(isUrgent);
    } catch (error) {
      if (this.#holdsClaim) await store.release();
      throw error;
    }
  }

  /**
   * Stores a snapshot when there is none or the one there is has fallen behind. Resolves when the
   * generation may change again; compressing and storing go on after that.
   */
  async keep(generation: Generation): Promise<void> {
    const { clock } = this.#options;
    if (this.#saving !== undefined) return;
    if (clock.monotonicMs() < this.#nextCheckMs) return;
    this.#nextCheckMs = clock.monotonicMs() + KEEP_CHECK_MS;
    const store = await this.#openStore();
    if (store === null) return;
    const isDue = await this.#isDue(store, generation);
    this.#holdsClaim ||= isDue && (await store.claim());
    if (!this.#holdsClaim) return;
    this.#holdsClaim = false;
    if (!isDue) return store.release();
    const buffer = await packGeneration(generation, createPace(clock));
    const content = { rev: generation.rev, products: generation.engine.size(), buffer };
    this.#saving = this.#save(store, content).finally(() => {
      this.#saving = undefined;
    });
  }

  /** Ends what is being built or waited for; resolves when what is being stored is. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#options.builder?.close();
    await this.#saving;
  }

  async #build(isUrgent: boolean): Promise<Generation> {
    const { builder, createEngine, logger, db } = this.#options;
    // With nothing to build, a thread would load its whole program for nothing.
    if (builder === undefined || (await findNewestRev(db)) === NO_REV) {
      return buildGeneration(this.#options);
    }
    try {
      return openGeneration(await builder.build({ isUrgent }), createEngine);
    } catch (error) {
      if (this.#isClosed) throw error;
      logger.warn({ err: String(error) }, "search_index_thread_failed");
      return buildGeneration(this.#options);
    }
  }

  /** The newest snapshot as a generation, unless it is of no use. */
  async #take(store: SnapshotStore): Promise<Generation | null> {
    const { db, logger, createEngine } = this.#options;
    const manifest = await store.newest();
    if (manifest === null) return null;
    if (await isFarBehind(manifest.rev, manifest.products, db)) return null;
    try {
      const generation = openGeneration(await store.load(manifest), createEngine);
      if (isWorn(generation)) return null;
      logger.info({ rev: String(generation.rev) }, "search_snapshot_loaded");
      return generation;
    } catch (error) {
      logger.warn({ err: String(error) }, "search_snapshot_rejected");
      this.#refused = manifest.id;
      return null;
    }
  }

  async #waitForOther(store: SnapshotStore): Promise<Generation | null> {
    const { clock } = this.#options;
    const deadlineMs = clock.monotonicMs() + WAIT_MS;
    while (!this.#isClosed && clock.monotonicMs() < deadlineMs && (await store.isClaimed())) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
    }
    return this.#take(store);
  }

  async #isDue(store: SnapshotStore, generation: Generation): Promise<boolean> {
    if (isWorn(generation)) return false;
    const newest = await store.newest();
    // Without an answer from Redis there is nowhere to store anything.
    if (newest === null || newest.id === this.#refused) return store.isReachable();
    if (newest.rev >= generation.rev) return false;
    const behind = await countChanges(this.#options.db, newest.rev);
    return behind > Math.max(BEHIND_MIN, generation.engine.size() * BEHIND_SHARE);
  }

  async #save(store: SnapshotStore, content: SnapshotContent): Promise<void> {
    const { clock, logger } = this.#options;
    const startedMs = clock.monotonicMs();
    try {
      if (await store.save(content)) {
        const tookMs = Math.round(clock.monotonicMs() - startedMs);
        const facts = { rev: String(content.rev), sizeBytes: content.buffer.byteLength, tookMs };
        logger.info(facts, "search_snapshot_stored");
      }
    } catch (error) {
      logger.warn({ err: String(error) }, "search_snapshot_not_stored");
    } finally {
      await store.release();
    }
  }
}

/** The store, once it is known which database this is; `null` when nothing is shared. */
function lazyStore({ cache, db, logger }: SourceOptions): () => Promise<SnapshotStore | null> {
  if (cache === undefined || cache.kind !== "redis") return () => Promise.resolve(null);
  let store: SnapshotStore | undefined;
  return async () => {
    try {
      store ??= createSnapshotStore(cache, await findOrigin(db));
      return store;
    } catch (error) {
      logger.warn({ err: String(error) }, "search_snapshots_disabled");
      return null;
    }
  };
}
