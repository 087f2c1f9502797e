import { z } from "zod";
import { integer } from "../../contract/fields.ts";
import { rotatedKeySchema } from "../../contract/resources/agent.ts";
import { rotateKey as rotate } from "../../domain/identity/index.ts";
import { COMMITS, callerOf, defineTool, txOf } from "../tool.ts";

/** A week: long enough to change every server of an agent by hand. */
const GRACE_HOURS_MAX = 168;
const GRACE_HOURS_DEFAULT = 24;

export const rotateKey = defineTool({
  name: "rotate_key",
  module: "shared",
  title: "Replace your API key",
  description:
    "Returns a new API key, shown only in this answer. The key you call with works on for " +
    "`graceHours`, any older one ends at once. Rotate a key that leaked with `graceHours: 0`, " +
    "which ends it. A repeat with the same idempotencyKey omits it. Check it with whoami; for a " +
    "first key use register.",
  access: "any",
  ...COMMITS,
  worksSuspended: true,
  errors: ["invalid_arguments", "missing_key", "invalid_key", "revoked_key"],
  input: z.strictObject({
    graceHours: integer(0, GRACE_HOURS_MAX)
      .default(GRACE_HOURS_DEFAULT)
      .describe("How long the old key works."),
  }),
  output: rotatedKeySchema,
  examples: { "With a day to change over": {}, "After a leak": { graceHours: 0 } },
  nextTools: ["whoami"],
  async run(ctx, { graceHours }) {
    const rotated = await rotate(txOf(ctx), callerOf(ctx), { graceHours, now: ctx.now });
    return { ...rotated, nextTools: ["whoami"] };
  },
  async complete(ctx, result) {
    // Here at once; the other processes are told by the commit.
    ctx.services.keys.forget(result.agentId);
    return result;
  },
});
