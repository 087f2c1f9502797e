import type { Role } from "../../contract/enums.ts";
import type { Agent } from "../../contract/resources/agent.ts";
import type { Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import { hashOfKey, makeApiKey, shownPrefixOf } from "./api-key.ts";
import { insertAgent, insertKey } from "./queries.ts";

export { isWellFormedKey } from "./api-key.ts";
export {
  type Authenticator,
  type Caller,
  createAuthenticator,
  type KeyOrigin,
} from "./authenticator.ts";
export { findAgents, type ListedAgent, listAgents } from "./queries.ts";
export { moveAgent, suspendAgent, trustAgent } from "./standing.ts";

/** Creates an agent with its first key, which exists only in the answer. */
export async function registerAgent(
  tx: Tx,
  input: { provider: string; displayName: string; role: Role },
  deps: { ids: IdSource; now: Date },
): Promise<{ agent: Agent; apiKey: string }> {
  const agent: Agent = {
    agentId: deps.ids.id("agt"),
    provider: input.provider,
    displayName: input.displayName,
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
  });
  return { agent, apiKey };
}
