import type { z } from "zod";
import { JsonText, type ToolHints } from "../../contract/define-tool.ts";
import type { Role } from "../../contract/enums.ts";
import type { ErrorCode } from "../../contract/errors.ts";
import type { acknowledgementSchema } from "../../contract/resources/event.ts";
import { invariant } from "../../core/invariant.ts";
import type { Report } from "../../domain/events/index.ts";
import { callerOf, type ToolContext } from "../context.ts";

const hints: ToolHints = {
  readOnly: false,
  destructive: false,
  idempotent: true,
  openWorld: false,
};
const errors: readonly ErrorCode[] = [
  "invalid_arguments",
  "not_found",
  "wrong_role",
  "event_outside_window",
  "event_conflict",
  "unavailable",
];
const publishers: readonly Role[] = ["publisher"];

/** What the report tools have in common. */
export const REPORTS = {
  module: "sell",
  access: publishers,
  rateClass: "report",
  effect: "report",
  hints,
  errors,
} as const;

/** Settles the single report of a tool: its acknowledgement, or its error thrown. */
export async function reportOne(
  ctx: ToolContext,
  report: Report,
): Promise<JsonText<z.input<typeof acknowledgementSchema>>> {
  const [result] = await ctx.services.events.report([report], callerOf(ctx), ctx.tx ?? undefined);
  invariant(result !== undefined, "every report has a result");
  if ("error" in result) throw result.error;
  return new JsonText(`{${result.text}`);
}
