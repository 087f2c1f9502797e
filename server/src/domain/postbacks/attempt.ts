import { idFromUuid } from "../../contract/ids.ts";
import type { Clock } from "../../core/clock.ts";
import type { IdSource } from "../../core/ids.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { withSpan } from "../../core/tracing.ts";
import type { AttemptResult, OutgoingMessage } from "./message-queries.ts";
import type { Admit, PostbackOutcome, PostbackRequest, PostbackSender } from "./port.ts";
import { isProof } from "./proof.ts";
import { nextAttemptAt, type PostbackTimes } from "./schedule.ts";
import { opened } from "./secrets.ts";
import { signedHeaders } from "./sign.ts";

export interface AttemptDeps {
  readonly clock: Clock;
  readonly ids: Pick<IdSource, "uuid">;
  readonly sender: PostbackSender;
  /** Decrypts the secrets of endpoints. */
  readonly secrets: SecretBox;
  /** Limits the requests to receivers that have not proven that they want them. */
  readonly admit: Admit;
  readonly times: PostbackTimes;
  /** At least 0 and below 1. */
  readonly random: () => number;
}

export interface Attempted {
  readonly result: AttemptResult;
  readonly outcome: PostbackOutcome;
  /** Whether the receiver proved that it wants our messages. */
  readonly isProof: boolean;
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
  const { body, url, endpointUuid } = message;
  const secrets = opened(deps.secrets, { endpointUuid, sealed: message.secrets });
  const eventId = idFromUuid("evt", message.eventUuid);
  const signed = { eventId, body, now: startedAt };
  const isLimited = !message.isProven && !deps.sender.isAllowed(url);
  const isProbe = isLimited && message.type === "postback.test";
  const send = ({ headers }: Pick<PostbackRequest, "headers">) =>
    deps.sender
      .send({ url, headers, body, readsAnswer: isProbe, admit: isLimited ? deps.admit : undefined })
      .catch((): PostbackOutcome => ({ kind: "failed" }));
  const outcome: PostbackOutcome =
    secrets.length === 0
      ? { kind: "failed" }
      : await send({ headers: signedHeaders(signed, secrets) });
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
  const proof = { eventId, now: startedAt, send };
  return { result, outcome, isProof: isProbe && (await isProof(outcome, message, proof)) };
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
  if (outcome.kind === "limited") return outcome.until;
  const retryAfterMs = outcome.kind === "answered" ? (outcome.retryAfterMs ?? 0) : 0;
  const { attempt } = message;
  return nextAttemptAt({ attempt, now: clock.now(), retryAfterMs, random: random(), times });
}

function statusOf(outcome: PostbackOutcome, next: Date | undefined): AttemptResult["status"] {
  if (isSuccess(outcome)) return "success";
  if (next === undefined) return "dead";
  return outcome.kind === "timeout" || outcome.kind === "blocked" ? outcome.kind : "failed";
}
