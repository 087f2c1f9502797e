import { listOf } from "../../contract/fields.ts";
import { placementSchema } from "../../contract/resources/placement.ts";
import { resultOf } from "../common.ts";
import { ADCP_PATH } from "./offer.ts";
import type { AdcpDeps } from "./task.ts";

const TAG = "placard";
const PAGES_MAX = 20;
const placementList = listOf(placementSchema);

/** `adagents.json`: each publisher with bookable placements, and this agent as its seller. */
export async function renderAdagents(deps: AdcpDeps): Promise<string> {
  const publishers = new Set<string>();
  let cursor: string | null | undefined;
  for (let page = 0; page < PAGES_MAX && cursor !== null; page += 1) {
    const args = { limit: 100, sort: "newest", cursor };
    const anyone = { key: undefined, requestId: "adagents", ip: undefined, isLoopback: true };
    const call = { ...anyone, tool: "search_placements", arguments: args };
    const list = await resultOf(deps, call, placementList);
    for (const { publisherId } of list.items) publishers.add(publisherId);
    cursor = list.nextCursor;
  }
  const properties = [...publishers].toSorted().map((publisherId) => ({
    property_id: publisherId,
    property_type: "ai_assistant",
    name: publisherId,
    identifiers: [{ type: "network_id", value: publisherId }],
    tags: [TAG],
  }));
  const description = "Chats and answers that sell through Placard.";
  const agent = {
    url: `${deps.baseUrl}${ADCP_PATH}`,
    authorized_for: "Placements of Placard",
    authorization_type: "property_tags",
    property_tags: [TAG],
  };
  return JSON.stringify({
    contact: { name: "Placard" },
    ...(properties.length > 0 && { properties }),
    tags: { [TAG]: { name: "Placard", description } },
    authorized_agents: [agent],
  });
}
