import { randomBytes } from "node:crypto";
import { ExchangeError } from "../../contract/errors.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { PostbackLogEntry } from "../../contract/resources/postback.ts";
import type { Database, Tx } from "../../core/db.ts";
import { type AttemptDeps, attemptMessage, isSuccess } from "./attempt.ts";
import { bodyOf } from "./body.ts";
import { reviveEndpoint } from "./endpoint-queries.ts";
import { recordHealth } from "./health.ts";
import { findFirstAttempt } from "./log-queries.ts";
import { findMessage, insertMessages, recordAttempts } from "./message-queries.ts";

const CHALLENGE_BYTES = 24;

/**
 * Writes a `postback.test` for one endpoint, whatever types it wants, with a challenge that a
 * receiver may echo. A worker sends it after `dueAt`.
 */
export async function writeTest(
  tx: Tx,
  postbackId: string,
  deps: Pick<AttemptDeps, "ids"> & { now: Date; dueAt: Date },
): Promise<string> {
  const { now, dueAt } = deps;
  const eventUuid = deps.ids.uuid();
  const type = "postback.test";
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const endpointUuid = uuidFromId(postbackId);
  const body = bodyOf({ eventUuid, type, createdAt: now, data: { postbackId, challenge } });
  const message = { endpointUuid, eventUuid, type, campaignUuid: null, body, isDue: true } as const;
  await insertMessages(tx, [message], { now, dueAt });
  return eventUuid;
}

/**
 * Sends a test and returns its result; a repeated call returns that of the first attempt. A success
 * enables a disabled endpoint.
 */
export async function sendTest(
  db: Database,
  test: { postbackId: string; eventId: string },
  deps: AttemptDeps,
): Promise<PostbackLogEntry> {
  const before = await findFirstAttempt(db, test);
  if (before !== undefined) return before;
  const message = await findMessage(db, { ...test, now: deps.clock.now() });
  if (message !== undefined) {
    const attempted = await attemptMessage(message, deps);
    const { outcome } = attempted;
    if (outcome.kind === "limited") throw limited(outcome.until, deps.clock.now());
    if (isSuccess(outcome)) {
      await reviveEndpoint(db, test.postbackId, deps.clock.now());
    }
    await recordAttempts(db, [attempted.result]);
    await recordHealth([attempted], { db, clock: deps.clock, times: deps.times });
  }
  const after = await findFirstAttempt(db, test);
  // The endpoint was deleted in between.
  if (after === undefined)
    throw new ExchangeError("not_found", { details: { resource: "postback" } });
  return after;
}

/** The message stays: the worker sends it when the receiver may be sent to again. */
function limited(until: Date, now: Date): ExchangeError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return new ExchangeError("rate_limited", {
    message: "This receiver has not proven that it wants messages and was sent enough this hour.",
    details: { retryAfterSeconds: seconds },
    suggestion:
      "Let the receiver answer 2xx to postback.test with data.challenge in the body, or refuse " +
      "wrong signatures with 401.",
    nextTools: ["list_postbacks"],
  });
}
