export { findLatestReasons, insertAudit } from "./queries.ts";
