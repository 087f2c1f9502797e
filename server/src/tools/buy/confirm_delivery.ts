import { z } from "zod";
import { creditsOut, exampleId, idSchema, timeSchema } from "../../contract/fields.ts";
import { creditsFromMicros, ZERO_MICROS } from "../../contract/money.ts";
import { campaignSchema } from "../../contract/resources/campaign.ts";
import { confirmDelivery as confirm } from "../../domain/campaigns/index.ts";
import { COMMITS, defineTool } from "../tool.ts";

export const confirmDelivery = defineTool({
  name: "confirm_delivery",
  title: "Confirm delivery",
  description:
    "Confirms what was delivered so far: the publisher's pending earnings of this campaign " +
    "mature now. To contest events use dispute_events. What a young card purchase paid still " +
    "waits (`waitingCredits`). With `final: true` the campaign also ends and its unspent budget " +
    "returns. It cannot be undone.",
  access: ["advertiser"],
  ...COMMITS,
  errors: ["not_found", "invalid_state"],
  input: {
    campaignId: idSchema("cmp"),
    final: z.boolean().default(false).describe("End the campaign and return what is left."),
  },
  output: campaignSchema.extend({
    maturedCredits: creditsOut.describe("What became `earned` for the publisher by this call."),
    waitingCredits: creditsOut.describe("Confirmed, but paid from a purchase that is too young."),
    waitingUntil: timeSchema.optional().describe("When the last of it matures automatically."),
  }),
  examples: { "Confirm so far": { campaignId: exampleId("cmp") } },
  nextTools: ["get_campaign", "get_advertiser_report"],
  async run({ agentId, deps, services, tx }, input) {
    const own = { ...input, advertiserId: agentId };
    const { campaign, matured, waiting } = await confirm(tx, own, deps);
    if (input.final) services.delivery.facts.changing(input.campaignId);
    return {
      ...campaign,
      maturedCredits: creditsFromMicros(matured),
      waitingCredits: creditsFromMicros(waiting?.amount ?? ZERO_MICROS),
      waitingUntil: waiting?.until.toISOString(),
    };
  },
});
