import type { Tx } from "../core/db.ts";
import {
  type CampaignDeps,
  campaignNotFound,
  changeCampaign,
  findCampaign,
  requestRefund,
} from "../domain/campaigns/index.ts";
import { enqueueUpdate } from "../domain/outbox/index.ts";
import { type Action, audit, defineCommand } from "./command.ts";
import type { PlatformContext } from "./platform.ts";

type Act = (
  tx: Tx,
  input: { campaignId: string; advertiserId: string; reason: string },
  deps: CampaignDeps,
) => Promise<unknown>;

/** **Errors** `not_found`; `invalid_state` when the campaign's state does not lead there. */
export const runCampaignsCommand = defineCommand<PlatformContext>("campaigns", {
  pause: {
    usage: "CAMPAIGN_ID --reason TEXT",
    run: acting("pause", (tx, own, deps) => changeCampaign(tx, own, { status: "paused" }, deps)),
  },
  end: { usage: "CAMPAIGN_ID --reason TEXT --yes", run: acting("end", requestRefund) },
});

function acting(action: "pause" | "end", act: Act): Action<PlatformContext>["run"] {
  return async (given, context) => {
    const { subject: campaignId } = given;
    const reason = given.get("reason") ?? "";
    const { db, ids, clock } = context;
    const deps = { ...context.campaigns(), ids, now: clock.now() };
    const campaign = await db.tx(async (tx) => {
      const advertiserId = (await findCampaign(tx, campaignId))?.advertiserId;
      if (advertiserId === undefined) throw campaignNotFound();
      await act(tx, { campaignId, advertiserId, reason }, deps);
      const after = await findCampaign(tx, campaignId);
      if (after === undefined) throw campaignNotFound();
      const detail = { status: after.status, reason };
      await enqueueUpdate(tx, deps, [advertiserId], { campaignId, ...detail });
      await audit(tx, context, { action: `campaigns.${action}`, subject: campaignId, detail });
      return after;
    });
    return { json: campaign, text: `${campaignId} is ${campaign.status}\n` };
  };
}
