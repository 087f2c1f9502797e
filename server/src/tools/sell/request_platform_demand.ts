import { exampleId, idSchema } from "../../contract/fields.ts";
import { type DemandAnswer, demandRequestSchema } from "../../contract/resources/placement.ts";
import { unitsWhere } from "../../contract/units.ts";
import {
  type Asked,
  DEMAND_EVERY_MINUTES,
  REASONS,
  requestDemand,
} from "../../domain/platform/index.ts";
import { ADDS, defineTool } from "../tool.ts";

const SECONDS_PER_MINUTE = 60;
const PROVABLE = unitsWhere(({ biller }) => biller !== "publisher").join(", ");

export const requestPlatformDemand = defineTool({
  name: "request_platform_demand",
  title: "Ask the platform to book a placement",
  description:
    "Queues one of your placements for platform demand: campaigns paid by the operator, for " +
    "the brands of search_affiliate_offers. It puts a chat sidebar first, adds other kinds, " +
    "and says what is missing. Call again after " +
    `${DEMAND_EVERY_MINUTES} minutes. From publishers not trusted yet only ` +
    `${PROVABLE} are bought. Then list_campaigns.`,
  access: ["publisher"],
  ...ADDS,
  hints: { ...ADDS.hints, idempotent: true },
  errors: ["not_found", "placement_not_bookable"],
  input: { placementId: idSchema("plc").describe("One of your own.") },
  output: demandRequestSchema,
  examples: { "Ask for a booking": { placementId: exampleId("plc") } },
  nextTools: ["list_campaigns", "search_affiliate_offers"],
  async run({ agentId, now, tx }, input) {
    const own = { ...input, publisherId: agentId };
    return answerOf(await requestDemand(tx, own, now));
  },
});

function answerOf({ request, obstacle }: Asked): DemandAnswer {
  const { status } = request;
  return {
    ...request,
    reason: obstacle,
    explanation: explained(status, obstacle),
    checkedEverySeconds: DEMAND_EVERY_MINUTES * SECONDS_PER_MINUTE,
    nextTools: [...NEXT_TOOLS[status]],
  };
}

const NEXT_TOOLS = {
  queued: ["request_platform_demand", "list_campaigns"],
  booked: ["deliver_ad", "get_campaign"],
  declined: ["update_placement", "search_affiliate_offers"],
} as const;

function explained(status: Asked["request"]["status"], obstacle: Asked["obstacle"]): string {
  if (status === "booked") {
    return "A platform campaign is live here. Pull it with deliver_ad and report its events.";
  }
  const why = obstacle === undefined ? "" : REASONS[obstacle];
  if (status === "declined") {
    return `${why} Every pass checks again; after a change you can request the placement again.`;
  }
  const when = `Queued: decided within about ${DEMAND_EVERY_MINUTES} minutes.`;
  if (why !== "") return `${when} As things are it will be declined. ${why}`;
  return `${when} You hear of a booking by list_campaigns and the postback campaign.booked.`;
}
