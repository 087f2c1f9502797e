import type { z } from "zod";
import {
  defineTool as define,
  type Tool as GenericTool,
  type ToolDefinition,
} from "../contract/define-tool.ts";
import type { ToolContext } from "./context.ts";

export type Tool = GenericTool<ToolContext>;

/** `defineTool` of the contract, with our context filled in. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output, ToolContext>,
): Tool {
  return define(definition);
}

type Behaviour = Pick<Tool, "rateClass" | "effect" | "hints">;

/** Reads and changes nothing. */
export const READS: Behaviour = {
  rateClass: "read",
  effect: "read",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
};

/** Adds something, and repeats add again unless they carry an idempotency key. */
export const ADDS: Behaviour = {
  rateClass: "write",
  effect: "write",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
};

/** Moves or commits money, or ends something. */
export const COMMITS: Behaviour = { ...ADDS, hints: { ...ADDS.hints, destructive: true } };

/** Reports events to settlement; a repeat with the same event id counts once. */
export const SETTLES: Behaviour & Pick<Tool, "errors"> = {
  errors: [
    "invalid_arguments",
    "not_found",
    "wrong_role",
    "event_outside_window",
    "event_conflict",
    "unavailable",
  ],
  rateClass: "report",
  effect: "report",
  hints: { ...ADDS.hints, idempotent: true },
};
