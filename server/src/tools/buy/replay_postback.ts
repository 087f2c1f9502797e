import { z } from "zod";
import { exampleId, idSchema } from "../../contract/fields.ts";
import { replayPostback as replay } from "../../domain/postbacks/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const replayPostback = defineTool({
  name: "replay_postback",
  title: "Send webhook messages again",
  description:
    "Sends messages of one of your webhooks again, with their old ids and bytes: the one of " +
    "`eventId`, else up to 1,000 that were given up, the oldest first. The webhook must be " +
    "active: test_postback reactivates it. list_postbacks shows what is left.",
  access: "any",
  ...ADDS,
  hints: { ...ADDS.hints, openWorld: true },
  errors: ["not_found", "invalid_state"],
  input: {
    postbackId: idSchema("whk"),
    eventId: idSchema("evt").optional().describe("The `webhook-id` of the message."),
  },
  output: z.object({
    postbackId: idSchema("whk"),
    replayed: z.number(),
    remaining: z.number().describe("Given up messages that are left: call again."),
  }),
  examples: { "Everything that was given up": { postbackId: exampleId("whk") } },
  nextTools: ["list_postbacks"],
  async run({ agentId, now, tx }, { postbackId, eventId }) {
    return { postbackId, ...(await replay(tx, { agentId, postbackId, eventId, now })) };
  },
});
