import { ExchangeError } from "../contract/errors.ts";
import { isShownKey } from "../contract/keys.ts";
import {
  findAgents,
  issueKey,
  type ListedKey,
  listKeys,
  revokeKeys,
} from "../domain/identity/index.ts";
import { audit, defineCommand, type Given, listing, usageError } from "./command.ts";

const LISTED_MAX = 200;

/**
 * Running servers apply a change within a second.
 *
 * **Errors** `not_found`, `invalid_state`, `conflict`.
 */
export const runKeysCommand = defineCommand("keys", {
  issue: {
    usage: "AGENT_ID",
    async run({ subject: agentId }, context) {
      const { apiKey, key, ended } = await context.db.tx(async (tx) => {
        const issued = await issueKey(tx, agentId, context.clock.now());
        const detail = {
          prefix: issued.key.prefix,
          ended: issued.ended.map(({ prefix }) => prefix),
        };
        await audit(tx, context, { action: "keys.issue", subject: agentId, detail });
        return issued;
      });
      const gone = ended.map(({ prefix }) => `${prefix}... ended: at most two keys are valid.\n`);
      return {
        json: { agentId, apiKey, key, ended },
        text: `${apiKey}\nThe new key of ${agentId}. It is shown only once.\n${gone.join("")}`,
      };
    },
  },
  revoke: {
    usage: "[PREFIX] [--agent AGENT_ID] [--reason TEXT]",
    async run(given, context) {
      const which = whichOf(given);
      const reason = given.get("reason");
      const items = await context.db.tx(async (tx) => {
        const ended = await revokeKeys(tx, which, context.clock.now());
        await audit(tx, context, {
          action: "keys.revoke",
          subject: ended[0]?.agentId ?? "",
          detail: { prefixes: ended.map(({ prefix }) => prefix), reason },
        });
        return ended;
      });
      const lines = items.map(({ prefix, agentId }) => `${prefix}... of ${agentId} is revoked\n`);
      return { json: { items }, text: lines.join("") };
    },
  },
  list: {
    usage: "AGENT_ID",
    async run({ subject: agentId }, { db, clock }) {
      const keys = await listKeys(db, agentId, LISTED_MAX);
      if (keys.length === 0 && !(await findAgents(db, [agentId])).has(agentId)) {
        throw new ExchangeError("not_found", { message: "No such agent." });
      }
      const now = clock.now().toISOString();
      const items = keys.map((key) => ({ ...key, status: statusOf(key, now) }));
      return listing(items, { head: HEAD, rows: items.map(rowOf), empty: "No keys." });
    },
  },
});

/** By its prefix, by its agent, or by both where keys of several agents have the same prefix. */
function whichOf({ subject: prefix, get }: Given): Parameters<typeof revokeKeys>[1] {
  const agentId = get("agent");
  const { usage } = runKeysCommand;
  // The word itself may be a whole key, which belongs in no message.
  if (prefix !== "" && !isShownKey(prefix)) {
    throw usageError("PREFIX must be the first twelve characters of a key.", usage);
  }
  if (prefix !== "") return { prefix, agentId };
  if (agentId !== undefined) return { agentId };
  throw usageError("PREFIX or --agent is required.", usage);
}

const HEAD = ["key", "scope", "status", "created", "last used", "ends"];

function rowOf(key: ListedKey & { status: string }): string[] {
  const { prefix, scope, campaignId, status, createdAt, lastUsedAt, endsAt } = key;
  const limits = campaignId === undefined ? scope : `${scope} ${campaignId}`;
  return [prefix, limits, status, createdAt, lastUsedAt ?? "", endsAt ?? ""];
}

/** **Shape** `now` is written like the times of the key, so that texts compare like times. */
function statusOf({ endsAt }: ListedKey, now: string): "live" | "ending" | "ended" {
  if (endsAt === null) return "live";
  return endsAt > now ? "ending" : "ended";
}
