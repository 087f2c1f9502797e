import { z } from "zod";
import { nextToolsSchema } from "../fields.ts";

export const HELP_TEXT_MAX = 4_000;
export const NEXT_STEPS_MAX = 5;

const argumentsSchema = z
  .record(z.string(), z.unknown())
  .describe("For that tool, with your own ids; send them as they are, once `yours` are set.");
const yoursSchema = z
  .array(z.string())
  .describe("Arguments that only you know: add them, or put your own in place of what is there.");

export const stepSchema = z.object({
  step: z.string(),
  title: z.string(),
  status: z
    .enum(["done", "missing", "waiting", "blocked"])
    .describe("missing: you can take it now. waiting: others or time have to act."),
  because: z.string(),
  nextTool: z.string().optional(),
  arguments: argumentsSchema.optional(),
  yours: yoursSchema.optional(),
});

export const activationSchema = z.object({
  percent: z.number().int().describe("Steps that are done, in whole percent."),
  steps: z.array(stepSchema),
  nextTools: nextToolsSchema,
});

export const nextStepSchema = z.object({
  tool: z.string(),
  arguments: argumentsSchema,
  why: z.string(),
  status: z
    .enum(["ready", "waiting"])
    .describe("ready: call it now. waiting: it only shows whether others have acted meanwhile."),
  yours: yoursSchema.optional(),
});
export type NextStep = z.infer<typeof nextStepSchema>;

export const helpSchema = z.object({
  answer: z.string(),
  nextSteps: z.array(nextStepSchema).describe("The most useful first."),
  nextTools: nextToolsSchema,
  errorCode: z.string().optional().describe("The error code that the question is about."),
  toolName: z.string().optional().describe("The tool that the question is about."),
  docs: z.array(z.string()).describe("Addresses to read."),
});

/** What PostgreSQL cannot store: a NUL character, half of a surrogate pair. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u;

/** The body of `POST /api/agent`; the tool's own schema checks the arguments. */
export const agentCallSchema = z.strictObject({
  tool: z.string().min(1).max(100),
  arguments: z.unknown().optional(),
  idempotencyKey: z.string().min(1).max(255).regex(STORABLE).optional(),
});
export type AgentCall = z.infer<typeof agentCallSchema>;
