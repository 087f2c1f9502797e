import { idFromUuid } from "../../contract/ids.ts";
import type { Clock } from "../../core/clock.ts";
import type { IdSource } from "../../core/ids.ts";
import { withSpan } from "../../core/tracing.ts";
import type { AttemptResult, OutgoingMessage } from "./message-queries.ts";
import type { PostbackOutcome, PostbackSender } from "./port.ts";
import { nextAttemptAt, type PostbackTimes } from "./schedule.ts";
import { signedHeaders } from "./sign.ts";

export interface AttemptDeps {
  readonly clock: Clock;
  readonly ids: Pick<IdSource, "uuid">;
  readonly sender: PostbackSender;
  readonly times: PostbackTimes;
  /** At least 0 and below 1. */
  readonly random: () => number;
}

/** A finished attempt with the receiver's answer. */
export interface Attempted {
  readonly result: AttemptResult;
  readonly outcome: PostbackOutcome;
}

const GONE = 410;

/** Sends one message once. Never throws: an error is the result of the attempt. */
export function attemptMessage(message: OutgoingMessage, deps: AttemptDeps): Promise<Attempted> {
  const { type, attempt } = message;
  const attributes = { "placard.postback.type": type, "placard.postback.attempt": attempt };
  return withSpan(
    "postback",
    attributes,
    async (span) => {
      const attempted = await sendOnce(message, deps);
      const { status, httpStatus } = attempted.result;
      span.set({
        "placard.postback.status": status,
        ...(httpStatus === null ? {} : { "http.response.status_code": httpStatus }),
      });
      return attempted;
    },
    { kind: "client" },
  );
}

async function sendOnce(message: OutgoingMessage, deps: AttemptDeps): Promise<Attempted> {
  const startedAt = deps.clock.now();
  const startedMs = deps.clock.monotonicMs();
  const { body, url, secrets } = message;
  const eventId = idFromUuid("evt", message.eventUuid);
  const headers = signedHeaders({ eventId, body, now: startedAt }, secrets);
  const outcome = await deps.sender
    .send({ url, headers, body })
    .catch((): PostbackOutcome => ({ kind: "failed" }));
  const next = isSuccess(outcome) || isGone(outcome) ? undefined : nextOf(message, outcome, deps);
  const result: AttemptResult = {
    uuid: deps.ids.uuid(),
    message,
    status: statusOf(outcome, next),
    httpStatus: outcome.kind === "answered" ? outcome.httpStatus : null,
    durationMs: Math.max(0, Math.round(deps.clock.monotonicMs() - startedMs)),
    nextAttemptAt: next ?? null,
    startedAt,
  };
  return { result, outcome };
}

export function isSuccess(outcome: PostbackOutcome): boolean {
  return outcome.kind === "answered" && outcome.httpStatus >= 200 && outcome.httpStatus < 300;
}

export function isGone(outcome: PostbackOutcome): boolean {
  return outcome.kind === "answered" && outcome.httpStatus === GONE;
}

function nextOf(
  message: OutgoingMessage,
  outcome: PostbackOutcome,
  { clock, times, random }: AttemptDeps,
): Date | undefined {
  const retryAfterMs = outcome.kind === "answered" ? (outcome.retryAfterMs ?? 0) : 0;
  const { attempt } = message;
  return nextAttemptAt({ attempt, now: clock.now(), retryAfterMs, random: random(), times });
}

function statusOf(outcome: PostbackOutcome, next: Date | undefined): AttemptResult["status"] {
  if (isSuccess(outcome)) return "success";
  if (next === undefined) return "dead";
  return outcome.kind === "answered" ? "failed" : outcome.kind;
}
