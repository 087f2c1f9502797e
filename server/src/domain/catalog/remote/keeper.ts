import type { Clock } from "../../../core/clock.ts";
import type { Database } from "../../../core/db.ts";
import { changePages, livePages } from "../changes.ts";
import { countChanges, findNewestRev, type ProductRevision } from "../queries.ts";
import { documentOf } from "./document.ts";
import { giveLeaseBack, takeLease } from "./lease-queries.ts";
import type { IndexChange, IndexState, SearchIndex } from "./port.ts";

export interface KeeperOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly index: SearchIndex;
  /** Who this process is, among those that share the index. */
  readonly holder: string;
}

const LEASE = "search-index";
/** A keeper that dies is replaced after this; one that works says so with every page. */
const LEASE_MS = 30_000;

/** What others did to the index is noticed at least this often. **Units** milliseconds. */
const CHECK_MS = 5_000;

/** A change of most of the catalogue goes into a new index, so that it is visible in one step. */
const REBUILD_SHARE = 0.2;
const REBUILD_CHANGES_MIN = 5_000;

const UNFIT = "the search index refuses products although it is new";

/**
 * Keeps a remote index at the catalogue's newest revision. Each call of the function it returns
 * looks once, and brings the index up to date unless another process is doing so. It returns what
 * searches see now; `null` while there is no whole index.
 */
export function createIndexKeeper(options: KeeperOptions): () => Promise<IndexState | null> {
  const { db, clock, index, holder } = options;
  let known: IndexState | null = null;
  let checkedMs = Number.NEGATIVE_INFINITY;

  const keep = async (): Promise<void> => {
    if (!(await renewLease(db, holder))) return;
    try {
      // Another process may have done it before it gave the lease back.
      known = await index.state();
      const rev = await findNewestRev(db);
      if (known !== null && known.rev === rev) return;
      const isSound = known !== null && !(await needsRebuild(known, rev, db));
      const isDone = known !== null && isSound && (await follow(known, options));
      if (!isDone) await rebuild(options);
      known = await index.state();
    } finally {
      await giveLeaseBack(db, { name: LEASE, holder });
    }
  };

  return async () => {
    const rev = await findNewestRev(db);
    const isStale = known?.rev !== rev || clock.monotonicMs() - checkedMs > CHECK_MS;
    if (isStale) {
      known = await index.state();
      checkedMs = clock.monotonicMs();
      if (known?.rev !== rev) await keep();
    }
    return known;
  };
}

async function renewLease(db: Database, holder: string): Promise<boolean> {
  return takeLease(db, { name: LEASE, holder, durationMs: LEASE_MS });
}

async function renewOrStop({ db, holder }: KeeperOptions): Promise<void> {
  if (await renewLease(db, holder)) return;
  throw new Error("another process keeps the search index now");
}

/** An index ahead of the catalogue is another catalogue's, or ours before it was restored. */
async function needsRebuild(known: IndexState, rev: bigint, db: Database): Promise<boolean> {
  if (known.rev > rev) return true;
  const changed = await countChanges(db, known.rev);
  return changed > Math.max(REBUILD_CHANGES_MIN, known.products * REBUILD_SHARE);
}

/** Fills a new index beside the old one, follows what changed meanwhile, then shows it. */
async function rebuild(options: KeeperOptions): Promise<void> {
  const { db, index } = options;
  const version = await findNewestRev(db);
  const name = await index.create();
  try {
    for await (const page of livePages(db)) {
      const changes = page.map((product) => ({ version, document: documentOf(product) }));
      if (!(await index.write(name, changes))) throw new Error(UNFIT);
      await renewOrStop(options);
    }
    const rev = await writeChanges(name, version, options);
    if (rev === null) throw new Error(UNFIT);
    await index.publish(name, rev);
  } catch (error) {
    await index.discard(name).catch(() => undefined);
    throw error;
  }
}

/** `false` when the index does not take the changes. */
async function follow(known: IndexState, options: KeeperOptions): Promise<boolean> {
  const rev = await writeChanges(known.name, known.rev, options);
  if (rev === null) return false;
  await options.index.publish(known.name, rev);
  return true;
}

/** Returns the revision reached; `null` when the index does not take the changes. */
async function writeChanges(name: string, since: bigint, options: KeeperOptions) {
  let rev = since;
  for await (const page of changePages(options.db, since)) {
    if (!(await options.index.write(name, page.revisions.map(indexChangeOf)))) return null;
    await renewOrStop(options);
    rev = page.upTo;
  }
  return rev;
}

function indexChangeOf(revision: ProductRevision): IndexChange {
  const version = revision.rev;
  return "product" in revision
    ? { version, document: documentOf(revision.product) }
    : { version, gone: revision.retired.number };
}
