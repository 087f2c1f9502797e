import { describe, expect, test } from "vitest";
import {
  ERRORS,
  ExchangeError,
  errorBodyOf,
  errorBodySchema,
} from "../../../server/src/contract/errors.ts";

/** The codes of server/docs/contract.md, written out again to detect a slip in the code. */
const STATUSES: Readonly<Record<number, readonly string[]>> = {
  400: ["invalid_json", "invalid_request", "key_in_arguments"],
  401: ["missing_key", "invalid_key", "revoked_key"],
  402: ["insufficient_credits"],
  403: ["wrong_role", "key_restricted", "agent_suspended", "self_dealing", "platform_wallet_only"],
  404: ["unknown_tool", "not_found"],
  405: ["method_not_allowed"],
  413: ["payload_too_large"],
  415: ["unsupported_media_type"],
  409: ["invalid_state", "conflict", "idempotency_in_flight", "event_conflict"],
  422: [
    "invalid_arguments",
    "rate_below_floor",
    "rate_above_brand_cap",
    "budget_too_low",
    "ad_unit_mismatch",
    "placement_not_bookable",
    "creative_rejected",
    "coupon_invalid",
    "cashout_below_minimum",
    "address_invalid",
    "destination_invalid",
    "event_outside_window",
    "postback_url_rejected",
    "idempotency_key_reused",
  ],
  429: ["rate_limited"],
  500: ["internal"],
  503: ["unavailable"],
  504: ["deadline_exceeded"],
};

describe("error codes", () => {
  test("are those of the contract, under their statuses", () => {
    const byStatus: Record<number, string[]> = {};
    for (const [code, { status }] of Object.entries(ERRORS)) {
      byStatus[status] = [...(byStatus[status] ?? []), code];
    }
    const sorted = (table: Readonly<Record<number, readonly string[]>>) =>
      Object.entries(table).map(([status, codes]) => [status, codes.toSorted()]);
    expect(sorted(byStatus)).toEqual(sorted(STATUSES));
  });

  test("what may pass later is transient, and only that", () => {
    const transient = Object.entries(ERRORS)
      .filter(([, { recovery }]) => recovery === "transient")
      .map(([code]) => code);
    expect(transient.toSorted()).toEqual([
      "deadline_exceeded",
      "idempotency_in_flight",
      "internal",
      "rate_limited",
      "unavailable",
    ]);
  });

  test("each says in a sentence what it means", () => {
    for (const { meaning } of Object.values(ERRORS)) expect(meaning).toMatch(/^[A-Z`].*\.$/);
  });
});

describe("the error body", () => {
  const context = { requestId: "req_01k9zq3v5te7kbn8w2r4c6d8fg", baseUrl: "https://x.example" };

  test("has only what is known, and the address of its explanation", () => {
    expect(errorBodyOf(new ExchangeError("internal"), context)).toEqual({
      error: {
        code: "internal",
        message: ERRORS.internal.meaning,
        recovery: "transient",
        docUrl: "https://x.example/docs/errors#internal",
      },
      requestId: context.requestId,
    });
  });

  test("carries everything an agent needs to go on", () => {
    const options = {
      message: "25 credits are missing.",
      suggestion: "Buy a pack.",
      field: "/arguments/budgetCredits",
      issues: [{ pointer: "/arguments/budgetCredits", keyword: "value", message: "too much" }],
      details: { shortfallCredits: 25 },
      retryAfterSeconds: 2,
      nextTools: ["buy_credits"],
    };
    const body = errorBodyOf(new ExchangeError("insufficient_credits", options), context);
    expect(errorBodySchema.parse(body)).toEqual(body);
    expect(body.error).toMatchObject(options);
  });

  test("never shows the cause", () => {
    const cause = new Error("password=secret");
    const body = errorBodyOf(new ExchangeError("unavailable", { cause }), context);
    expect(JSON.stringify(body)).not.toContain("secret");
  });
});
