import { type Env, EnvError } from "./core/env.ts";
import { invariant } from "./core/invariant.ts";
import {
  type CatalogOptions,
  DOCUMENT_FORMAT,
  SEARCH_DEADLINE_MS,
} from "./domain/catalog/index.ts";
import { createOpensearchIndex } from "./providers/search/opensearch.ts";

/**
 * What answers searches, by `SEARCH_ENGINE`. Nothing is asked of OpenSearch yet: an exchange starts
 * without it.
 *
 * **Errors** `EnvError` when `OPENSEARCH_URL` cannot be used.
 */
export function searchEngineOf(env: Env): NonNullable<CatalogOptions["engine"]> {
  const { SEARCH_ENGINE: engine, OPENSEARCH_URL: url } = env;
  if (engine !== "opensearch") return engine;
  invariant(url, "the environment's check has made sure of OpenSearch's address");
  try {
    const searchTimeoutMs = SEARCH_DEADLINE_MS;
    return createOpensearchIndex({ url, format: DOCUMENT_FORMAT, searchTimeoutMs });
  } catch (error) {
    throw new EnvError("OPENSEARCH_URL", error instanceof Error ? error.message : "is wrong");
  }
}
