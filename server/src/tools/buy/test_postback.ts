import { z } from "zod";
import { exampleId, idSchema } from "../../contract/fields.ts";
import { idFromUuid } from "../../contract/ids.ts";
import { POSTBACK_LOG_STATUSES } from "../../contract/resources/postback.ts";
import { requirePostback, sendTest, writeTest } from "../../domain/postbacks/index.ts";
import { ADDS, defineTool } from "../tool.ts";

export const testPostback = defineTool({
  name: "test_postback",
  title: "Test a webhook",
  description:
    "Sends one `postback.test` to one of your webhooks now, whatever its types, and returns " +
    "the outcome: success with the receiver's httpStatus, failed, timeout (15 seconds) or " +
    "blocked (no public address). A disabled webhook that answers 2xx is active again. For " +
    "lost messages use replay_postback.",
  access: "any",
  ...ADDS,
  hints: { ...ADDS.hints, openWorld: true },
  errors: ["not_found"],
  input: { postbackId: idSchema("whk") },
  output: z.object({
    postbackId: idSchema("whk"),
    eventId: idSchema("evt").describe("The `webhook-id` that the receiver sees."),
    status: z.enum(POSTBACK_LOG_STATUSES),
    httpStatus: z.number().optional(),
    nextAttemptAt: z.string().optional(),
  }),
  examples: { "Is it well?": { postbackId: exampleId("whk") } },
  nextTools: ["list_postbacks"],
  async run({ agentId, db, now, services, tx }, { postbackId }) {
    await requirePostback(db, postbackId, agentId);
    const { ids, times } = services.postbacks;
    // If this process dies first, a worker sends it.
    const dueAt = new Date(now.getTime() + times.leaseMs);
    const written = await writeTest(tx, postbackId, { ids, now, dueAt });
    const eventId = idFromUuid("evt", written);
    return { postbackId, eventId, status: "pending" as const };
  },
  async complete({ services }, { postbackId, eventId }) {
    const test = { postbackId, eventId };
    const sent = await sendTest(services.db, test, services.postbacks);
    const { status, httpStatus, nextAttemptAt } = sent;
    return { ...test, status, httpStatus, nextAttemptAt };
  },
});
