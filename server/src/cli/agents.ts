import { agentSchema } from "../contract/resources/agent.ts";
import type { Tx } from "../core/db.ts";
import { type ListedAgent, listAgents, moveAgent, trustAgent } from "../domain/identity/index.ts";
import { type Action, audit, type CommandContext, defineCommand, listing } from "./command.ts";

const LISTED_MAX = 200;

/** **Errors** `not_found`, `invalid_state`, `wrong_role`. */
export const runAgentsCommand = defineCommand("agents", {
  list: {
    usage: "[--status active|suspended|closed] [--trusted]",
    async run(given, { db }) {
      const agents = await listAgents(db, {
        status: agentSchema.shape.status.optional().parse(given.get("status")),
        isTrusted: given.has("trusted") ? true : undefined,
        limit: LISTED_MAX,
      });
      return listing(agents, { head: HEAD, rows: agents.map(rowOf), empty: "No agents." });
    },
  },
  suspend: {
    usage: "AGENT_ID --reason TEXT",
    run: changing("suspend", () => "is suspended: it can only read; its money does not move"),
  },
  activate: { usage: "AGENT_ID", run: changing("activate", () => "is active") },
  trust: {
    usage: "AGENT_ID [--off]",
    run: changing("trust", (isOff) => (isOff ? "is no longer trusted" : "is trusted")),
  },
});

function changing(
  action: "suspend" | "activate" | "trust",
  done: (isOff: boolean) => string,
): Action<CommandContext>["run"] {
  return async (given, context) => {
    const { subject: agentId } = given;
    const reason = given.get("reason");
    const isOff = given.has("off");
    const agent = await context.db.tx(async (tx: Tx) => {
      const changed =
        action === "trust"
          ? await trustAgent(tx, agentId, !isOff)
          : await moveAgent(tx, { agentId, to: action === "suspend" ? "suspended" : "active" });
      await audit(tx, context, {
        action: `agents.${action}`,
        subject: agentId,
        detail: { reason, isOn: action === "trust" ? !isOff : undefined },
      });
      return changed;
    });
    return { json: agent, text: `${agentId} ${done(isOff)}\n` };
  };
}

const HEAD = ["agent", "name", "provider", "role", "status", "trusted", "registered"];

function rowOf(agent: ListedAgent): string[] {
  const { agentId, displayName, provider, role, status, isTrusted, createdAt } = agent;
  return [agentId, displayName, provider, role, status, isTrusted ? "yes" : "", createdAt];
}
