export { auditActionOf, carryOut, decisionOnJson } from "./carry-out.ts";
export {
  type Decision,
  type EarningsAction,
  type EarningsTarget,
  findAffected,
} from "./decide.ts";
export { disputeOnWire, type NewDispute, openDispute } from "./open.ts";
export { type BookSides, findPendingBooks } from "./queries.ts";
