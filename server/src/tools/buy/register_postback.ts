import { z } from "zod";
import { POSTBACK_TYPES, postbackTypeSchema } from "../../contract/enums.ts";
import { exampleId, idSchema, trimmed } from "../../contract/fields.ts";
import {
  POSTBACK_DESCRIPTION_MAX,
  POSTBACK_URL_MAX,
  registeredPostbackSchema,
} from "../../contract/resources/postback.ts";
import { registerPostback as register } from "../../domain/postbacks/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const registerPostback = defineTool({
  name: "register_postback",
  title: "Register a webhook",
  description:
    "Makes the exchange POST what happens on either side of your bookings to your server: " +
    "signed as Standard Webhooks, retried for three days until you answer 2xx. The secret is " +
    "shown once; the same url again rotates it and reactivates a disabled webhook. Try it with " +
    "test_postback.",
  access: "any",
  ...ADDS,
  errors: ["postback_url_rejected", "not_found", "invalid_state", "conflict"],
  input: {
    url: z
      .string()
      .min(1)
      .max(POSTBACK_URL_MAX)
      .describe("https, a public host, port 443; no user, no fragment."),
    eventTypes: z
      .array(postbackTypeSchema)
      .min(1)
      .max(POSTBACK_TYPES.length)
      .optional()
      .describe("Default: every type."),
    campaignId: idSchema("cmp").optional().describe("Only what is about this campaign."),
    description: trimmed(POSTBACK_DESCRIPTION_MAX).optional().describe("Your own note."),
  },
  output: registeredPostbackSchema,
  examples: {
    "Conversions of one campaign": {
      url: "https://hooks.example.com/placard",
      eventTypes: ["click.recorded", "conversion.recorded", "campaign.exhausted"],
      campaignId: exampleId("cmp"),
    },
  },
  nextTools: ["test_postback", "list_postbacks"],
  run({ agentId, now, services, tx }, input) {
    const deps = { ...services.postbacks, ids: services.ids, now };
    return register(tx, agentId, input, deps);
  },
});
