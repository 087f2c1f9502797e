import { exampleId, idSchema } from "../../contract/fields.ts";
import { messageBodySchema, messageSchema } from "../../contract/resources/message.ts";
import { MESSAGES_PER_HOUR, sendMessage as send } from "../../domain/messages/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const sendMessage = defineTool({
  name: "send_message",
  title: "Write to the other side",
  description:
    "Sends a message to the other side of a booking, such as a question about the creative " +
    "before its events are disputed. The other side reads it with list_messages or gets the " +
    `postback \`message.created\`. At most ${MESSAGES_PER_HOUR} an hour. It changes nothing ` +
    "about the booking: for that use update_campaign.",
  access: "any",
  ...ADDS,
  redactsSecrets: true,
  errors: ["not_found"],
  input: { campaignId: idSchema("cmp"), body: messageBodySchema },
  output: messageSchema,
  examples: {
    "A question before a dispute": {
      campaignId: exampleId("cmp"),
      body: "Forty clicks at 3:00 UTC left no visit with us. Can you see where they came from?",
    },
  },
  nextTools: ["list_messages"],
  run: ({ caller, deps, tx }, input) => send(tx, { sender: caller.agent, ...input }, deps),
});
