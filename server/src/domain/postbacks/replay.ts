import { ExchangeError, notFound } from "../../contract/errors.ts";
import type { Tx } from "../../core/db.ts";
import { redriveMessages } from "./message-queries.ts";
import { requirePostback } from "./register.ts";

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
