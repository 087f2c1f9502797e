import type { ErrorCode, ExchangeError } from "../../contract/errors.ts";
import { protocol } from "./protocol.ts";

export interface AdcpIssue {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

interface AdcpErrorOptions {
  readonly issues?: readonly AdcpIssue[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly suggestion?: string | undefined;
  readonly retryAfter?: number | undefined;
}

/** The only error of a task that a client sees. */
export class AdcpError extends Error {
  readonly code: string;
  readonly field: string | undefined;
  readonly options: AdcpErrorOptions;

  constructor(code: string, message: string, field?: string, options: AdcpErrorOptions = {}) {
    super(message);
    this.name = "AdcpError";
    this.code = code;
    this.field = field;
    this.options = options;
  }
}

/** The error object of an answer. A conflict says nothing about the first call. */
export function errorBodyOf(error: AdcpError): object {
  const { code, message, field, options } = error;
  const recovery = protocol().recovery[code] ?? "terminal";
  if (code === "IDEMPOTENCY_CONFLICT") return { code, message };
  const { issues, details, suggestion, retryAfter: retry_after } = options;
  return { code, message, recovery, field, issues, details, suggestion, retry_after };
}

const CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  insufficient_credits: "BUDGET_EXHAUSTED",
  budget_too_low: "BUDGET_TOO_LOW",
  creative_rejected: "CREATIVE_REJECTED",
  destination_invalid: "CREATIVE_REJECTED",
  placement_not_bookable: "PRODUCT_UNAVAILABLE",
  ad_unit_mismatch: "PRODUCT_UNAVAILABLE",
  rate_below_floor: "INVALID_REQUEST",
  invalid_state: "INVALID_STATE",
  conflict: "CONFLICT",
  rate_limited: "RATE_LIMITED",
  idempotency_key_reused: "IDEMPOTENCY_CONFLICT",
  idempotency_in_flight: "SERVICE_UNAVAILABLE",
  internal: "SERVICE_UNAVAILABLE",
  unavailable: "SERVICE_UNAVAILABLE",
  deadline_exceeded: "SERVICE_UNAVAILABLE",
  agent_suspended: "ACCOUNT_SUSPENDED",
  wrong_role: "PERMISSION_DENIED",
  key_restricted: "PERMISSION_DENIED",
  self_dealing: "POLICY_VIOLATION",
  platform_wallet_only: "PERMISSION_DENIED",
  key_in_arguments: "INVALID_REQUEST",
  not_found: "REFERENCE_NOT_FOUND",
};

const MESSAGES: Readonly<Record<string, string>> = {
  IDEMPOTENCY_CONFLICT: "The idempotency key was used with another request.",
  SERVICE_UNAVAILABLE: "The service is not available now.",
  PRODUCT_UNAVAILABLE: "The product cannot be booked.",
  PERMISSION_DENIED: "The key does not allow this task.",
  REFERENCE_NOT_FOUND: "It does not exist.",
};

/** An error of a tool in the protocol's words: our tool names and fields stay inside. */
export function adcpErrorOf(error: ExchangeError, field?: string): AdcpError {
  const code = CODES[error.code] ?? "VALIDATION_ERROR";
  const { details = {}, retryAfterSeconds, issues = [] } = error.options;
  const { shortfallCredits, minimumCredits, removableCredits } = details;
  const usd = (credits: unknown) => Number(credits) / 100;
  const { message, ...more } = {
    message: MESSAGES[code] ?? error.message.replaceAll("/arguments/", ""),
    ...(code === "CREATIVE_REJECTED" && issues.length > 0 && { issues }),
    ...(shortfallCredits !== undefined && {
      details: { shortfall_usd: usd(shortfallCredits), checkout: "buy_credits" },
      message: `${usd(shortfallCredits)} USD are missing for this budget.`,
    }),
    ...(minimumCredits !== undefined && {
      details: { minimum_usd: usd(minimumCredits) },
      message: `The smallest budget is ${usd(minimumCredits)} USD.`,
    }),
    ...(removableCredits !== undefined && {
      message: `The budget can be lowered by ${usd(removableCredits)} USD at most.`,
    }),
    retryAfter: retryAfterSeconds,
  };
  return new AdcpError(code, message, field, more);
}

export function unsupported(field: string, message = `${field} is not supported.`): AdcpError {
  return new AdcpError("UNSUPPORTED_FEATURE", message, field);
}

export function invalidRequest(message: string, field?: string): AdcpError {
  return new AdcpError("INVALID_REQUEST", message, field);
}
