import type { Queryable } from "../../core/db.ts";
import type { CatalogProduct } from "./product.ts";
import { findChanges, findLiveProducts, findNewestRev, type ProductRevision } from "./queries.ts";

const PAGE_ROWS = 500;

/** An import that commits while changes are read makes them be read again. */
const READS_MAX = 10;

/** The whole catalogue; PostgreSQL reads the next page while the caller works on this one. */
export async function* livePages(db: Queryable): AsyncGenerator<CatalogProduct[]> {
  let page = await findLiveProducts(db, { after: 0, limit: PAGE_ROWS });
  while (page.length > 0) {
    const reading = findLiveProducts(db, { after: page.at(-1)?.number ?? 0, limit: PAGE_ROWS });
    // It is awaited below; until then its error must not count as unhandled.
    reading.catch(() => undefined);
    yield page;
    page = await reading;
  }
}

export interface ChangePage {
  readonly revisions: readonly ProductRevision[];
  /** Every change up to here has been read once the last page is. */
  readonly upTo: bigint;
}

/**
 * All changes after a revision. A product keeps only its newest revision, so an import that commits
 * between two pages moves rows past the page being read: then reading continues until the newest
 * revision stays the same.
 */
export async function* changePages(db: Queryable, since: bigint): AsyncGenerator<ChangePage> {
  let after = since;
  for (let read = 0; read < READS_MAX; read += 1) {
    const upTo = await findNewestRev(db);
    if (upTo === after) return;
    let revisions: ProductRevision[];
    do {
      revisions = await findChanges(db, { after, upTo, limit: PAGE_ROWS });
      yield { revisions, upTo };
      after = revisions.at(-1)?.rev ?? upTo;
    } while (revisions.length === PAGE_ROWS);
    after = upTo;
  }
}
