import { systemClock } from "../../../../server/src/core/clock.ts";
import type { Database } from "../../../../server/src/core/db.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import {
  CATALOG_CHANNEL,
  type Catalog,
  type CatalogOptions,
  createCatalog,
  DOCUMENT_FORMAT,
  importFeed,
  SEARCH_DEADLINE_MS,
  type SearchIndex,
} from "../../../../server/src/domain/catalog/index.ts";
import { readFeed } from "../../../../server/src/providers/feed/reader.ts";
import { createOpensearchIndex } from "../../../../server/src/providers/search/opensearch.ts";
import { createTestDatabase } from "../../../setup/database.ts";
import { startOpensearch, type TestOpensearch } from "../../../setup/opensearch.ts";
import { linesOf } from "./rows.ts";
import { openAsExchange } from "./support.ts";

export const ENGINES = ["memory", "postgres", "opensearch"] as const;
export type EngineName = (typeof ENGINES)[number];

/** The deadline itself is tested apart; a busy machine must not fail the others. */
const PATIENT_MS = SEARCH_DEADLINE_MS * 12;

type MakeOptions = Pick<CatalogOptions, "searchDeadlineMs"> & { readonly path?: string };

export interface EngineWorld {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly opensearch: TestOpensearch;
  /** A catalogue of the engine; not started. */
  make(engine: EngineName, options?: MakeOptions): Catalog;
  /** Imports a feed's new version. */
  load(feed: string, rows: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** One database and one OpenSearch, to be searched by catalogues of every engine. */
export async function createEngineWorld(): Promise<EngineWorld> {
  const [{ databaseUrl, drop }, opensearch] = await Promise.all([
    createTestDatabase(),
    startOpensearch(),
  ]);
  const db = openAsExchange(databaseUrl);
  const catalogs: Catalog[] = [];
  return {
    db,
    databaseUrl,
    opensearch,
    make(engine, { path, ...options } = {}) {
      const catalog = createCatalog({
        ...catalogOptions(db),
        searchDeadlineMs: PATIENT_MS,
        ...options,
        engine: engine === "opensearch" ? indexOf(opensearch, path) : engine,
      });
      catalogs.push(catalog);
      return catalog;
    },
    async load(feed, rows) {
      await importFeed({ reader: readFeed, db, clock: systemClock, feed, source: linesOf(rows) });
    },
    async close() {
      opensearch.release();
      await Promise.all(catalogs.map((catalog) => catalog.close()));
      await db.close();
      await opensearch.close();
      await drop();
    },
  };
}

/** `TEST_OPENSEARCH_URL` names a real cluster. */
export function indexOf(opensearch: TestOpensearch, path = ""): SearchIndex {
  return createOpensearchIndex({
    url: process.env.TEST_OPENSEARCH_URL ?? `${opensearch.url}${path}`,
    format: DOCUMENT_FORMAT,
    searchTimeoutMs: PATIENT_MS,
    retryMs: 1,
  });
}

function catalogOptions(db: Database): CatalogOptions {
  return {
    db,
    clock: systemClock,
    logger: silentLogger,
    subscribe: (listener) => db.listen(CATALOG_CHANNEL, listener, listener),
    placeholderImageUrl: "http://exchange.test/no-picture.svg",
    clickUrlFor: (number) => `http://exchange.test/r/${number}`,
  };
}
