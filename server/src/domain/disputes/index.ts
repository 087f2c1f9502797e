export {
  type Decision,
  decide,
  type EarningsAction,
  type EarningsTarget,
  findAffected,
  hasEffect,
} from "./decide.ts";
export { disputeOnWire, type NewDispute, openDispute } from "./open.ts";
export type { BookSides } from "./queries.ts";
