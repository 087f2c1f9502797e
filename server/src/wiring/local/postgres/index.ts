export { DataFolderInUseError } from "./error.ts";
export { findEmbeddedPostgres, withEmbeddedPostgres } from "./find.ts";
export {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "./start.ts";
