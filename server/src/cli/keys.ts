import { ExchangeError } from "../contract/errors.ts";
import { idSchema } from "../contract/ids.ts";
import { insertAudit } from "../domain/audit/index.ts";
import {
  findAgents,
  issueKey,
  type ListedKey,
  listKeys,
  revokeKeys,
} from "../domain/identity/index.ts";
import { type CommandContext, parseWords, tableOf, usageError, writeJson } from "./command.ts";

export const KEYS_USAGE = `keys issue AGENT_ID [--json]
keys revoke PREFIX | --agent AGENT_ID [--reason TEXT] [--json]
keys list AGENT_ID [--json]`;

const LISTED_MAX = 200;
const REASON_MAX = 500;
const PREFIX = /^rk_live_[0-9A-Za-z]{4}$/;
const OPTIONS = {
  agent: { type: "string" },
  reason: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/**
 * Runs `keys ...` with the words after `keys`; answers the exit code. Running servers notice at
 * once, and within a second at most.
 *
 * **Errors** `invalid_request` for a wrong call; `not_found`, `invalid_state`, `conflict`.
 */
export async function runKeysCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [action, ...rest] = words;
  const { values, positionals } = parseWords(rest, OPTIONS, KEYS_USAGE);
  const { json: isJson, agent, reason: given } = values;
  if (action === "revoke") {
    const reason = given?.trim().slice(0, REASON_MAX);
    return revoke({ which: whichOf(positionals, agent), reason, isJson }, context);
  }
  if (action !== "issue" && action !== "list") {
    throw wrong(action === undefined ? "Say what to do." : `There is no command keys ${action}.`);
  }
  if (agent !== undefined || given !== undefined) {
    throw wrong(`${action} takes neither --agent nor --reason.`);
  }
  const [agentId, ...more] = positionals;
  if (agentId === undefined || more.length > 0) throw wrong("Name one agent.");
  checkAgentId(agentId);
  return (action === "issue" ? issue : list)({ agentId, isJson }, context);
}

interface Asked {
  readonly agentId: string;
  readonly isJson: boolean;
}

async function issue({ agentId, isJson }: Asked, context: CommandContext): Promise<number> {
  const { apiKey, key, ended } = await context.db.tx(async (tx) => {
    const issued = await issueKey(tx, agentId, context.clock.now());
    const detail = {
      prefix: issued.key.prefix,
      ended: issued.ended.map(({ prefix }) => prefix),
    };
    const { actor, ids } = context;
    const uuid = ids.uuid();
    await insertAudit(tx, { uuid, actor, action: "keys.issue", subject: agentId, detail });
    return issued;
  });
  if (isJson) {
    writeJson(context, { agentId, apiKey, key, ended });
    return 0;
  }
  const gone = ended.map(({ prefix }) => `${prefix}... ended, since two work at most.\n`);
  context.stdout.write(`${apiKey}\nThe new key of ${agentId}, shown this once.\n${gone.join("")}`);
  return 0;
}

async function list({ agentId, isJson }: Asked, context: CommandContext): Promise<number> {
  const keys = await listKeys(context.db, agentId, LISTED_MAX);
  if (keys.length === 0 && !(await findAgents(context.db, [agentId])).has(agentId)) {
    throw new ExchangeError("not_found", { message: "No such agent." });
  }
  const now = context.clock.now().toISOString();
  const items = keys.map((key) => ({ ...key, status: statusOf(key, now) }));
  if (isJson) writeJson(context, { items });
  else if (items.length === 0) context.stdout.write("No key.\n");
  else context.stdout.write(tableOf([HEAD, ...items.map(rowOf)]));
  return 0;
}

async function revoke(
  { which, reason, isJson }: { which: Which; reason: string | undefined; isJson: boolean },
  context: CommandContext,
): Promise<number> {
  const items = await context.db.tx(async (tx) => {
    const ended = await revokeKeys(tx, which, context.clock.now());
    await insertAudit(tx, {
      uuid: context.ids.uuid(),
      actor: context.actor,
      action: "keys.revoke",
      subject: ended[0]?.agentId ?? "",
      detail: { prefixes: ended.map(({ prefix }) => prefix), ...(reason ? { reason } : {}) },
    });
    return ended;
  });
  if (isJson) writeJson(context, { items });
  for (const { prefix, agentId } of isJson ? [] : items) {
    context.stdout.write(`${prefix}... of ${agentId} works no more\n`);
  }
  return 0;
}

type Which = Parameters<typeof revokeKeys>[1];

/** By its prefix, by its agent, or by both where several agents have keys that begin so. */
function whichOf(positionals: readonly string[], agentId: string | undefined): Which {
  const [prefix, ...more] = positionals;
  if (more.length > 0) throw wrong("Name one key.");
  if (agentId !== undefined) checkAgentId(agentId);
  if (prefix === undefined) {
    if (agentId === undefined) throw wrong("Name a key or an agent.");
    return { agentId };
  }
  // The word itself may be a whole key, which belongs in no message.
  if (PREFIX.test(prefix)) return { prefix, agentId };
  throw wrong("A key is named by its first twelve characters, as keys list shows them.");
}

const HEAD = ["key", "status", "created", "last used", "ends"];

function rowOf(key: ListedKey & { status: string }): string[] {
  const { prefix, status, createdAt, lastUsedAt, endsAt } = key;
  return [prefix, status, createdAt, lastUsedAt ?? "", endsAt ?? ""];
}

/** **Shape** `now` is written like the times of the key, so that texts compare like times. */
function statusOf({ endsAt }: ListedKey, now: string): "live" | "ending" | "ended" {
  if (endsAt === null) return "live";
  return endsAt > now ? "ending" : "ended";
}

function checkAgentId(text: string): void {
  if (!idSchema("agt").safeParse(text).success) throw wrong("That is not the id of an agent.");
}

function wrong(message: string) {
  return usageError(message, KEYS_USAGE);
}
