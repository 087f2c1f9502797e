import { z } from "zod";
import { KEY_SHOWN_LENGTH } from "../../contract/keys.ts";
import { listedKeySchema } from "../../contract/resources/agent.ts";
import { revokeOwnKey } from "../../domain/identity/index.ts";
import { COMMITS, defineTool } from "../tool.ts";

export const revokeKey = defineTool({
  name: "revoke_key",
  title: "Revoke an API key",
  description:
    "Ends one of your API keys, everywhere within a second. Name it by its first 12 characters, " +
    "as list_keys shows it. Use it for keys that leaked or that nothing uses. To end the key " +
    "that makes the call, use rotate_key instead.",
  access: "any",
  ...COMMITS,
  worksSuspended: true,
  errors: ["not_found", "invalid_state"],
  input: {
    prefix: z.string().length(KEY_SHOWN_LENGTH).describe("From list_keys."),
  },
  output: listedKeySchema.pick({ prefix: true, endsAt: true }),
  examples: { "A key that leaked": { prefix: "rk_live_Qw3x" } },
  nextTools: ["list_keys", "create_key"],
  async run({ caller, now, tx }, { prefix }) {
    const revoked = await revokeOwnKey(tx, caller, { prefix, now });
    return { prefix, endsAt: revoked.endsAt };
  },
  complete({ agentId, services }, key) {
    services.keys.forget(agentId);
    return Promise.resolve(key);
  },
});
