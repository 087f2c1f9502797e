import { z } from "zod";
import { POSTBACK_TYPES, postbackTypeSchema } from "../../contract/enums.ts";
import { idSchema } from "../../contract/ids.ts";
import {
  POSTBACK_DESCRIPTION_MAX,
  POSTBACK_URL_MAX,
  registeredPostbackSchema,
} from "../../contract/resources/postback.ts";
import { registerPostback as register } from "../../domain/postbacks/index.ts";
import { callerOf, txOf } from "../context.ts";
import { ADDS, defineTool } from "../tool.ts";

export const registerPostback = defineTool({
  name: "register_postback",
  module: "buy",
  title: "Register a webhook",
  description:
    "Has the exchange POST to your server when something happens to you, on either side of a " +
    "booking: JSON, signed as Standard Webhooks, repeated with the same id and bytes for three " +
    "days until you answer 2xx. Leave eventTypes out for every type, campaignId for all of your " +
    "campaigns. The secret is shown once. Registering the same url (and campaignId) again " +
    "rotates the secret: both sign for 24 hours; it also makes a disabled postback active " +
    "again. Try it with test_postback; what was sent about a campaign is in get_attribution.",
  access: "any",
  rateClass: "write",
  effect: "write",
  hints: ADDS,
  errors: ["invalid_arguments", "postback_url_rejected", "not_found", "invalid_state", "conflict"],
  input: z.strictObject({
    url: z
      .string()
      .min(1)
      .max(POSTBACK_URL_MAX)
      .describe("https, a public host, port 443; no user, no fragment."),
    eventTypes: z.array(postbackTypeSchema).min(1).max(POSTBACK_TYPES.length).optional(),
    campaignId: idSchema("cmp").optional().describe("Only what is about this campaign."),
    description: z.string().trim().min(1).max(POSTBACK_DESCRIPTION_MAX).optional(),
  }),
  output: registeredPostbackSchema,
  examples: [
    {
      title: "Conversions of one campaign",
      arguments: {
        url: "https://hooks.example.com/placard",
        eventTypes: ["click.recorded", "conversion.recorded", "campaign.exhausted"],
        campaignId: "cmp_01k9zq3v5te7kbn8w2r4c6d8fg",
      },
    },
  ],
  nextTools: ["test_postback", "list_postbacks"],
  run(ctx, input) {
    const { ids, postbacks } = ctx.services;
    const deps = { ids, now: ctx.now, sender: postbacks.sender };
    return register(txOf(ctx), callerOf(ctx).agentId, input, deps);
  },
});
