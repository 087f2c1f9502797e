import { createHmac, randomBytes } from "node:crypto";
import { idFromUuid } from "../../contract/ids.ts";
import { WEBHOOK_SECRET_PREFIX } from "../../contract/keys.ts";
import type { Foundation } from "../../core/foundation.ts";
import type { SecretBox } from "../../core/signing.ts";
import { withSpan } from "../../core/tracing.ts";
import { opened } from "./endpoint-queries.ts";
import type { Attempted, OutgoingMessage } from "./message-queries.ts";
import {
  type Admit,
  nextAttemptAt,
  type PostbackOutcome,
  type PostbackSender,
  type PostbackTimes,
} from "./port.ts";

export interface AttemptDeps extends Pick<Foundation, "clock" | "ids"> {
  readonly sender: PostbackSender;
  readonly secrets: SecretBox;
  readonly admit: Admit;
  readonly times: PostbackTimes;
  /** At least 0 and below 1. */
  readonly random: () => number;
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
      const { status, httpStatus } = attempted;
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
  const signed = { eventId: idFromUuid("evt", message.eventUuid), body, now: startedAt };
  const isLimited = !message.isProven && !deps.sender.isAllowed(url);
  const isProbe = isLimited && message.type === "postback.test";
  const admit = isLimited ? deps.admit : undefined;
  const send = (keys: readonly Uint8Array[]) =>
    deps.sender
      .send({ url, headers: signedHeaders(signed, keys), body, readsAnswer: isProbe, admit })
      .catch((): PostbackOutcome => ({ kind: "failed" }));
  const outcome: PostbackOutcome = secrets.length === 0 ? { kind: "failed" } : await send(secrets);
  const next = isSuccess(outcome) || isGone(outcome) ? undefined : nextOf(message, outcome, deps);
  const durationMs = Math.max(0, Math.round(deps.clock.monotonicMs() - startedMs));
  return {
    uuid: deps.ids.uuid(),
    message,
    outcome,
    isProof: isProbe && (await proves(outcome, body, () => send([makeSecret()]))),
    status: statusOf(outcome, next),
    httpStatus: outcome.kind === "answered" ? outcome.httpStatus : null,
    durationMs,
    nextAttemptAt: next ?? null,
    startedAt,
  };
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

function statusOf(outcome: PostbackOutcome, next: Date | undefined): Attempted["status"] {
  if (outcome.kind === "limited") return "limited";
  if (isSuccess(outcome)) return "success";
  if (next === undefined) return "dead";
  return outcome.kind === "timeout" || outcome.kind === "blocked" ? outcome.kind : "failed";
}

/**
 * Whether the answer to a test proves that the receiver wants our messages: it echoes the
 * challenge, or it refuses a copy with a wrong signature. A server that answers everything alike,
 * such as a stranger's, does neither.
 */
async function proves(
  outcome: PostbackOutcome,
  body: string,
  sendWrongly: () => Promise<PostbackOutcome>,
): Promise<boolean> {
  if (outcome.kind !== "answered" || !isSuccess(outcome)) return false;
  if (echoes(outcome.text ?? "", Object(jsonOf(body)?.data).challenge)) return true;
  const refused = await sendWrongly();
  return refused.kind === "answered" && refused.httpStatus >= 400 && refused.httpStatus <= 403;
}

/** The bare challenge, or an object with it. A server that mirrors requests sends neither. */
function echoes(text: string, challenge: unknown): boolean {
  const echo = text.trim();
  return echo === challenge || jsonOf(echo)?.challenge === challenge;
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** **Source** Standard Webhooks 1.0: keys of 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function makeSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

export function secretOnWire(secret: Uint8Array): string {
  return WEBHOOK_SECRET_PREFIX + Buffer.from(secret).toString("base64");
}

/**
 * The headers of one attempt. While a secret is being rotated there is a signature by each that is
 * live, and a receiver accepts the message when any of them fits.
 *
 * **Source** Standard Webhooks 1.0, "Signature scheme".
 */
export function signedHeaders(
  message: { eventId: string; body: string; now: Date },
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.now.getTime() / 1000));
  const signed = `${message.eventId}.${timestamp}.${message.body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`,
  );
  return {
    "content-type": "application/json",
    "user-agent": "Placard-Postbacks/1.0",
    "webhook-id": message.eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
