import type { NextStep } from "../../contract/resources/help.ts";
import {
  buyCreditsCall,
  buySteps,
  cashoutCall,
  liveOf,
  reportCallFor,
  type Snapshot,
  type Step,
  type StepCall,
  sellSteps,
} from "../../domain/guidance/index.ts";
import { type JsonSchema, schemasOf } from "../schemas.ts";
import type { Tool } from "../tool.ts";

/** Whether the caller's role includes a tool. */
export function mayCall(tool: Tool, { agent }: Snapshot): boolean {
  const { access } = tool;
  if (access === "public" || access === "any" || agent.role === "both") return true;
  return access.includes(agent.role);
}

/**
 * A call of a tool with the caller's own ids in it; nothing when it is about something that the
 * caller does not have, or when it is not for its role.
 */
export function callOf(tool: Tool, snapshot: Snapshot): StepCall | undefined {
  if (!mayCall(tool, snapshot)) return undefined;
  // A human pays the open order first; its step says where.
  const isOrdered = snapshot.orders.some(({ status }) => status === "open");
  if (tool.name === "buy_credits" && isOrdered) return undefined;
  return knownCall(tool, snapshot) ?? filledCall(tool, snapshot);
}

/** What the roads say about a tool, which is more than its schema does. */
function knownCall(tool: Tool, snapshot: Snapshot): StepCall | undefined {
  if (tool.name === "request_cashout") return cashoutCall(snapshot);
  if (tool.name === "buy_credits") return buyCreditsCall(0);
  const live = liveOf(snapshot.sold);
  const report = live === undefined ? undefined : reportCallFor(live);
  if (report?.nextTool === tool.name) return report;
  const steps: readonly Step[] = [...sellSteps(snapshot), ...buySteps(snapshot)];
  return steps.find(
    ({ nextTool, status }) =>
      nextTool === tool.name && tool.name !== "register" && status !== "done",
  );
}

/** Required arguments: ids from the snapshot, the rest from the tool's example, to be replaced. */
function filledCall(tool: Tool, snapshot: Snapshot): StepCall | undefined {
  const { input } = schemasOf(tool);
  const required = Array.isArray(input.required) ? input.required.map(String) : [];
  const example = tool.examples[0]?.arguments ?? {};
  const ids = idsFor(tool, snapshot);
  const args: Record<string, unknown> = {};
  const yours: string[] = [];
  for (const name of required) {
    if (name in ids) {
      if (ids[name] === undefined) return undefined;
      args[name] = ids[name];
    } else if (isChoice(propertyOf(input, name)) && name in example) {
      args[name] = example[name];
    } else {
      yours.push(name);
    }
  }
  return { nextTool: tool.name, arguments: args, ...(yours.length === 0 ? {} : { yours }) };
}

/** A field with few values can be proposed; a free text or a number only its writer knows. */
function isChoice(property: JsonSchema): boolean {
  return Array.isArray(property.enum) || property.const !== undefined;
}

function propertyOf({ properties }: JsonSchema, name: string): JsonSchema {
  if (typeof properties !== "object" || properties === null) return {};
  const found: unknown = Object.getOwnPropertyDescriptor(properties, name)?.value;
  return typeof found === "object" && found !== null ? { ...found } : {};
}

/** The caller's own id for each field that names one, undefined where it has none. */
function idsFor(tool: Tool, snapshot: Snapshot): Readonly<Record<string, string | undefined>> {
  const { sold, booked, placements, cashouts, postbacks, offers, agent } = snapshot;
  const sells = tool.access === "any" ? agent.role !== "advertiser" : isFor(tool, "publisher");
  const sides = sells ? [sold, booked] : [booked];
  const campaign = sides.flatMap((side) => liveOf(side) ?? side[0] ?? [])[0];
  const own = placements.find(({ status }) => status !== "archived");
  const placement = tool.module === "buy" ? offers[0] : own;
  return {
    campaignId: campaign?.campaignId,
    placementId: placement?.placementId,
    cashoutId: cashouts[0]?.cashoutId,
    postbackId: postbacks[0]?.postbackId,
    brandId: snapshot.brands[0]?.brandId,
  };
}

function isFor({ access }: Tool, role: "publisher" | "advertiser"): boolean {
  return access === "any" || access === "public" || access.includes(role);
}

/** What a role that is missing costs: another agent. */
export function roleStep(tool: Tool, { agent }: Snapshot): NextStep | undefined {
  const { access } = tool;
  if (access === "public" || access === "any") return undefined;
  const [role] = access;
  const { provider, displayName } = agent;
  return {
    tool: "register",
    arguments: { provider, displayName, role },
    why: `${tool.name} is for the role ${access.join(" or ")}; this agent is ${agent.role}.`,
    status: "ready",
  };
}
