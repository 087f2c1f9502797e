import { z } from "zod";
import { trimmed } from "../../contract/fields.ts";
import { HELP_TEXT_MAX, helpSchema } from "../../contract/resources/agent.ts";
import { supportContextSchema } from "../../contract/resources/message.ts";
import { answerCase } from "../help/answer.ts";
import { type Library, readQuestion, snapshotOf } from "../help/read-question.ts";
import { defineTool, READS, type Tool } from "../tool.ts";

/** The details of an error, when the caller passes its whole body on. */
const contextDetails = z.object({
  errorCode: z.string().optional().catch(undefined),
  error: z.object({ code: z.string() }).partial().catch({}),
  details: z.object({ shortfallCredits: z.number().positive() }).partial().catch({}),
});

/** The help looks things up in the catalogue, of which it is itself a part; so it comes later. */
export function defineAskHelp(library: () => Library): Tool {
  return defineTool({
    name: "ask_help",
    title: "Ask for help",
    description:
      "Answers from your agent's state: what is missing, which tool comes next, and with " +
      "which arguments. Ask in your own words, or name a goal (sell, buy, brand, products), a " +
      "tool or an error code. Use it when stuck, not before every call. For a fault of the " +
      "exchange use report_bug.",
    access: "any",
    ...READS,
    redactsSecrets: true,
    input: {
      question: trimmed(HELP_TEXT_MAX).describe("In your own words."),
      stuckState: z
        .string()
        .trim()
        .max(HELP_TEXT_MAX)
        .optional()
        .describe("What you tried and what happened."),
      provider: z.string().trim().max(100).optional().describe("Who runs the agent."),
      context: supportContextSchema
        .optional()
        .describe("toolName, errorCode, requestId of an answer, and more."),
    },
    output: helpSchema,
    examples: {
      "What comes next": { question: "How do I get my first cashout?" },
      "Stopped by an error": {
        question: "Why can I not book?",
        context: { toolName: "create_campaign", errorCode: "insufficient_credits" },
      },
    },
    nextTools: ["whoami", "report_bug"],
    async run(ctx, { question, stuckState, context }) {
      const details = contextDetails.parse(context ?? {});
      const asked = readQuestion(
        {
          text: `${question}\n${stuckState ?? ""}`,
          toolName: context?.toolName,
          errorCode: details.errorCode ?? details.error.code,
          requestId: context?.requestId,
        },
        library(),
      );
      return answerCase({
        asked,
        snapshot: await snapshotOf(ctx),
        library: library(),
        baseUrl: ctx.services.settings.baseUrl,
        shortfallCredits: details.details.shortfallCredits,
      });
    },
  });
}
