import type { ToolHints } from "../../contract/define-tool.ts";
import type { Role } from "../../contract/enums.ts";
import type { ErrorCode } from "../../contract/errors.ts";

const hints: ToolHints = {
  readOnly: false,
  destructive: false,
  idempotent: true,
  openWorld: false,
};
const errors: readonly ErrorCode[] = [
  "invalid_arguments",
  "not_found",
  "wrong_role",
  "event_outside_window",
  "event_conflict",
  "unavailable",
];
const publishers: readonly Role[] = ["publisher"];

/** What the report tools have in common. */
export const REPORTS = {
  module: "sell",
  access: publishers,
  rateClass: "report",
  effect: "report",
  hints,
  errors,
} as const;
