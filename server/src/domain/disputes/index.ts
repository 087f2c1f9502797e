export { auditActionOf, carryOut, decisionOnJson } from "./carry-out.ts";
export {
  type Decision,
  type EarningsAction,
  type EarningsTarget,
  findAffected,
} from "./decide.ts";
export { disputeOnWire, openDispute } from "./open.ts";
export { findPendingBooks } from "./queries.ts";
