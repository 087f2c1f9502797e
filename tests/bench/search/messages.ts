import type { CorpusOptions } from "./corpus.ts";

/** Asks the load to send searches over its open connections for so long. */
export interface LoadOrder {
  readonly port: number;
  readonly queries: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
}

/** **Units** milliseconds, one value per answer. */
export interface LoadResult {
  readonly latenciesMs: Float64Array;
}

/** Asks for an import of one version of the corpus, as an operator's command would do it. */
export interface ImportOrder extends CorpusOptions {
  readonly databaseUrl: string;
  readonly version: number;
}

export interface ImportResult {
  readonly rowsChanged: number;
  readonly durationMs: number;
}

export interface MemoryOrder {
  readonly databaseUrl: string;
}

/** **Units** bytes on the heap and outside it, after garbage collection. */
export interface MemoryResult {
  readonly indexBytes: number;
  readonly shelfBytes: number;
}
