import { z } from "zod";
import { PLACEMENT_STATUSES } from "../../contract/enums.ts";
import { exampleId, idSchema } from "../../contract/fields.ts";
import { placementFields, placementSchema } from "../../contract/resources/placement.ts";
import { changePlacement } from "../../domain/placements/index.ts";
import { ADDS, callerOf, defineTool, txOf } from "../tool.ts";

export const updatePlacement = defineTool({
  name: "update_placement",
  module: "sell",
  title: "Edit or deactivate a placement",
  description:
    "Changes your own placement, pauses it (status paused), resumes it (active) or retires it " +
    "for good (archived). Only the fields you send change. A new title, description, kind or " +
    "adUnitType returns it to review; a new rate applies to later bookings. To sell another " +
    "unit use list_placement.",
  access: ["publisher"],
  ...ADDS,
  hints: { ...ADDS.hints, idempotent: true },
  errors: [
    "invalid_arguments",
    "rate_below_floor",
    "creative_rejected",
    "not_found",
    "invalid_state",
    "conflict",
  ],
  input: z
    .strictObject(placementFields)
    .partial()
    .extend({
      placementId: idSchema("plc"),
      status: z.enum(PLACEMENT_STATUSES).optional().describe("`archived` is final."),
      revision: z
        .number()
        .int()
        .min(1)
        .optional()
        .describe("Answer conflict when it is no longer this."),
    }),
  output: placementSchema,
  examples: { "Pause a placement": { placementId: exampleId("plc"), status: "paused" } },
  nextTools: ["list_campaigns", "list_placements"],
  async run(ctx, input) {
    const { placementId, ...change } = input;
    const { delivery, ids, settings } = ctx.services;
    const own = { publisherId: callerOf(ctx).agentId, placementId };
    const { reviewPolicy } = settings;
    const placement = await changePlacement(txOf(ctx), own, change, {
      ids,
      now: ctx.now,
      reviewPolicy,
    });
    delivery.facts.changing(placementId);
    return placement;
  },
});
