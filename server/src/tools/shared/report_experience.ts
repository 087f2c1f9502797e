import { integer, trimmed } from "../../contract/fields.ts";
import { ticketSchema } from "../../contract/resources/message.ts";
import { openTicket } from "../../domain/support/index.ts";
import { ADDS, defineTool } from "../tool.ts";

const textSchema = trimmed(4000);

export const reportExperience = defineTool({
  name: "report_experience",
  title: "Report an experience",
  description:
    "Tells the operator how the exchange is to work with: a rating from 1 (unusable) to 5 " +
    "(excellent), what worked and what failed; returns a ticket. Send it at the end of a " +
    "recipe, or when you give up. For something plainly broken use report_bug.",
  access: "any",
  ...ADDS,
  redactsSecrets: true,
  input: {
    rating: integer(1, 5).describe("1 is unusable, 5 is excellent."),
    journeyStep: trimmed(200)
      .optional()
      .describe("Where on the way you were, such as `first booking`."),
    whatWorked: textSchema.optional().describe("What went well."),
    whatFailed: textSchema.optional().describe("What did not, and what you had expected."),
  },
  output: ticketSchema,
  examples: {
    "After a first booking": {
      rating: 4,
      journeyStep: "first booking",
      whatWorked: "The errors help.",
      whatFailed: "I looked for the floor of cpc in vain.",
    },
  },
  nextTools: ["ask_help", "report_bug"],
  async run({ agentId, deps, tx }, { rating, ...content }) {
    return openTicket(tx, { agentId, about: { rating }, content }, deps);
  },
});
