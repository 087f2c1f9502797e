import { randomBytes } from "node:crypto";
import type { PostbackType } from "../../contract/enums.ts";
import { ExchangeError, notFound } from "../../contract/errors.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { PostbackLogEntry, RegisteredPostback } from "../../contract/resources/postback.ts";
import type { Database, Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import type { SecretBox } from "../../core/signing.ts";
import { requireCampaign } from "../campaigns/index.ts";
import { checkText } from "../review/index.ts";
import {
  type AttemptDeps,
  attemptMessage,
  isSuccess,
  makeSecret,
  secretOnWire,
} from "./attempt.ts";
import { bodyOf } from "./body.ts";
import {
  countEndpoints,
  deleteEndpoint,
  findEndpoint,
  reviveEndpoint,
  rotateSecret,
  upsertEndpoint,
} from "./endpoint-queries.ts";
import { recordHealth } from "./health-queries.ts";
import { findFirstAttempt } from "./log-queries.ts";
import { findMessage, insertTest, recordAttempts, redriveMessages } from "./message-queries.ts";
import { POSTBACK_TIMES, type PostbackSender } from "./port.ts";

export interface PostbackInput {
  readonly url: string;
  readonly eventTypes?: readonly PostbackType[] | undefined;
  readonly campaignId?: string | undefined;
  readonly description?: string | undefined;
}

export interface RegisterDeps {
  readonly ids: Pick<IdSource, "id" | "uuid">;
  readonly now: Date;
  readonly sender: Pick<PostbackSender, "checkUrl" | "isAllowed">;
  readonly secrets: SecretBox;
}

const ENDPOINTS_MAX = 50;

/** Types of settled events, which the dispatcher reads only while an endpoint wants them. */
const EVENT_TYPES: readonly PostbackType[] = [
  "impression.batch",
  "click.recorded",
  "conversion.recorded",
  "coupon.redeemed",
  "unbilled.batch",
];

/**
 * Registers an endpoint. If its URL is registered already, for the same campaign or for none, this
 * rotates the secret: the previous one also signs for 24 hours, omitted fields do not change, and a
 * disabled endpoint becomes active.
 *
 * **Errors** `invalid_arguments`, `postback_url_rejected`, `not_found` (campaign),
 * `invalid_state` (too many).
 */
export async function registerPostback(
  tx: Tx,
  agentId: string,
  input: PostbackInput,
  deps: RegisterDeps,
): Promise<RegisteredPostback> {
  const { campaignId, eventTypes, description } = input;
  const { now } = deps;
  checkText([{ field: "description", text: description }], "name", "invalid_arguments");
  const url = deps.sender.checkUrl(input.url);
  if (campaignId !== undefined) await requireCampaign(tx, campaignId, agentId);
  const { postbackId, isNew, isProven } = await upsertEndpoint(tx, {
    postbackId: deps.ids.id("whk"),
    agentId,
    url,
    campaignId,
    eventTypes,
    wantsEvents: isAboutEvents(eventTypes),
    description,
    now,
  });
  if (isNew) await requireRoom(tx, agentId);
  const secret = makeSecret();
  const othersEndAt = new Date(now.getTime() + POSTBACK_TIMES.rotationMs);
  const sealed = deps.secrets.seal(secret, uuidFromId(postbackId));
  await rotateSecret(tx, { postbackId, sealed, now, othersEndAt });
  // Its answer proves that the receiver wants messages.
  if (!isProven && !deps.sender.isAllowed(url)) {
    await writeTest(tx, postbackId, { ids: deps.ids, now, dueAt: now });
  }
  return {
    postbackId,
    secret: secretOnWire(secret),
    status: "active",
    ...(isNew ? {} : { previousSecretEndsAt: othersEndAt.toISOString() }),
  };
}

function isAboutEvents(eventTypes: readonly PostbackType[] | undefined): boolean {
  if (eventTypes === undefined || eventTypes.length === 0) return true;
  return eventTypes.some((type) => EVENT_TYPES.includes(type));
}

async function requireRoom(tx: Tx, agentId: string): Promise<void> {
  if ((await countEndpoints(tx, agentId)) <= ENDPOINTS_MAX) return;
  throw new ExchangeError("invalid_state", {
    message: `An agent has at most ${ENDPOINTS_MAX} postbacks.`,
    details: { status: "full", validActions: ["delete_postback"] },
    suggestion: "Delete one that is not needed any more.",
    nextTools: ["list_postbacks", "delete_postback"],
  });
}

/** **Errors** `not_found`. */
export async function requirePostback(db: Queryable, postbackId: string, agentId: string) {
  const found = await findEndpoint(db, postbackId, agentId);
  if (found === undefined) {
    throw notFound("postback", {
      message: "There is no such postback.",
      nextTools: ["list_postbacks"],
    });
  }
  return found;
}

/** Deletes an endpoint and its pending messages. **Errors** `not_found`. */
export async function deletePostback(
  tx: Tx,
  postback: { postbackId: string; agentId: string; now: Date },
): Promise<void> {
  await requirePostback(tx, postback.postbackId, postback.agentId);
  await deleteEndpoint(tx, postback.postbackId, postback.now);
}

export const REPLAY_MAX = 1_000;

/**
 * Sends messages of one endpoint again, with the same ids and bytes, from the first attempt on:
 * one by its event, or the dead letters, oldest first.
 *
 * **Errors** `not_found` (endpoint, or event already deleted), `invalid_state` (disabled).
 */
export async function replayPostback(
  tx: Tx,
  replay: { agentId: string; postbackId: string; eventId: string | undefined; now: Date },
): Promise<{ replayed: number; remaining: number }> {
  const { postbackId, eventId, now } = replay;
  const postback = await requirePostback(tx, postbackId, replay.agentId);
  if (postback.status === "disabled") {
    throw new ExchangeError("invalid_state", {
      message: "The postback is disabled.",
      details: { status: "disabled", validActions: ["test_postback", "register_postback"] },
      suggestion: "Repair the receiver; a test_postback that succeeds makes it active again.",
      nextTools: ["test_postback"],
    });
  }
  const replayed = await redriveMessages(tx, {
    postbackId,
    eventId: eventId ?? null,
    limit: REPLAY_MAX,
    now,
  });
  if (eventId !== undefined && replayed === 0) {
    throw notFound("event", {
      message: "There is no such event for this postback, or it is not kept any more.",
      nextTools: ["list_postbacks"],
    });
  }
  const remaining = eventId === undefined ? Math.max(0, postback.dead - replayed) : postback.dead;
  return { replayed, remaining };
}

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
  await insertTest(tx, { endpointUuid, eventUuid, body, now, dueAt });
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
    await recordAttempts(db, [attempted]);
    await recordHealth(db, [attempted], { now: deps.clock.now(), times: deps.times });
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
