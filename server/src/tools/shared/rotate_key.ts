import { integer } from "../../contract/fields.ts";
import { rotatedKeySchema } from "../../contract/resources/agent.ts";
import { rotateKey as rotate } from "../../domain/identity/index.ts";
import { COMMITS, defineTool } from "../tool.ts";

/** A week: long enough to change every server of an agent by hand. */
const GRACE_HOURS_MAX = 168;
const GRACE_HOURS_DEFAULT = 24;

export const rotateKey = defineTool({
  name: "rotate_key",
  title: "Replace your API key",
  description:
    "Returns a new API key, shown only in this answer. The key you call with works on for " +
    "`graceHours`, any older one ends at once. Rotate a key that leaked with `graceHours: 0`, " +
    "which ends it. A repeat with the same idempotencyKey omits it. Check it with whoami; for a " +
    "first key use register.",
  access: "any",
  ...COMMITS,
  worksSuspended: true,
  input: {
    graceHours: integer(0, GRACE_HOURS_MAX)
      .default(GRACE_HOURS_DEFAULT)
      .describe("How long the old key works."),
  },
  output: rotatedKeySchema,
  examples: { "With a day to change over": {}, "After a leak": { graceHours: 0 } },
  nextTools: ["whoami"],
  async run({ caller, now, tx }, { graceHours }) {
    const rotated = await rotate(tx, caller, { graceHours, now });
    return { ...rotated, nextTools: ["whoami"] };
  },
  async complete({ services }, result) {
    // Here at once; the other processes are told by the commit.
    services.keys.forget(result.agentId);
    return result;
  },
});
