import { type Agent, agentSchema } from "../contract/resources/agent.ts";
import type { Tx } from "../core/db.ts";
import {
  closeAgent,
  eraseAgent,
  exportAgent,
  findOpen,
  type ListedAgent,
  listAgents,
  listLiveKeys,
  moveAgent,
  requireAgent,
  trustAgent,
} from "../domain/identity/index.ts";
import { balanceOf } from "../domain/ledger/index.ts";
import {
  type Action,
  audit,
  type CommandContext,
  defineCommand,
  listing,
  tableOf,
} from "./command.ts";

const LISTED_MAX = 200;
const SHOWN_MAX = 20;

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
  show: {
    usage: "AGENT_ID",
    async run({ subject: agentId }, { db, clock }) {
      const agent = await requireAgent(db, agentId);
      const keys = await listLiveKeys(db, agentId, clock.now());
      const facts = {
        ...agent,
        ...(await balanceOf(db, agentId)),
        open: await findOpen(db, agentId),
        keys: keys.map(({ prefix }) => prefix),
      };
      const rows = Object.entries({ ...facts, ...facts.open, open: undefined })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, Array.isArray(value) ? someOf(value) : String(value)]);
      return { json: facts, text: tableOf(rows) };
    },
  },
  export: {
    usage: "AGENT_ID",
    async run({ subject: agentId }, context) {
      await requireAgent(context.db, agentId);
      const data = await exportAgent(context.db, agentId);
      await audit(context.db, context, { action: "agents.export", subject: agentId, detail: {} });
      return { json: data, text: `${JSON.stringify(data, null, 2)}\n` };
    },
  },
  suspend: {
    usage: "AGENT_ID --reason TEXT",
    run: changing("suspend", () => "is suspended: it can only read; its money does not move"),
  },
  activate: { usage: "AGENT_ID", run: changing("activate", () => "is active") },
  close: {
    usage: "AGENT_ID --reason TEXT --yes",
    run: changing("close", () => "is closed: its keys ended and its balances stay booked"),
  },
  erase: {
    usage: "AGENT_ID --reason TEXT --yes",
    run: changing("erase", () => "has no texts left; its rows and amounts stay"),
  },
  trust: {
    usage: "AGENT_ID [--off]",
    run: changing("trust", (isOff) => (isOff ? "is no longer trusted" : "is trusted")),
  },
});

function someOf(values: readonly string[]): string {
  const more = values.length - SHOWN_MAX;
  const shown = values.slice(0, SHOWN_MAX).join(" ");
  return more > 0 ? `${shown} and ${more} more (--json)` : shown;
}

type Change = "suspend" | "activate" | "close" | "erase" | "trust";

interface Changed {
  readonly agentId: string;
  readonly isOff: boolean;
  readonly now: Date;
}

const CHANGES: Readonly<Record<Change, (tx: Tx, changed: Changed) => Promise<Agent>>> = {
  suspend: (tx, { agentId }) => moveAgent(tx, { agentId, to: "suspended" }),
  activate: (tx, { agentId }) => moveAgent(tx, { agentId, to: "active" }),
  close: (tx, { agentId, now }) => closeAgent(tx, agentId, now),
  erase: (tx, { agentId }) => eraseAgent(tx, agentId),
  trust: (tx, { agentId, isOff }) => trustAgent(tx, agentId, !isOff),
};

function changing(action: Change, done: (isOff: boolean) => string): Action<CommandContext>["run"] {
  return async (given, context) => {
    const { subject: agentId } = given;
    const reason = given.get("reason");
    const isOff = given.has("off");
    const agent = await context.db.tx(async (tx: Tx) => {
      const changed = await CHANGES[action](tx, { agentId, isOff, now: context.clock.now() });
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
