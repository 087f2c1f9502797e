import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../core/db.ts";
import { changePages, livePages } from "./changes.ts";
import type { ProductChange, SearchEngine } from "./engine.ts";
import { createPace } from "./pace.ts";
import type { RetiredProduct } from "./product.ts";
import { createProductStore, type ProductStore, type StoredProduct } from "./product-store.ts";
import {
  countChanges,
  findNewestRev,
  findRetiredProducts,
  type ProductRevision,
} from "./queries.ts";
import type { Pace } from "./snapshot/parts.ts";
import { createPartsWriter, openParts, type Parts, SnapshotError } from "./snapshot/parts.ts";

/** One catalogue in memory: the products, the engine that finds them, and how new both are. */
export interface Generation {
  readonly store: ProductStore;
  readonly engine: SearchEngine;
  /** Every change up to here is in. */
  rev: bigint;
}

export interface GenerationOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** `from`: an engine that was packed, to go on with. */
  readonly createEngine: (from?: Parts) => SearchEngine;
}

const PAGE_ROWS = 500;

/** Click links live 30 days; a product that left earlier cannot be clicked any more. */
const RETIRED_LINKS_MS = 31 * 24 * 60 * 60 * 1000;

/** Reads the whole catalogue, giving way to requests, then what changed in the meantime. */
export async function buildGeneration(options: GenerationOptions): Promise<Generation> {
  const generation: Generation = {
    store: createProductStore(),
    engine: options.createEngine(),
    rev: await findNewestRev(options.db),
  };
  await loadRetired(generation, options);
  await loadLive(generation, options);
  await followChanges(generation, options);
  await generation.engine.settle(createPace(options.clock));
  return generation;
}

/**
 * Brings a generation up to date, all at once: a search sees a feed's new version whole or not at
 * all.
 */
export async function followChanges(generation: Generation, options: GenerationOptions) {
  /** By product number: a product that changed twice counts once. */
  const revisions = new Map<number, ProductRevision>();
  let { rev } = generation;
  for await (const page of changePages(options.db, rev)) {
    for (const revision of page.revisions) revisions.set(productIn(revision).number, revision);
    rev = page.upTo;
  }
  if (revisions.size > 0)
    await apply(generation, { revisions: [...revisions.values()], rev }, options);
  generation.rev = rev;
}

async function apply(
  generation: Generation,
  { revisions, rev }: { revisions: readonly ProductRevision[]; rev: bigint },
  { clock }: GenerationOptions,
): Promise<void> {
  const { engine, store } = generation;
  const pace = createPace(clock);
  const changes: ProductChange[] = [];
  const stored: StoredProduct[] = [];
  for (const revision of revisions) {
    changes.push(changeOf(revision, store));
    if ("product" in revision) stored.push(store.write(revision.product));
    await pace();
  }
  const commit = await engine.prepare(changes, pace);
  // Nothing below waits until all is visible: no search can see half of it.
  for (const product of stored) store.publish(product);
  for (const revision of revisions) if ("retired" in revision) store.retire(revision.retired);
  commit();
  // With the change itself: a page that was shown is noted with the revision it was true for.
  generation.rev = rev;
  await engine.settle(pace);
}

/**
 * A large change is built as a new index beside the old one, because making it visible in the old
 * one takes one uninterrupted step: 10,000 new prices held up requests for 65 ms on a machine with
 * five times the work it could do (2026-11-22).
 */
const REBUILD_SHARE = 0.1;
const REBUILD_CHANGES_MIN = 5_000;

/** Whether so much has changed since that a new generation is better than following. */
export async function isFarBehind(rev: bigint, size: number, db: Database): Promise<boolean> {
  const changed = await countChanges(db, rev);
  return changed > Math.max(REBUILD_CHANGES_MIN, size * REBUILD_SHARE);
}

/** All of a generation in one buffer. It may be searched meanwhile, but must not change. */
export function packGeneration(
  { engine, store, rev }: Generation,
  pace: Pace,
): Promise<ArrayBuffer> {
  const writer = createPartsWriter();
  writer.fact("rev", String(rev));
  store.pack(writer);
  engine.pack(writer);
  return writer.finish(pace);
}

/**
 * The opposite of `packGeneration`, in a few milliseconds: the arrays are used where they lie, so
 * the buffer belongs to the generation from now on.
 *
 * **Errors** `SnapshotError` when the buffer does not hold one.
 */
export function openGeneration(
  buffer: ArrayBuffer,
  createEngine: GenerationOptions["createEngine"],
): Generation {
  const parts = openParts(buffer);
  const rev = parts.fact("rev");
  if (typeof rev !== "string" || !/^\d+$/.test(rev)) throw new SnapshotError("no revision");
  return { store: createProductStore(parts), engine: createEngine(parts), rev: BigInt(rev) };
}

/** Whether most of what it holds is of versions that are gone. */
export function isWorn(generation: Generation): boolean {
  return generation.engine.isWorn() || generation.store.isWorn();
}

async function loadRetired({ store }: Generation, options: GenerationOptions): Promise<void> {
  const since = new Date(options.clock.now().getTime() - RETIRED_LINKS_MS);
  let after = 0;
  for (;;) {
    const page = await findRetiredProducts(options.db, { after, limit: PAGE_ROWS, since });
    for (const product of page) store.retire(product);
    after = page.at(-1)?.number ?? after;
    if (page.length < PAGE_ROWS) return;
  }
}

async function loadLive({ store, engine }: Generation, options: GenerationOptions): Promise<void> {
  const pace = createPace(options.clock);
  for await (const page of livePages(options.db)) {
    const changes = page.map((after) => ({ before: null, after }));
    const commit = await engine.prepare(changes, pace);
    for (const product of page) {
      store.publish(store.write(product));
      await pace();
    }
    commit();
  }
}

function productIn(revision: ProductRevision): RetiredProduct {
  return "product" in revision ? revision.product : revision.retired;
}

function changeOf(revision: ProductRevision, store: ProductStore): ProductChange {
  const before = store.get(productIn(revision).number);
  return { before, after: "product" in revision ? revision.product : null };
}
