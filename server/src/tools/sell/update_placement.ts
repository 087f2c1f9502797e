import { z } from "zod";
import { PLACEMENT_STATUSES } from "../../contract/enums.ts";
import { exampleId, idSchema } from "../../contract/fields.ts";
import { placementFields, placementSchema } from "../../contract/resources/placement.ts";
import { changePlacement } from "../../domain/placements/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const updatePlacement = defineTool({
  name: "update_placement",
  title: "Edit or deactivate a placement",
  description:
    "Changes your own placement, pauses it (status paused), resumes it (active) or retires it " +
    "for good (archived). Only the fields you send change. A new title, description, kind or " +
    "adUnitType returns it to review; a new rate applies to later bookings. To sell another " +
    "unit use list_placement.",
  access: ["publisher"],
  ...ADDS,
  hints: { ...ADDS.hints, idempotent: true },
  errors: ["rate_below_floor", "creative_rejected", "not_found", "invalid_state", "conflict"],
  input: {
    ...z.strictObject(placementFields).partial().shape,
    placementId: idSchema("plc"),
    status: z.enum(PLACEMENT_STATUSES).optional().describe("`archived` is final."),
    revision: z.int().min(1).optional().describe("Answer conflict when it is no longer this."),
  },
  output: placementSchema,
  examples: { "Pause a placement": { placementId: exampleId("plc"), status: "paused" } },
  nextTools: ["list_campaigns", "list_placements"],
  async run({ agentId, deps, services, tx }, { placementId, ...change }) {
    const own = { publisherId: agentId, placementId };
    const placement = await changePlacement(tx, own, change, deps);
    services.delivery.facts.changing(placementId);
    return placement;
  },
});
