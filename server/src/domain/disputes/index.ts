export {
  auditActionOf,
  carryOut,
  type Decision,
  decisionOnJson,
  type EarningsAction,
  type EarningsTarget,
  findAffected,
} from "./decide.ts";
export { disputeOnWire, openDispute } from "./open.ts";
export { findPendingBooks } from "./queries.ts";
