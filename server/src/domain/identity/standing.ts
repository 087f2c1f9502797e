import { ExchangeError, notFound } from "../../contract/errors.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { listLiveKeys } from "./keys.ts";
import {
  type AgentStatus,
  endKeys,
  eraseTexts,
  findAgents,
  findOpen,
  markTrusted,
  moveAgentRow,
} from "./queries.ts";

/** Every standing of an agent and where it may go; a closed one stays closed. */
export const TRANSITIONS: Readonly<Record<AgentStatus, readonly AgentStatus[]>> = {
  active: ["suspended", "closed"],
  suspended: ["active", "closed"],
  closed: [],
};

const COMMANDS: Readonly<Record<AgentStatus, string>> = {
  active: "agents activate",
  suspended: "agents suspend",
  closed: "agents close",
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
export async function moveAgent(tx: Tx, move: { agentId: string; to: AgentStatus }) {
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
 * Closes an agent for good and ends its keys. What its balances hold stays booked.
 *
 * **Errors** `not_found`; `invalid_state` when it is closed, or a campaign or cashout is not over.
 */
export async function closeAgent(tx: Tx, agentId: string, now: Date): Promise<Agent> {
  const agent = await moveAgent(tx, { agentId, to: "closed" });
  const { campaigns, cashouts } = await findOpen(tx, agentId);
  if (campaigns.length + cashouts.length > 0) {
    throw new ExchangeError("invalid_state", {
      message:
        `${campaigns.length} campaigns and ${cashouts.length} cashouts of the agent ` +
        "are not over; `agents show` lists them.",
      suggestion:
        "End them, and close the agent when late reports (REFUND_DRAIN_SECONDS) are over.",
    });
  }
  const live = await listLiveKeys(tx, agentId, now);
  if (live.length > 0) {
    const hashes = live.map(({ sha256 }) => sha256);
    await endKeys(tx, hashes, now);
  }
  return agent;
}

/**
 * Removes the texts of a closed agent.
 *
 * **Errors** `not_found`; `invalid_state` for an agent that is not closed.
 */
export async function eraseAgent(tx: Tx, agentId: string): Promise<Agent> {
  const { status } = await requireAgent(tx, agentId);
  if (status !== "closed") {
    throw new ExchangeError("invalid_state", {
      message: `The agent is ${status}.`,
      suggestion: "Run `agents close` first.",
      details: { status, validActions: ["agents close"] },
    });
  }
  await eraseTexts(tx, agentId);
  return requireAgent(tx, agentId);
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

/** **Errors** `not_found`. */
export async function requireAgent(tx: Queryable, agentId: string): Promise<Agent> {
  const agent = (await findAgents(tx, [agentId])).get(agentId);
  if (agent !== undefined) return agent;
  throw notFound("agent");
}
