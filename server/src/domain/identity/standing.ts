import { ExchangeError, notFound } from "../../contract/errors.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Tx } from "../../core/db.ts";
import { type AgentStatus, findAgents, markTrusted, moveAgentRow } from "./queries.ts";

/** Every standing of an agent and where it may go; a closed one stays closed. */
export const TRANSITIONS: Readonly<Record<AgentStatus, readonly AgentStatus[]>> = {
  active: ["suspended"],
  suspended: ["active"],
  closed: [],
};

/** The operator's words for the transitions. */
const COMMANDS: Readonly<Record<AgentStatus, string>> = {
  active: "agents activate",
  suspended: "agents suspend",
  closed: "",
};

/**
 * Suspends an agent that is active: nothing of it matures, is cashed out, delivered or booked until
 * it is activated again. One that is suspended or closed stays so.
 */
export async function suspendAgent(tx: Tx, agentId: string): Promise<void> {
  await moveAgentRow(tx, { agentId, from: ["active"], to: "suspended" });
}

/**
 * The operator's change of an agent's standing.
 *
 * **Errors** `not_found`; `invalid_state` when the present standing does not lead there.
 */
export async function moveAgent(
  tx: Tx,
  move: { agentId: string; to: "active" | "suspended" },
): Promise<Agent> {
  const all: readonly AgentStatus[] = ["active", "suspended", "closed"];
  const from = all.filter((status) => TRANSITIONS[status].includes(move.to));
  const isMoved = await moveAgentRow(tx, { ...move, from });
  const agent = await requireAgent(tx, move.agentId);
  if (isMoved) return agent;
  const { status } = agent;
  throw new ExchangeError("invalid_state", {
    message: `The agent is ${status}.`,
    details: { status, validActions: TRANSITIONS[status].map((to) => COMMANDS[to]) },
  });
}

/**
 * Marks a publisher trusted, or not: platform demand buys from trusted ones alone.
 *
 * **Errors** `not_found`; `wrong_role` for an agent that sells nothing.
 */
export async function trustAgent(tx: Tx, agentId: string, isTrusted: boolean): Promise<Agent> {
  const agent = await requireAgent(tx, agentId);
  if (agent.role === "advertiser") {
    throw new ExchangeError("wrong_role", {
      message: "This agent only buys; trust is for publishers.",
      details: { requiredRole: "publisher", role: agent.role },
    });
  }
  await markTrusted(tx, agentId, isTrusted);
  return agent;
}

async function requireAgent(tx: Tx, agentId: string): Promise<Agent> {
  const agent = (await findAgents(tx, [agentId])).get(agentId);
  if (agent !== undefined) return agent;
  throw notFound("agent");
}
