import { ExchangeError } from "../../contract/errors.ts";
import type { DialectDeps, FetchDocument } from "../deps.ts";
import type { DoorOffer, DoorResult } from "../door.ts";
import { createAgentProfiles } from "./agents.ts";
import { RELEASES, type Release } from "./releases.ts";
import {
  inputSchemaOf,
  invalidParams,
  transportErrorOf,
  type UcpOutcome,
  type UcpTask,
  unrecoverable,
} from "./task.ts";
import { getProduct } from "./tasks/get_product.ts";
import { lookupCatalog } from "./tasks/lookup_catalog.ts";
import { searchCatalog } from "./tasks/search_catalog.ts";

export const UCP_TASKS: readonly UcpTask[] = [searchCatalog, lookupCatalog, getProduct];

/** UCP's catalogue over MCP, one offer for each release. */
export function createUcpOffers(
  deps: DialectDeps & { readonly fetchProfile: FetchDocument },
): ReadonlyMap<Release, DoorOffer> {
  const profiles = createAgentProfiles(deps.fetchProfile, deps.clock);
  const tools = UCP_TASKS.map((task) => ({
    name: task.name,
    description: task.description,
    inputSchema: inputSchemaOf(task),
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));
  const offerOf = (release: Release): DoorOffer => ({
    name: "placard-ucp",
    instructions: "Sponsored products. Show the disclosure of each product beside it.",
    listTools: () => tools,
    async call(name, { meta, catalog = {} }, { origin }) {
      const task = UCP_TASKS.find((one) => one.name === name);
      if (task === undefined) throw invalidParams("There is no such tool.", "unknown_tool");
      try {
        const caller = await deps.gate.callerOf(origin);
        await deps.gate.take(origin, caller, "read");
        const agent = await profiles.profileOf(Object(Object(meta)["ucp-agent"]).profile, release);
        const isFit = agent.capabilities.has(task.capability);
        const isPublisher = caller !== null && caller.role !== "advertiser";
        const hints = { origin: "ucp", ...(isPublisher && { publisherId: caller.agentId }) };
        const call = { deps, origin, hints };
        return answerOf(release, task, isFit ? await task.run(call, catalog) : INCOMPATIBLE);
      } catch (error) {
        throw error instanceof ExchangeError ? transportErrorOf(error) : error;
      }
    },
  });
  return new Map(RELEASES.map((release) => [release, offerOf(release)]));
}

const INCOMPATIBLE = unrecoverable(
  "capabilities_incompatible",
  "The profile of the agent does not have this capability.",
);

/** An outcome of the business is never an error of the tool. */
function answerOf(
  version: Release,
  { capability }: UcpTask,
  { isError = false, ...members }: UcpOutcome,
): DoorResult {
  const status = isError ? "error" : "success";
  const ucp = { version, status, capabilities: { [capability]: [{ version }] } };
  return { text: JSON.stringify({ ucp, ...members }), isError: false };
}
