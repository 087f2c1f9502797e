export { type AuditRecord, findLatestReasons, insertAudit } from "./queries.ts";
