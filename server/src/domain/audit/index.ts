export { findLatestReasons, insertAudit, listAudit } from "./queries.ts";
