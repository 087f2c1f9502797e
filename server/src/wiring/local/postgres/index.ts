export { DataFolderInUseError, EmbeddedPostgresError } from "./error.ts";
export { findEmbeddedPostgres, withEmbeddedPostgres } from "./find.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./start.ts";
export type { StartLogger } from "./types.ts";
