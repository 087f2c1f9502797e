import { z } from "zod";

type Recovery = "transient" | "correctable" | "terminal";

interface ErrorKind {
  readonly status: number;
  readonly recovery: Recovery;
  readonly meaning: string;
}

const withRecovery =
  (recovery: Recovery) =>
  (status: number, meaning: string): ErrorKind => ({ status, recovery, meaning });
const correctable = withRecovery("correctable");
const terminal = withRecovery("terminal");
const transient = withRecovery("transient");

/** Every error code the exchange can answer with. New codes may be added; none is renamed. */
export const ERRORS = {
  invalid_json: correctable(400, "The body is not valid JSON."),
  invalid_request: correctable(
    400,
    "The request is not of the expected form, for example no `tool` in the body.",
  ),
  key_in_arguments: correctable(
    400,
    "An API key was found in the arguments. Send it only in the Authorization header.",
  ),
  missing_key: correctable(401, "This tool needs a key. Call `register` or send your key."),
  invalid_key: terminal(401, "The API key is unknown, or was mistyped."),
  revoked_key: terminal(401, "The key was revoked or replaced."),
  insufficient_credits: correctable(
    402,
    "The available balance does not cover this. Buy credits or lower the amount.",
  ),
  wrong_role: terminal(403, "The role of this agent does not include this tool."),
  key_restricted: terminal(403, "The scope or the campaign of this key does not allow the call."),
  agent_suspended: terminal(
    403,
    "The agent is suspended. Reading tools, rotate_key and revoke_key answer.",
  ),
  self_dealing: terminal(403, "One agent cannot be on both sides of a booking."),
  platform_wallet_only: terminal(403, "Only the platform wallet's agent may book for a brand."),
  unknown_tool: correctable(404, "No tool has this name. `didYouMean` names the nearest."),
  not_found: correctable(404, "It does not exist, or is not yours."),
  method_not_allowed: correctable(405, "This address does not take that HTTP method."),
  payload_too_large: correctable(413, "The body is larger than this address takes."),
  unsupported_media_type: correctable(415, "Send `Content-Type: application/json`."),
  invalid_state: correctable(409, "Not possible in the present state; see `validActions`."),
  conflict: correctable(409, "Another call changed it in between. Read it again and repeat."),
  idempotency_in_flight: transient(409, "A call with the same idempotency key is still running."),
  event_conflict: correctable(409, "The same event id was reported with other content."),
  invalid_arguments: correctable(422, "The arguments do not fit the tool's schema; see `issues`."),
  rate_below_floor: correctable(422, "The rate is below the floor of the ad unit type."),
  rate_above_brand_cap: correctable(422, "The rate is above the brand's `maxRateCredits`."),
  budget_too_low: correctable(422, "The budget is below the smallest one for this rate."),
  ad_unit_mismatch: correctable(422, "The ad unit type is not the placement's."),
  placement_not_bookable: correctable(
    422,
    "The placement is not active and approved, or its publisher does not accept this booking.",
  ),
  creative_rejected: correctable(422, "The creative breaks a content rule; see `issues`."),
  coupon_invalid: correctable(
    422,
    "The coupon does not exist, is over, or is not this campaign's.",
  ),
  cashout_below_minimum: correctable(422, "Cashouts start at 500 credits."),
  address_invalid: correctable(422, "This is not a valid Bitcoin address."),
  destination_invalid: correctable(422, "The landing address is not an allowed https address."),
  event_outside_window: correctable(422, "`occurredAt` or the event id lies outside the window."),
  postback_url_rejected: correctable(422, "The postback address is not an allowed https address."),
  idempotency_key_reused: correctable(422, "The idempotency key was used with other arguments."),
  rate_limited: transient(429, "Too many calls. Wait for `retryAfterSeconds`."),
  internal: transient(500, "An internal error of the exchange. Report it with the request id."),
  unavailable: transient(503, "A required service is down. Try again shortly."),
  deadline_exceeded: transient(504, "The answer was not ready before the deadline."),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorIssue {
  /** RFC 6901, from the root of the request: `/arguments/rateCredits`. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

export interface ErrorOptions {
  readonly message?: string;
  readonly suggestion?: string;
  readonly field?: string;
  readonly issues?: readonly ErrorIssue[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly nextTools?: readonly string[];
  readonly cause?: unknown;
}

/** The only error a caller ever sees; everything else becomes `internal`. */
export class ExchangeError extends Error {
  readonly code: ErrorCode;
  readonly options: ErrorOptions;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? ERRORS[code].meaning, { cause: options.cause });
    this.name = "ExchangeError";
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** **Source** RFC 6901. */
export function pointerTo(path: readonly string[]): string {
  return `/${path.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
}

/** The same for what is missing and for what the caller may not see. */
export function notFound(resource: string, more: ErrorOptions = {}): ExchangeError {
  const message = `No such ${resource}.`;
  return new ExchangeError("not_found", { message, details: { resource }, ...more });
}

/** The error of one argument that fits the schema and is wrong all the same. */
export function wrongField(
  field: string,
  problem: string,
  suggestion = `Correct ${field} and call again.`,
): ExchangeError {
  return wrongAt(`/arguments/${field}`, "value", problem, { suggestion });
}

/** The error of one place of a request, by the rule that it breaks. */
export function wrongAt(
  pointer: string,
  keyword: string,
  problem: string,
  more: ErrorOptions & { code?: ErrorCode },
): ExchangeError {
  const { code = "invalid_arguments", ...options } = more;
  return new ExchangeError(code, {
    field: pointer,
    message: `${pointer} ${problem}.`,
    issues: [{ pointer, keyword, message: problem }],
    ...options,
  });
}

export const errorBodySchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    recovery: z.enum(["transient", "correctable", "terminal"]),
    suggestion: z.string().optional(),
    field: z.string().optional(),
    issues: z
      .array(z.object({ pointer: z.string(), keyword: z.string(), message: z.string() }))
      .optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    retryAfterSeconds: z.number().optional(),
    nextTools: z.array(z.string()).optional(),
    docUrl: z.string(),
  }),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Renders the error as the body that HTTP and MCP share. */
export function errorBodyOf(
  error: ExchangeError,
  context: { requestId: string; baseUrl: string },
): ErrorBody {
  const { suggestion, field, issues, details, retryAfterSeconds, nextTools } = error.options;
  return {
    error: {
      code: error.code,
      message: error.message,
      recovery: ERRORS[error.code].recovery,
      suggestion,
      field,
      issues: issues && [...issues],
      details: details && { ...details },
      retryAfterSeconds,
      nextTools: nextTools && [...nextTools],
      docUrl: `${context.baseUrl}/docs/errors#${error.code}`,
    },
    requestId: context.requestId,
  };
}
