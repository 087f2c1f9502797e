import { ExchangeError } from "../../contract/errors.ts";
import type { DialectDeps, FetchDocument } from "../deps.ts";
import type { DoorOffer, DoorRequest, DoorResult } from "../door.ts";
import { type AgentProfiles, createAgentProfiles } from "./agents.ts";
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

export { profilePathOf, RELEASES, type Release, renderProfile } from "./releases.ts";

export const UCP_TASKS: readonly UcpTask[] = [searchCatalog, lookupCatalog, getProduct];

/** UCP's catalogue over MCP, one offer for each release. */
export function createUcpOffers(
  deps: DialectDeps & { readonly fetchProfile: FetchDocument },
): ReadonlyMap<Release, DoorOffer> {
  const profiles = createAgentProfiles(deps);
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
    call: (name, args, request) => answer({ name, args, request }, { deps, profiles, release }),
  });
  return new Map(RELEASES.map((release) => [release, offerOf(release)]));
}

interface Side {
  readonly deps: DialectDeps;
  readonly profiles: AgentProfiles;
  readonly release: Release;
}

async function answer(
  {
    name,
    args,
    request,
  }: { name: string; args: Readonly<Record<string, unknown>>; request: DoorRequest },
  { deps, profiles, release }: Side,
): Promise<DoorResult> {
  const task = UCP_TASKS.find((one) => one.name === name);
  if (task === undefined) throw invalidParams("There is no such tool.", "unknown_tool");
  try {
    const caller = await deps.gate.callerOf(request.origin);
    await deps.gate.take(request.origin, caller, "read");
    const agent = await profiles.profileOf(Object(Object(args.meta)["ucp-agent"]).profile, release);
    if (!agent.capabilities.has(task.capability)) return resultOf(release, task, INCOMPATIBLE);
    const isPublisher = caller !== null && caller.role !== "advertiser";
    const hints = { origin: "ucp" as const, ...(isPublisher && { publisherId: caller.agentId }) };
    const outcome = await task.run({ deps, request, release, hints }, args.catalog ?? {});
    return resultOf(release, task, outcome);
  } catch (error) {
    throw error instanceof ExchangeError ? transportErrorOf(error) : error;
  }
}

const INCOMPATIBLE = unrecoverable(
  "capabilities_incompatible",
  "The profile of the agent does not have this capability.",
);

/** An outcome of the business is never an error of the tool. */
function resultOf(
  version: Release,
  { capability }: UcpTask,
  { isError = false, ...members }: UcpOutcome,
): DoorResult {
  const status = isError ? "error" : "success";
  const ucp = { version, status, capabilities: { [capability]: [{ version }] } };
  return { text: JSON.stringify({ ucp, ...members }), isError: false };
}
