import { z } from "zod";
import { wrongField } from "../../contract/errors.ts";
import { exampleId, idSchema, timeSchema, trimmed } from "../../contract/fields.ts";
import { DISPUTED_EVENTS_MAX, disputeSchema } from "../../contract/resources/wallet.ts";
import { disputeOnWire, openDispute } from "../../domain/disputes/index.ts";
import { COMMITS, defineTool } from "../tool.ts";

const EVENT_IDS_MAX = 1_000;

export const disputeEvents = defineTool({
  name: "dispute_events",
  title: "Dispute events",
  description:
    "Contests events of your campaign before their earnings mature; the " +
    "operator decides. Name events by `eventIds` (all or none), or by `from` and `to` of " +
    `their settlement (at most ${DISPUTED_EVENTS_MAX}). What they cost returns to you, or the ` +
    "publisher is paid. Each can be disputed once. To end the campaign use request_refund.",
  access: ["advertiser"],
  ...COMMITS,
  errors: ["not_found", "invalid_state", "conflict"],
  input: {
    campaignId: idSchema("cmp"),
    eventIds: z
      .array(idSchema("evt"))
      .min(1)
      .max(EVENT_IDS_MAX)
      .optional()
      .describe("All or none of them."),
    from: timeSchema.optional().describe("Settled from this time on; with `to`."),
    to: timeSchema.optional().describe("Settled before this time."),
    reason: trimmed(500).describe("For the operator and the publisher."),
  },
  output: disputeSchema.extend({
    eventsTooLate: z
      .number()
      .int()
      .describe("Charged events of this stretch of time whose earnings are pending no more."),
  }),
  examples: {
    "Dispute single events": {
      campaignId: exampleId("cmp"),
      eventIds: [exampleId("evt")],
      reason: "These clicks came from our own monitoring.",
    },
    "Dispute one hour": {
      campaignId: exampleId("cmp"),
      from: "2026-11-19T14:00:00Z",
      to: "2026-11-19T15:00:00Z",
      reason: "Forty times the usual clicks and not one visit.",
    },
  },
  nextTools: ["get_campaign", "wallet"],
  async run({ agentId, deps, tx }, { campaignId, reason, ...named }) {
    const dispute = { campaignId, advertiserId: agentId, reason, ...namedBy(named) };
    const opened = await openDispute(tx, dispute, deps);
    return { ...disputeOnWire(opened), eventsTooLate: opened.eventsTooLate };
  },
});

interface Named {
  readonly eventIds?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Either ids or a stretch of time; together they would leave open which of both is meant. */
function namedBy({ eventIds, from, to }: Named) {
  if (eventIds !== undefined) {
    if (from !== undefined) throw wrongField("from", "cannot stand beside eventIds");
    if (to !== undefined) throw wrongField("to", "cannot stand beside eventIds");
    return { eventIds };
  }
  if (from === undefined) throw wrongField("from", "is required without eventIds");
  if (to === undefined) throw wrongField("to", "is required without eventIds");
  const between = { from: new Date(from), to: new Date(to) };
  if (between.to <= between.from) throw wrongField("to", "must lie after from");
  return { between };
}
