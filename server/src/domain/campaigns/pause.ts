import type { Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { enqueuePostback } from "../outbox/index.ts";
import { lockActive } from "./change-queries.ts";
import { moveCampaign } from "./move.ts";

/**
 * Locks the active campaigns of an advertiser, in id order, and returns a function that pauses
 * them: a caller that moves the advertiser's money in between holds the locks in the right order.
 */
export async function lockToPause(
  tx: Tx,
  advertiserId: string,
  deps: { ids: IdSource; now: Date },
): Promise<{ pause(): Promise<void> }> {
  const active = await lockActive(tx, advertiserId);
  return {
    async pause() {
      for (const { campaignId, publisherId } of active) {
        await moveCampaign(tx, { campaignId, from: "active", to: "paused" }, deps.now);
        for (const agentId of [advertiserId, publisherId]) {
          await enqueuePostback(tx, deps, {
            type: "campaign.updated",
            agentId,
            campaignId,
            data: { campaignId, status: "paused", reason: "The payment was taken back." },
          });
        }
      }
    },
  };
}
