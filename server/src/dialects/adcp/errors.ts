import { readFileSync } from "node:fs";
import { z } from "zod";
import { type ErrorCode, ExchangeError } from "../../contract/errors.ts";

const protocolSchema = z.object({
  /** How a client recovers from each error code. */
  recovery: z.record(z.string(), z.enum(["transient", "correctable", "terminal"])),
  /** The schema of each task's request, by its path among all. */
  requests: z.record(z.string(), z.string()),
  schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
});
let known: z.output<typeof protocolSchema> | undefined;

/** What `npm run gen` wrote from the official package. */
export function protocol(): z.output<typeof protocolSchema> {
  const file = new URL("generated/requests.json", import.meta.url);
  known ??= protocolSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  return known;
}

type ErrorMore = { issues?: object[]; details?: object; retry_after?: number | undefined };

/** The only error of a task that a client sees. */
export class AdcpError extends Error {
  readonly body: ErrorMore & { readonly code: string; readonly message: string };

  constructor(code: string, message: string, field?: string, more: ErrorMore = {}) {
    super(message);
    this.body = { code, message, ...(field && { field }), ...more };
  }
}

/** The error object of an answer. A conflict says nothing about the first call. */
export function errorBodyOf({ body }: AdcpError): object {
  const { code, message } = body;
  if (code === "IDEMPOTENCY_CONFLICT") return { code, message };
  return { recovery: protocol().recovery[code] ?? "terminal", ...body };
}

/** Where the protocol has another name for a code of ours. */
const CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  insufficient_credits: "BUDGET_EXHAUSTED",
  destination_invalid: "CREATIVE_REJECTED",
  placement_not_bookable: "PRODUCT_UNAVAILABLE",
  ad_unit_mismatch: "PRODUCT_UNAVAILABLE",
  rate_below_floor: "INVALID_REQUEST",
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

/** An error of a tool in the protocol's words, without our tool names and fields; others alike. */
export function adcpErrorOf(error: unknown, field?: string): unknown {
  if (!(error instanceof ExchangeError)) return error;
  const same = error.code.toUpperCase();
  const known = Object.hasOwn(protocol().recovery, same) ? same : "VALIDATION_ERROR";
  const code = CODES[error.code] ?? known;
  const { details = {}, retryAfterSeconds: retry_after, issues = [] } = error.options;
  const usd = (name: string) => Number(details[name]) / 100;
  if (details.shortfallCredits !== undefined) {
    const missing = { shortfall_usd: usd("shortfallCredits"), checkout: "buy_credits" };
    const message = `${missing.shortfall_usd} USD are missing for this budget.`;
    return new AdcpError(code, message, field, { details: missing });
  }
  if (details.minimumCredits !== undefined) return budgetTooLow(usd("minimumCredits"), field);
  const message =
    details.removableCredits === undefined
      ? (MESSAGES[code] ?? error.message.replaceAll("/arguments/", ""))
      : `The budget can be lowered by ${usd("removableCredits")} USD at most.`;
  const isJudged = code === "CREATIVE_REJECTED" && issues.length > 0;
  const judged = issues.map((one) => ({ ...one, pointer: PLACES[one.pointer] ?? "/assets" }));
  return new AdcpError(code, message, field, { ...(isJudged && { issues: judged }), retry_after });
}

/** Where a creative has what a booking calls so. */
const PLACES: Readonly<Record<string, string>> = {
  "/arguments/creativeText": "/assets/text/content",
  "/arguments/creativeUrl": "/assets/click_url/url",
};

/** What is named and is not there, or is another agent's. */
export function notFound(kind: string, field: string): AdcpError {
  const code = `${kind.toUpperCase().replaceAll(" ", "_")}_NOT_FOUND`;
  return new AdcpError(code, `There is no such ${kind}.`, field);
}

export function budgetTooLow(minimum_usd: number, field?: string): AdcpError {
  const message = `The smallest budget of this product is ${minimum_usd} USD.`;
  return new AdcpError("BUDGET_TOO_LOW", message, field, { details: { minimum_usd } });
}

export function unsupported(field: string, message = `${field} is not supported.`): AdcpError {
  return new AdcpError("UNSUPPORTED_FEATURE", message, field);
}

export function invalidRequest(message: string, field?: string): AdcpError {
  return new AdcpError("INVALID_REQUEST", message, field);
}
