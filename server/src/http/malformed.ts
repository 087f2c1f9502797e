import { ExchangeError, errorBodyOf } from "../contract/errors.ts";
import type { IdSource } from "../core/ids.ts";

/** Renders the response to bytes that are not an HTTP request, which never reach the app. */
export type AnswerMalformed = (error: Error) => string;

interface Fault {
  /** 400 unless set. */
  readonly status?: string;
  readonly message: string;
  readonly suggestion: string;
}

/** By the code of Node's error. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: {
    message: "The headers are too long.",
    suggestion: "Send shorter headers.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request did not arrive within 15 seconds.",
    suggestion: "Send the whole request at once.",
  },
};

/** The error body with a request id. The connection is closed, since what follows is unknown. */
export function answerMalformed(deps: { ids: IdSource; baseUrl: string }): AnswerMalformed {
  return (error) => {
    const requestId = deps.ids.id("req");
    const code = "code" in error ? String(error.code) : "";
    const { status = "400 Bad Request", ...texts } = FAULTS[code] ?? {
      message: "This is not an HTTP request.",
      suggestion: "Send HTTP/1.1.",
    };
    const refusal = new ExchangeError("invalid_request", texts);
    const body = JSON.stringify(errorBodyOf(refusal, { requestId, baseUrl: deps.baseUrl }));
    return [
      `HTTP/1.1 ${status}`,
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
