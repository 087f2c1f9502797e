import { systemClock } from "../../../../server/src/core/clock.ts";
import { type Database, openDatabase } from "../../../../server/src/core/db.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import {
  CATALOG_CHANNEL,
  type Catalog,
  type CatalogOptions,
  createCatalog,
  type FeedImportResult,
  importFeed,
  type Rejection,
} from "../../../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../../../server/src/providers/feed/reader.ts";
import { createTestDatabase } from "../../../setup/database.ts";
import { linesOf } from "./rows.ts";

export { linesOf, row } from "./rows.ts";

export interface CatalogWorld {
  readonly db: Database;
  readonly databaseUrl: string;
  /** Imports rows given as objects, or lines given as text. */
  load(feed: string, rows: readonly (object | string)[]): Promise<LoadResult>;
  /** A catalogue that has started and is ready. */
  open(options?: OpenOptions): Promise<Catalog>;
  close(): Promise<void>;
}

export interface OpenOptions extends Pick<CatalogOptions, "cache" | "builder"> {
  readonly subscribes?: boolean;
}

export type LoadResult = FeedImportResult & { readonly rejections: Rejection[] };

/** With the rights of the running exchange. */
export function openAsExchange(databaseUrl: string): Database {
  return openDatabase({
    connectionString: databaseUrl,
    connections: 6,
    logger: silentLogger,
    role: "placard_app",
  });
}

/** An empty database of its own, used with the rights of the running exchange. */
export async function createCatalogWorld(): Promise<CatalogWorld> {
  const { databaseUrl, drop } = await createTestDatabase();
  const db = openAsExchange(databaseUrl);
  const catalogs: Catalog[] = [];
  return {
    db,
    databaseUrl,
    async load(feed, rows) {
      const rejections: Rejection[] = [];
      const result = await importFeed({
        reader: readFeed,
        db,
        clock: systemClock,
        feed,
        source: linesOf(rows),
        onRejection: (rejection) => rejections.push(rejection),
      });
      return { ...result, rejections: rejections.toSorted((a, b) => a.line - b.line) };
    },
    async open({ subscribes = false, ...sources } = {}) {
      const catalog = createCatalog({
        db,
        clock: systemClock,
        logger: silentLogger,
        placeholderImageUrl: "http://exchange.test/no-picture.svg",
        clickUrlFor: (number, hints) =>
          `http://exchange.test/r/${number}-${hints.publisherId ?? ""}-${hints.origin ?? ""}`,
        ...sources,
        ...(subscribes ? { subscribe: (listener) => db.listen(CATALOG_CHANNEL, listener) } : {}),
      });
      catalogs.push(catalog);
      catalog.start();
      await catalog.whenReady();
      return catalog;
    },
    async close() {
      await Promise.all(catalogs.map((catalog) => catalog.close()));
      await db.close();
      await drop();
    },
  };
}

export async function idsFound(catalog: Catalog, query: string, more: object = {}) {
  const list = await catalog.search({ query, page: 1, limit: 20, ...more });
  return list.items.map((item) => item.id);
}
