import { ExchangeError, errorBodyOf } from "../contract/errors.ts";
import type { IdSource } from "../core/ids.ts";

/** Renders the response to bytes that are not an HTTP request, which never reach the app. */
export type AnswerMalformed = (error: Error) => string;

/** The error body with a request id. The connection is closed, since what follows is unknown. */
export function answerMalformed(deps: { ids: IdSource; baseUrl: string }): AnswerMalformed {
  return (error) => {
    const requestId = deps.ids.id("req");
    const isTooLong = "code" in error && error.code === "HPE_HEADER_OVERFLOW";
    const refusal = new ExchangeError("invalid_request", {
      message: isTooLong ? "The headers are too long." : "This is not an HTTP request.",
      suggestion: isTooLong ? "Send shorter headers." : "Send HTTP/1.1.",
    });
    const body = JSON.stringify(errorBodyOf(refusal, { requestId, baseUrl: deps.baseUrl }));
    return [
      "HTTP/1.1 400 Bad Request",
      "Connection: close",
      "Cache-Control: no-store",
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "X-Content-Type-Options: nosniff",
      `X-Request-Id: ${requestId}`,
      "",
      body,
    ].join("\r\n");
  };
}
