import type { Role } from "../../contract/enums.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { findBrandNames } from "../brands/index.ts";
import { checkLookalikes, checkText } from "../review/index.ts";
import { hashOfKey, makeApiKey, shownPrefixOf } from "./api-key.ts";
import { UNLIMITED } from "./keys.ts";
import { insertAgent, insertKey } from "./queries.ts";

export { isWellFormedKey } from "./api-key.ts";
export {
  type Authenticator,
  type Caller,
  createAuthenticator,
  KEYS_CHANNEL,
  type KeyMemory,
  type KeyOrigin,
} from "./authenticator.ts";
export { createKey, issueKey, listLiveKeys, revokeKeys, revokeOwnKey, rotateKey } from "./keys.ts";
export {
  exportAgent,
  findAgents,
  findOpen,
  type ListedAgent,
  type ListedKey,
  listAgents,
  listKeys,
} from "./queries.ts";
export {
  closeAgent,
  eraseAgent,
  moveAgent,
  requireAgent,
  suspendAgent,
  trustAgent,
} from "./standing.ts";

/**
 * Creates an agent with its first key, which exists only in the answer.
 *
 * **Errors** `invalid_arguments` for names of several lines or with markup or invisible characters,
 * and for names that look like ours or that of a listed brand.
 */
export async function registerAgent(
  tx: Tx,
  input: { provider: string; displayName: string; role: Role },
  deps: { ids: IdSource; now: Date },
): Promise<{ agent: Agent; apiKey: string }> {
  const { provider, displayName } = input;
  const names = Object.entries({ provider, displayName });
  const texts = names.map(([field, text]) => ({ field, text }));
  checkText(texts, "name", "invalid_arguments");
  checkLookalikes(texts, await findBrandNames(tx), "invalid_arguments");
  const agent: Agent = {
    agentId: deps.ids.id("agt"),
    provider,
    displayName,
    role: input.role,
    status: "active",
    createdAt: deps.now.toISOString(),
  };
  const apiKey = makeApiKey();
  await insertAgent(tx, agent);
  await insertKey(tx, {
    sha256: hashOfKey(apiKey),
    agentId: agent.agentId,
    prefix: shownPrefixOf(apiKey),
    createdAt: deps.now,
    ...UNLIMITED,
  });
  return { agent, apiKey };
}
