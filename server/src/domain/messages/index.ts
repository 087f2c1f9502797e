import { ExchangeError } from "../../contract/errors.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Message } from "../../contract/resources/message.ts";
import type { Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { requireCampaign } from "../campaigns/index.ts";
import { enqueuePostback } from "../outbox/index.ts";
import { checkText } from "../review/index.ts";
import { countSince, flagged, insertMessage, lockSender } from "./queries.ts";

export { findMessages } from "./queries.ts";

/** Of one sender to one campaign. */
export const MESSAGES_PER_HOUR = 60;
const HOUR_SECONDS = 3_600;
const HOUR_MS = HOUR_SECONDS * 1_000;

/**
 * Stores a message to the other side of a booking in any state, and notifies that side by postback.
 *
 * **Errors** `invalid_arguments` for control characters; `not_found` also for a campaign of two
 * other agents; `rate_limited`.
 */
export async function sendMessage(
  tx: Tx,
  input: { sender: Pick<Agent, "agentId" | "displayName">; campaignId: string; body: string },
  deps: { ids: IdSource; now: Date },
): Promise<Message> {
  const { sender, campaignId, body } = input;
  const { agentId: senderId, displayName } = sender;
  checkText([{ field: "body", text: body }], "message", "invalid_arguments");
  const campaign = await requireCampaign(tx, campaignId, senderId);
  await checkPace(tx, { campaignId, senderId }, deps.now);
  const isPublisher = campaign.publisherId === senderId;
  const message: Message = {
    messageId: deps.ids.id("msg"),
    campaignId,
    senderId,
    sender: { displayName, role: isPublisher ? "publisher" : "advertiser" },
    ...flagged(body),
    createdAt: deps.now.toISOString(),
  };
  await insertMessage(tx, message);
  const agentId = isPublisher ? campaign.advertiserId : campaign.publisherId;
  await enqueuePostback(tx, deps, { type: "message.created", agentId, campaignId, data: message });
  return message;
}

async function checkPace(tx: Tx, of: { campaignId: string; senderId: string }, now: Date) {
  await lockSender(tx, of.campaignId, of.senderId);
  const since = new Date(now.getTime() - HOUR_MS);
  const { count, firstAt } = await countSince(tx, { ...of, since });
  if (count < MESSAGES_PER_HOUR) return;
  const waitMs = (firstAt ?? now).getTime() - since.getTime();
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  throw new ExchangeError("rate_limited", {
    message: `You sent more than ${MESSAGES_PER_HOUR} messages to this campaign within an hour.`,
    retryAfterSeconds,
    details: { policy: "messages", quota: MESSAGES_PER_HOUR, windowSeconds: HOUR_SECONDS },
    suggestion: `Wait ${retryAfterSeconds} seconds, or combine messages.`,
  });
}
