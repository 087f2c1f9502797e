import { ExchangeError, notFound } from "../../contract/errors.ts";
import type { RotatedKey } from "../../contract/resources/agent.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { invariant } from "../../core/invariant.ts";
import { hashOfKey, makeApiKey, shownPrefixOf } from "./api-key.ts";
import type { Caller } from "./authenticator.ts";
import {
  endKeys,
  findLiveKeys,
  findLiveKeysByPrefix,
  insertKey,
  type KeyLimits,
  type ListedKey,
  type LiveKey,
  lockAgent,
} from "./queries.ts";

/** A key and the one before it, so that an agent's servers need not change at one moment. */
const LIVE_MAX = 2;
/** More than any agent has, since a new one ends those beyond two. */
const READ_MAX = 1_000;
const HOUR_MS = 3_600_000;

/** Keys of an agent that work at the same time, those with limits included. */
const KEYS_MAX = 20;
export const UNLIMITED: KeyLimits = { scope: "full", campaignId: undefined };

function isUnlimited({ scope, campaignId }: KeyLimits): boolean {
  return scope === "full" && campaignId === undefined;
}

/**
 * Adds a key for one purpose, which rotations leave alone unless it is without limits.
 *
 * **Errors** `invalid_state` when the agent has as many as it may have.
 */
export async function createKey(
  tx: Tx,
  agentId: string,
  options: KeyLimits & { now: Date },
): Promise<{ apiKey: string; key: { prefix: string; createdAt: string } }> {
  const { now, ...limits } = options;
  await lockAgent(tx, agentId);
  const live = await listLiveKeys(tx, agentId, now);
  if (live.length >= KEYS_MAX) {
    throw new ExchangeError("invalid_state", {
      message: `An agent has at most ${KEYS_MAX} keys.`,
      details: { limit: KEYS_MAX, validActions: ["revoke_key"] },
      suggestion: "Revoke a key that you no longer use.",
      nextTools: ["list_keys", "revoke_key"],
    });
  }
  return addKey(tx, { agentId, ...limits }, now);
}

/** The keys of an agent that work, newest first. */
export function listLiveKeys(db: Queryable, agentId: string, now: Date): Promise<LiveKey[]> {
  return findLiveKeys(db, { agentId, now, limit: READ_MAX });
}

/**
 * Ends keys of the caller that begin with a prefix.
 *
 * **Errors** `not_found`; `invalid_state` for the key that calls, so that one is always left.
 */
export async function revokeOwnKey(
  tx: Tx,
  caller: Pick<Caller, "agentId" | "key">,
  { prefix, now }: { prefix: string; now: Date },
): Promise<ListedKey> {
  if (prefix === caller.key.prefix) {
    throw new ExchangeError("invalid_state", {
      message: "This key makes the call.",
      details: { validActions: ["rotate_key"] },
      suggestion: "Call rotate_key with graceHours 0 to replace it, or revoke it with another key.",
      nextTools: ["rotate_key"],
    });
  }
  const [ended] = await revokeKeys(tx, { prefix, agentId: caller.agentId }, now);
  invariant(ended, "a revocation without a key is refused");
  return ended;
}

/**
 * Gives the caller a new key without limits. The key that called works on for the grace, or until
 * the end that it has already; any other without limits ends at once, so that two work at most. If
 * the answer got lost, the same old key may ask again, and the lost key opens nothing.
 *
 * **Units** `graceHours`; 0 ends the old key now.
 * **Errors** `revoked_key` when another call ended the caller's key meanwhile.
 */
export async function rotateKey(
  tx: Tx,
  caller: Pick<Caller, "agentId" | "key">,
  options: { graceHours: number; now: Date },
): Promise<Omit<RotatedKey, "nextTools">> {
  const { agentId } = caller;
  const { graceHours, now } = options;
  await lockAgent(tx, agentId);
  const live = (await listLiveKeys(tx, agentId, now)).filter(isUnlimited);
  const isCalling = ({ sha256 }: { sha256: Buffer }) => sha256.equals(caller.key.sha256);
  if (!live.some(isCalling)) throw new ExchangeError("revoked_key");
  const { apiKey, key } = await addKey(tx, { agentId, ...UNLIMITED }, now);
  const graceEnd = new Date(now.getTime() + graceHours * HOUR_MS);
  const [previous] = await endKeys(tx, [caller.key.sha256], graceEnd);
  const others = live.filter((one) => !isCalling(one)).map(({ sha256 }) => sha256);
  if (others.length > 0) await endKeys(tx, others, now);
  invariant(previous?.endsAt, "a replaced key has an end");
  return {
    agentId,
    apiKey,
    key,
    previousKey: { prefix: previous.prefix, endsAt: previous.endsAt },
  };
}

/**
 * The operator's new key for an agent that lost its own. The newest other one works on, older ones
 * end.
 *
 * **Errors** `not_found`; `invalid_state` for a closed agent.
 */
export async function issueKey(
  tx: Tx,
  agentId: string,
  now: Date,
): Promise<{ apiKey: string; key: RotatedKey["key"]; ended: ListedKey[] }> {
  const status = await lockAgent(tx, agentId);
  if (status === undefined) throw notFound("agent");
  if (status === "closed") {
    throw new ExchangeError("invalid_state", {
      message: "The agent is closed.",
      details: { status, validActions: [] },
    });
  }
  const live = (await listLiveKeys(tx, agentId, now)).filter(isUnlimited);
  const surplus = live.slice(LIVE_MAX - 1).map(({ sha256 }) => sha256);
  const made = await addKey(tx, { agentId, ...UNLIMITED }, now);
  return { ...made, ended: surplus.length === 0 ? [] : await endKeys(tx, surplus, now) };
}

/**
 * Ends keys now: those that begin with a prefix, those of an agent, or those of both.
 *
 * **Errors** `not_found` when no such key works; `conflict` when a prefix alone fits the keys of
 * several agents.
 */
export async function revokeKeys(
  tx: Tx,
  which: { agentId: string } | { prefix: string; agentId?: string | undefined },
  now: Date,
): Promise<ListedKey[]> {
  const { agentId } = which;
  const found =
    "prefix" in which
      ? await findLiveKeysByPrefix(tx, { prefix: which.prefix, now, limit: READ_MAX })
      : await listLiveKeys(tx, which.agentId, now);
  const live = found.filter((key) => agentId === undefined || key.agentId === agentId);
  if (live.length === 0) throw notFound("key", { message: "No such key works." });
  const owners = [...new Set(live.map((key) => key.agentId))].sort();
  if (owners.length > 1) {
    throw new ExchangeError("conflict", {
      message: `Keys of several agents begin so: ${owners.join(", ")}. Name one with --agent.`,
      details: { agentIds: owners },
    });
  }
  return endKeys(
    tx,
    live.map(({ sha256 }) => sha256),
    now,
  );
}

/** The only place where a key exists in the clear is what this answers. */
async function addKey(tx: Tx, of: KeyLimits & { agentId: string }, now: Date) {
  const apiKey = makeApiKey();
  const prefix = shownPrefixOf(apiKey);
  await insertKey(tx, { ...of, sha256: hashOfKey(apiKey), prefix, createdAt: now });
  return { apiKey, key: { prefix, createdAt: now.toISOString() } };
}
