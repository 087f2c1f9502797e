import { z } from "zod";
import { listedKeySchema } from "../../contract/resources/agent.ts";
import { listLiveKeys } from "../../domain/identity/index.ts";
import { defineTool, READS } from "../tool.ts";

export const listKeys = defineTool({
  name: "list_keys",
  title: "List your API keys",
  description:
    "Lists your valid API keys, newest first: the first 12 characters, scope, campaign, and when " +
    "each was made, was last used and ends. Use it to find unused or leaked keys, which " +
    "revoke_key ends. A whole key is never shown again.",
  access: "any",
  ...READS,
  input: {},
  output: z.object({ items: z.array(listedKeySchema) }),
  examples: { "All keys that work": {} },
  nextTools: ["create_key", "revoke_key"],
  async run({ agentId, db, now }) {
    const found = await listLiveKeys(db, agentId, now);
    return { items: found.map(({ sha256: _hash, agentId: _own, ...key }) => key) };
  },
});
