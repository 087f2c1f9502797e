import { z } from "zod";
import { exampleId, trimmed } from "../../contract/fields.ts";
import {
  severitySchema,
  supportContextSchema,
  ticketSchema,
} from "../../contract/resources/message.ts";
import { openTicket } from "../../domain/support/index.ts";
import { ADDS, defineTool } from "../tool.ts";

const STEPS_MAX = 50;
const STEPS_LENGTH_MAX = 4_000;
const STEP_LENGTH_MAX = 1_000;

const stepsSchema = z
  .union([trimmed(STEPS_LENGTH_MAX), z.array(trimmed(STEP_LENGTH_MAX)).min(1).max(STEPS_MAX)], {
    error:
      `must be a text of up to ${STEPS_LENGTH_MAX} characters, or a list of up to ` +
      `${STEPS_MAX} texts of up to ${STEP_LENGTH_MAX}`,
  })
  .describe("How to make it happen again.");

export const reportBug = defineTool({
  name: "report_bug",
  title: "Report a bug",
  description:
    "Reports behaviour that is not as documented, such as a deliver_ad that answers 500; " +
    "returns a ticket. Put `toolName` and the `requestId` of the wrong answer into `context`. " +
    "If an error says what to correct, correct that instead; for opinions use " +
    "report_experience.",
  access: "any",
  ...ADDS,
  redactsSecrets: true,
  input: {
    title: trimmed(200).describe("What is wrong, in one line."),
    description: trimmed(4000).describe("What happened, what should have."),
    severity: severitySchema.default("medium").describe("`critical`: money is wrong."),
    steps: stepsSchema.optional(),
    context: supportContextSchema.optional(),
  },
  output: ticketSchema,
  examples: {
    "A delivery that fails": {
      title: "deliver_ad answers 500 for an active campaign",
      description: "Every third turn fails.",
      severity: "high",
      steps: ["Call deliver_ad three times"],
      context: { toolName: "deliver_ad", requestId: exampleId("req") },
    },
  },
  nextTools: ["ask_help", "whoami"],
  async run({ agentId, deps, tx }, { severity, ...content }) {
    return openTicket(tx, { agentId, about: { severity }, content }, deps);
  },
});
