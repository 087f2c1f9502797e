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

/**
 * Writes a `postback.test` for one endpoint, whatever types it wants. The caller sends it; if the
 * caller's process dies first, a worker does after the time of a lease.
 */
export async function writeTest(
  tx: Tx,
  postbackId: string,
  deps: Pick<AttemptDeps, "ids" | "times"> & { now: Date },
): Promise<string> {
  const { now } = deps;
  const eventUuid = deps.ids.uuid();
  const type = "postback.test";
  const endpointUuid = uuidFromId(postbackId);
  const body = bodyOf({ eventUuid, type, createdAt: now, data: { postbackId } });
  const message = { endpointUuid, eventUuid, type, campaignUuid: null, body, isDue: true } as const;
  await insertMessages(tx, [message], {
    now,
    dueAt: new Date(now.getTime() + deps.times.leaseMs),
  });
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
    if (isSuccess(attempted.outcome)) {
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
