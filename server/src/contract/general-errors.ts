import type { ToolHints } from "./define-tool.ts";
import type { Role } from "./enums.ts";
import type { ErrorCode } from "./errors.ts";

interface Called {
  readonly access: "public" | "any" | readonly Role[];
  readonly hints: Pick<ToolHints, "readOnly">;
  readonly takesIdempotencyKey: boolean;
}

/** What any call may be answered with, besides the codes that its tool names. */
export const GENERAL_ERRORS = {
  always: [
    "invalid_json",
    "invalid_request",
    "invalid_arguments",
    "key_in_arguments",
    "invalid_key",
    "revoked_key",
    "payload_too_large",
    "unsupported_media_type",
    "method_not_allowed",
    "rate_limited",
    "internal",
    "unavailable",
    "deadline_exceeded",
  ],
  withKey: ["missing_key", "key_restricted"],
  withRole: ["wrong_role"],
  changing: ["agent_suspended"],
  repeatable: ["idempotency_in_flight", "idempotency_key_reused"],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>;

/** The general codes that a tool may answer with: others it has to name itself. */
export function generalErrorsOf(tool: Called): readonly ErrorCode[] {
  const { always, withKey, withRole, changing, repeatable } = GENERAL_ERRORS;
  return [
    ...always,
    ...(tool.access === "public" ? [] : withKey),
    ...(typeof tool.access === "string" ? [] : withRole),
    ...(tool.hints.readOnly ? [] : changing),
    ...(tool.takesIdempotencyKey ? repeatable : []),
  ];
}
