import type { Role } from "../../contract/enums.ts";
import { ExchangeError } from "../../contract/errors.ts";
import { idFromUuid } from "../../contract/ids.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import { createBoundedMap } from "../../core/cache.ts";
import type { Foundation } from "../../core/foundation.ts";
import { hashOfKey, isWellFormedKey } from "./api-key.ts";
import { findByKey, type KeyedAgent, type KeyLimits, touchKey } from "./queries.ts";

export interface Caller {
  readonly agentId: string;
  readonly role: Role;
  readonly agent: Agent;
  readonly key: KeyLimits & {
    readonly sha256: Buffer;
    readonly prefix: string;
    readonly createdAt: Date;
    readonly lastUsedAt: Date | null;
  };
}

/** Where a key came from, for those who count wrong ones. */
export interface KeyOrigin {
  readonly ip: string | undefined;
  readonly isLoopback: boolean;
}

export interface Authenticator {
  /**
   * The caller behind a key.
   *
   * **Errors** `invalid_key`, `revoked_key`.
   */
  authenticate(key: string, from?: KeyOrigin): Promise<Caller>;
}

/** What an authenticator remembers, and how it is made to forget. */
export interface KeyMemory extends Authenticator {
  /** Takes the agent's id, or its bare uuid as the database tells it. */
  forget(agent: string): void;
}

/** The channel of the SQL function `notify_key_changed`: agents whose keys or status changed. */
export const KEYS_CHANNEL = "api_key";

/** A revoked key must stop working within a second in every process, told or not. */
const KNOWN_FOR_MS = 900;
const KNOWN_MAX = 10_000;
const TOUCH_EVERY_MS = 60_000;

interface Known {
  readonly caller: Caller;
  readonly endsAt: Date | null;
  readonly untilMs: number;
}

/** Looks callers up by their keys, and keeps an answer for less than a second. */
export function createAuthenticator(deps: Pick<Foundation, "db" | "clock">): KeyMemory {
  const known = createBoundedMap<string, Known>(KNOWN_MAX);
  const touchedAtMs = createBoundedMap<string, number>(KNOWN_MAX);
  let timesForgotten = 0;
  const look = async (key: string, nowMs: number): Promise<Known> => {
    const asOf = timesForgotten;
    const sha256 = hashOfKey(key);
    const keyed = await findByKey(deps.db, sha256);
    if (keyed === undefined) throw invalidKey();
    const caller = callerOf(keyed, sha256);
    const found = { caller, endsAt: keyed.keyEndsAt, untilMs: nowMs + KNOWN_FOR_MS };
    known.delete(key);
    // What was read before something changed serves this call, but is not remembered.
    if (asOf === timesForgotten) known.set(key, found);
    return found;
  };
  const touch = (key: string, nowMs: number) => {
    const last = touchedAtMs.get(key);
    if (last !== undefined && nowMs - last < TOUCH_EVERY_MS) return;
    touchedAtMs.set(key, nowMs);
    // When it was last used is a convenience: losing one of these writes does no harm.
    touchKey(deps.db, hashOfKey(key), deps.clock.now()).catch(() => undefined);
  };
  return {
    async authenticate(key) {
      const nowMs = deps.clock.monotonicMs();
      let entry = known.get(key);
      if (entry === undefined || entry.untilMs <= nowMs) {
        // Only a key of the right form, its checksum included, is worth a question.
        if (!isWellFormedKey(key)) throw invalidKey();
        entry = await look(key, nowMs);
      }
      if (entry.endsAt !== null && entry.endsAt <= deps.clock.now()) {
        throw new ExchangeError("revoked_key", {
          suggestion: "Use the key that replaced it, or register again without this key.",
          nextTools: ["register"],
        });
      }
      touch(key, nowMs);
      return entry.caller;
    },
    forget(agent) {
      timesForgotten += 1;
      const agentId = agent.startsWith("agt_") ? agent : idFromUuid("agt", agent);
      for (const [key, { caller }] of known) if (caller.agentId === agentId) known.delete(key);
    },
  };
}

function callerOf({ keyEndsAt: _ends, ...keyed }: KeyedAgent, sha256: Buffer): Caller {
  const { keyPrefix: prefix, keyCreatedAt: createdAt, keyLastUsedAt: lastUsedAt, ...more } = keyed;
  const { keyScope: scope, keyCampaignId: campaignId, ...agent } = more;
  const key = { sha256, prefix, createdAt, lastUsedAt, scope, campaignId };
  return { agentId: agent.agentId, role: agent.role, agent, key };
}

function invalidKey(): ExchangeError {
  return new ExchangeError("invalid_key", {
    suggestion:
      "Send the key that `register` returned as `Authorization: Bearer <key>`. Without one, call " +
      "register without that header.",
    nextTools: ["register"],
  });
}
