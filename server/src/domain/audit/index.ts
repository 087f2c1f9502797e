export { type AuditRecord, insertAudit } from "./queries.ts";
