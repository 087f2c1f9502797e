import { z } from "zod";
import { PLACEMENT_STATUSES } from "../../contract/enums.ts";
import { listOf, pageFields } from "../../contract/resources/list.ts";
import { placementSchema } from "../../contract/resources/placement.ts";
import { findOwnPlacements } from "../../domain/placements/index.ts";
import { callerOf } from "../context.ts";
import { idFromCursor, pageOf } from "../paging.ts";
import { defineTool, READS } from "../tool.ts";

export const listPlacements = defineTool({
  name: "list_placements",
  module: "sell",
  title: "List own placements",
  description:
    "Shows your own placements in every state, newest first, with what each has delivered and " +
    "earned. Use it to find a placementId, or what is paused or in review. To browse what " +
    "others sell use search_placements. Continue with update_placement, or with " +
    "list_campaigns for the bookings.",
  access: ["publisher"],
  ...READS,
  errors: ["invalid_arguments", "wrong_role"],
  input: z.strictObject({
    ...pageFields,
    status: z.enum(PLACEMENT_STATUSES).optional().describe("Only in this state."),
  }),
  output: listOf(placementSchema),
  examples: [{ title: "All that are active", arguments: { status: "active" } }],
  nextTools: ["list_campaigns", "list_placement", "get_publisher_activation", "update_placement"],
  async run(ctx, input) {
    const before = idFromCursor(input.cursor, "plc");
    const rows = await findOwnPlacements(ctx.db, {
      publisherId: callerOf(ctx).agentId,
      limit: input.limit + 1,
      ...(input.status === undefined ? {} : { status: input.status }),
      ...(before === undefined ? {} : { before }),
    });
    return pageOf(rows, input.limit, (row) => row.placementId);
  },
});
