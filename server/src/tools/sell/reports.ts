import type { z } from "zod";
import { JsonText } from "../../contract/define-tool.ts";
import type { acknowledgementSchema } from "../../contract/resources/delivery.ts";
import { invariant } from "../../core/invariant.ts";
import { campaignNotFound } from "../../domain/campaigns/index.ts";
import type { Report } from "../../domain/events/index.ts";
import type { ToolContext } from "../tool.ts";

/** Refuses an unknown campaign before the report has a transaction. **Errors** `not_found`. */
export async function readyOne(ctx: ToolContext, report: Report): Promise<void> {
  if (!(await ctx.services.events.ready([report]))) throw campaignNotFound();
}

/** Settles the single report of a tool: its acknowledgement, or its error thrown. */
export async function reportOne(
  ctx: ToolContext,
  report: Report,
): Promise<JsonText<z.input<typeof acknowledgementSchema>>> {
  const [result] = await ctx.services.events.report([report], ctx.caller, ctx.within);
  invariant(result !== undefined, "every report has a result");
  if ("error" in result) throw result.error;
  return new JsonText(`{${result.text}`, result.charged === 0n ? 1 : 0);
}
