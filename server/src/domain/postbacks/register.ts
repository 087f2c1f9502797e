import type { PostbackType } from "../../contract/enums.ts";
import { ExchangeError, notFound } from "../../contract/errors.ts";
import { uuidFromId } from "../../contract/ids.ts";
import type { Postback, RegisteredPostback } from "../../contract/resources/postback.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { requireCampaign } from "../campaigns/index.ts";
import { checkText } from "../review/index.ts";
import {
  countEndpoints,
  deleteEndpoint,
  findEndpoint,
  upsertEndpoint,
} from "./endpoint-queries.ts";
import type { PostbackSender } from "./port.ts";
import { POSTBACK_TIMES } from "./schedule.ts";
import { rotateSecret } from "./secret-queries.ts";
import { makeSecret, secretOnWire } from "./sign.ts";
import { writeTest } from "./test-postback.ts";

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
export async function requirePostback(
  db: Queryable,
  postbackId: string,
  agentId: string,
): Promise<Postback> {
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
