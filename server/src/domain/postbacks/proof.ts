import type { OutgoingMessage } from "./message-queries.ts";
import type { PostbackOutcome, PostbackRequest } from "./port.ts";
import { makeSecret, signedHeaders } from "./sign.ts";

/**
 * Whether the answer to a test proves that the receiver wants our messages: it echoes the
 * challenge, or it refuses a copy with a wrong signature. A server that answers everything alike,
 * such as a stranger's, does neither.
 */
export async function isProof(
  outcome: PostbackOutcome,
  message: OutgoingMessage,
  {
    eventId,
    now,
    send,
  }: {
    readonly eventId: string;
    readonly now: Date;
    readonly send: (request: Pick<PostbackRequest, "headers">) => Promise<PostbackOutcome>;
  },
): Promise<boolean> {
  if (outcome.kind !== "answered" || outcome.httpStatus < 200 || outcome.httpStatus > 299) {
    return false;
  }
  if (echoes(outcome.text ?? "", challengeOf(message.body))) return true;
  const headers = signedHeaders({ eventId, body: message.body, now }, [makeSecret()]);
  const refused = await send({ headers });
  return refused.kind === "answered" && refused.httpStatus >= 400 && refused.httpStatus <= 403;
}

/** The bare challenge, or an object with it. A server that mirrors requests sends neither. */
function echoes(text: string, challenge: unknown): boolean {
  const echo = text.trim();
  return echo === challenge || jsonOf(echo)?.challenge === challenge;
}

function challengeOf(body: string): unknown {
  return Object(jsonOf(body)?.data).challenge;
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
