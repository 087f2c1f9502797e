import { idSchema } from "../contract/ids.ts";
import { agentSchema } from "../contract/resources/agent.ts";
import type { Tx } from "../core/db.ts";
import { insertAudit } from "../domain/audit/index.ts";
import { type ListedAgent, listAgents, moveAgent, trustAgent } from "../domain/identity/index.ts";
import { type CommandContext, parseWords, tableOf, usageError, writeJson } from "./command.ts";

export const AGENTS_USAGE = `agents list [--status active|suspended|closed] [--trusted] [--json]
agents suspend AGENT_ID --reason TEXT [--json]
agents activate AGENT_ID [--json]
agents trust AGENT_ID [--off] [--json]`;

const LISTED_MAX = 200;
const REASON_MAX = 500;
const OPTIONS = {
  status: { type: "string" },
  trusted: { type: "boolean", default: false },
  reason: { type: "string" },
  off: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof wordsOf>["values"];
type Change = "suspend" | "activate" | "trust";

/** The options that each action takes beside `--json`. */
const TAKES: Readonly<Record<Change | "list", readonly (keyof Values)[]>> = {
  list: ["status", "trusted"],
  suspend: ["reason"],
  activate: [],
  trust: ["off"],
};

/**
 * Runs `agents ...` with the words after `agents`; answers the exit code.
 *
 * **Errors** `invalid_request` for a wrong call; `not_found`, `invalid_state`, `wrong_role`.
 */
export async function runAgentsCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [action, ...rest] = words;
  if (action === "list") return list(rest, context);
  if (action === "suspend" || action === "activate" || action === "trust") {
    return change(action, rest, context);
  }
  throw wrong(action === undefined ? "Say what to do." : `There is no command agents ${action}.`);
}

async function list(words: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = wordsOf(words, "list");
  if (positionals.length > 0) throw wrong("list takes no further words.");
  const status = agentSchema.shape.status.optional().safeParse(values.status);
  if (!status.success) throw wrong(`There is no status ${values.status}.`);
  const agents = await listAgents(context.db, {
    status: status.data,
    isTrusted: values.trusted ? true : undefined,
    limit: LISTED_MAX,
  });
  if (values.json) writeJson(context, { items: agents });
  else if (agents.length === 0) context.stdout.write("No agent.\n");
  else context.stdout.write(tableOf([HEAD, ...agents.map(rowOf)]));
  return 0;
}

async function change(action: Change, words: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = wordsOf(words, action);
  const [agentId, ...more] = positionals;
  if (agentId === undefined || more.length > 0) throw wrong("Name one agent.");
  if (!idSchema("agt").safeParse(agentId).success) {
    throw wrong(`${agentId} is not the id of an agent.`);
  }
  const reason = values.reason?.trim().slice(0, REASON_MAX);
  if (action === "suspend" && !reason) throw wrong("suspend needs a --reason, for the audit.");
  const isOff = values.off;
  const agent = await context.db.tx(async (tx) => {
    const changed = await carryOut(tx, { action, agentId, isOff });
    await insertAudit(tx, {
      uuid: context.ids.uuid(),
      actor: context.actor,
      action: `agents.${action}`,
      subject: agentId,
      detail: { ...(reason ? { reason } : {}), ...(action === "trust" ? { isOn: !isOff } : {}) },
    });
    return changed;
  });
  if (values.json) writeJson(context, agent);
  else context.stdout.write(`${agentId} ${isOff ? "is trusted no more" : DONE[action]}\n`);
  return 0;
}

const DONE: Readonly<Record<Change, string>> = {
  suspend: "is suspended: it can only look, and nothing of it matures, is paid or delivered",
  activate: "is active again",
  trust: "is trusted",
};

function carryOut(tx: Tx, what: { action: Change; agentId: string; isOff: boolean }) {
  const { action, agentId, isOff } = what;
  if (action === "trust") return trustAgent(tx, agentId, !isOff);
  return moveAgent(tx, { agentId, to: action === "suspend" ? "suspended" : "active" });
}

const HEAD = ["agent", "name", "provider", "role", "status", "trusted", "registered"];

function rowOf(agent: ListedAgent): string[] {
  const { agentId, displayName, provider, role, status, isTrusted, createdAt } = agent;
  return [agentId, displayName, provider, role, status, isTrusted ? "yes" : "", createdAt];
}

function wordsOf(words: readonly string[], action: Change | "list" = "list") {
  const parsed = parseWords(words, OPTIONS, AGENTS_USAGE);
  const { json: _json, ...values } = parsed.values;
  for (const [name, value] of Object.entries(values)) {
    const isGiven = value !== undefined && value !== false;
    if (isGiven && !TAKES[action].some((taken) => taken === name)) {
      throw wrong(`${action} takes no --${name}.`);
    }
  }
  return parsed;
}

function wrong(message: string) {
  return usageError(message, AGENTS_USAGE);
}
