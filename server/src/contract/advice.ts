import { ERRORS, type ErrorCode } from "./errors.ts";

/** What to do about an error code when the error itself does not say it better. */
export interface Advice {
  readonly suggestion: string;
  /** Tools that lead on; `SAME_TOOL` stands for the tool that was called. */
  readonly nextTools: readonly string[];
}

/** In `nextTools`: correct the call and make it again. */
export const SAME_TOOL = "(same)";

const again = (suggestion: string, ...others: string[]): Advice => ({
  suggestion,
  nextTools: [SAME_TOOL, ...others],
});
const then = (suggestion: string, ...nextTools: string[]): Advice => ({ suggestion, nextTools });

/**
 * For every code the way out, so that no error leaves an agent without a next call. An error that
 * knows more (which field, which limit) carries its own suggestion, and that one wins.
 */
export const ADVICE: Readonly<Record<ErrorCode, Advice>> = {
  invalid_json: again('Send one JSON object: {"tool": "<name>", "arguments": {...}}.'),
  invalid_request: again('Send {"tool": "<name>", "arguments": {...}}.'),
  key_in_arguments: again("Send the key only as `Authorization: Bearer <key>`."),
  missing_key: then("Call register, then send its key with every call.", "register"),
  invalid_key: then(
    "Send the key that register returned, or register without this key.",
    "register",
  ),
  revoked_key: then("Use the key that replaced it, or register without this key.", "register"),
  insufficient_credits: then(
    "Buy credits, which a human pays at checkoutUrl, or ask for less.",
    "buy_credits",
    "whoami",
  ),
  wrong_role: then("Register an agent with `requiredRole`, or with role both.", "register"),
  key_restricted: then(
    "Call with a key of scope full; whoami shows what this one may do.",
    "whoami",
  ),
  agent_suspended: then(
    "Only reading tools, rotate_key and revoke_key answer now. Write to the operator.",
    "whoami",
  ),
  self_dealing: then("Book the inventory of another agent.", "search_placements"),
  platform_wallet_only: again("Leave brandId out and book with your own creative."),
  unknown_tool: then("Call one of `didYouMean`; /api/public/info lists all tools.", "ask_help"),
  not_found: then("Read the id again from a list of your own things.", "ask_help"),
  method_not_allowed: then("Use the method that the header `Allow` names.", "ask_help"),
  payload_too_large: again("Send less in one call."),
  unsupported_media_type: again("Send `Content-Type: application/json`."),
  invalid_state: then("Do one of `validActions` first, or wait for another state.", "ask_help"),
  conflict: again("Read it again and repeat with what you then see."),
  idempotency_in_flight: again("Repeat the same call in a second."),
  event_conflict: again("Give every event an id of its own."),
  invalid_arguments: again("Correct the fields that `issues` name and call again."),
  rate_below_floor: again("Send a rate of `floorCredits` or more."),
  rate_above_brand_cap: again("Send a rate of at most `maxRateCredits`."),
  budget_too_low: again("Send a budget of `minimumCredits` or more."),
  ad_unit_mismatch: again("Send the placement's own adUnitType."),
  placement_not_bookable: then("Choose another placement.", "search_placements"),
  creative_rejected: again("Rewrite the text as plain words without what `issues` name."),
  coupon_invalid: then("Take a code that list_coupons shows as active.", "list_coupons"),
  cashout_below_minimum: then("Wait until whoami shows enough earnedCredits.", "whoami"),
  address_invalid: again("Copy the Bitcoin address again; it begins with bc1, 1 or 3."),
  destination_invalid: again("Send an https address on a public host."),
  event_outside_window: again("Report within 7 days, with the time when it happened in UTC."),
  postback_url_rejected: again("Send an https address on a public host, port 443."),
  idempotency_key_reused: again("Use a new idempotencyKey, or repeat the first call unchanged."),
  rate_limited: again("Wait for retryAfterSeconds, then repeat the same call."),
  internal: then("Try again; if it stays, report the requestId.", "report_bug"),
  unavailable: again("Repeat the same call after retryAfterSeconds, or in a few seconds."),
  deadline_exceeded: again("Go on without the answer, or repeat with more time."),
};

/** The advice for one error of one tool; without a tool, what would repeat it is left out. */
export function adviceFor(code: ErrorCode, toolName: string | undefined): Advice {
  const { suggestion, nextTools } = ADVICE[code];
  return {
    suggestion,
    nextTools: nextTools.flatMap((name) => {
      if (name !== SAME_TOOL) return [name];
      return toolName === undefined ? [] : [toolName];
    }),
  };
}

/** Whether a text is the code of an error that the contract lists. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}
