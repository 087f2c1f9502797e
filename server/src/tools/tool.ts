import type { z } from "zod";
import {
  defineTool as define,
  type Tool as GenericTool,
  type ToolDefinition,
  type ToolHints,
} from "../contract/define-tool.ts";
import type { ToolContext } from "./context.ts";

export type Tool = GenericTool<ToolContext>;

/** `defineTool` of the contract, with our context filled in. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output, ToolContext>,
): Tool {
  return define(definition);
}

/** Reads and changes nothing. */
export const READS: ToolHints = {
  readOnly: true,
  destructive: false,
  idempotent: true,
  openWorld: false,
};

/** Adds something, and repeats add again unless they carry an idempotency key. */
export const ADDS: ToolHints = {
  readOnly: false,
  destructive: false,
  idempotent: false,
  openWorld: false,
};

/** Moves or commits money, or ends something. */
export const COMMITS: ToolHints = {
  readOnly: false,
  destructive: true,
  idempotent: false,
  openWorld: false,
};
