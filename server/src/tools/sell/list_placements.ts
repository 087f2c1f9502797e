import { z } from "zod";
import { PLACEMENT_STATUSES } from "../../contract/enums.ts";
import { listOf, pageFields } from "../../contract/fields.ts";
import { placementSchema } from "../../contract/resources/placement.ts";
import { findOwnPlacements } from "../../domain/placements/index.ts";
import { defineTool, pageById, READS } from "../tool.ts";

export const listPlacements = defineTool({
  name: "list_placements",
  title: "List own placements",
  description:
    "Shows your own placements in every state, newest first, with what each has delivered and " +
    "earned. Use it to find a placementId, or what is paused or in review. To browse what " +
    "others sell use search_placements. Continue with update_placement, or with " +
    "list_campaigns for the bookings.",
  access: ["publisher"],
  ...READS,
  input: {
    ...pageFields,
    status: z.enum(PLACEMENT_STATUSES).optional().describe("Only in this state."),
  },
  output: listOf(placementSchema),
  examples: { "All that are active": { status: "active" } },
  nextTools: ["list_campaigns", "list_placement", "get_publisher_activation", "update_placement"],
  run: ({ agentId: publisherId, db }, { status, ...page }) =>
    pageById(page, ["plc", "placementId"], (range) =>
      findOwnPlacements(db, { publisherId, status, ...range }),
    ),
});
