import { ExchangeError } from "../contract/errors.ts";
import { POSTBACK_STATUSES, type Postback } from "../contract/resources/postback.ts";
import { measureOutbox } from "../domain/outbox/index.ts";
import {
  findEndpoint,
  findEndpoints,
  measurePostbacks,
  redriveMessages,
} from "../domain/postbacks/index.ts";
import { audit, type CommandContext, defineCommand, listing, usageError } from "./command.ts";

const LISTED_MAX = 200;
const REDRIVEN_MAX = 10_000;

/** **Errors** `not_found`, `invalid_state` when the postback is disabled. */
export const runPostbacksCommand = defineCommand("postbacks", {
  list: {
    usage: `[--status ${POSTBACK_STATUSES.join("|")}]`,
    async run(given, { db, clock }) {
      const status = POSTBACK_STATUSES.find((one) => one === given.get("status"));
      const items = await findEndpoints(db, { limit: LISTED_MAX, status });
      const now = clock.now();
      const [outbox, gauges] = [await measureOutbox(db, now), await measurePostbacks(db, now)];
      const listed = listing(items, { head: HEAD, rows: items.map(rowOf), empty: "No postbacks." });
      const summary =
        `outbox ${outbox.waiting} (oldest ${outbox.ageMs} ms), batches ${gauges.marks}, ` +
        `pending ${gauges.pending} (late ${gauges.lagMs} ms), dead ${gauges.dead}\n`;
      return { json: { items, outbox, ...gauges }, text: `${listed.text}${summary}` };
    },
  },
  redrive: {
    usage: "[POSTBACK_ID] [--all]",
    async run(given, context) {
      const { subject: postbackId } = given;
      if (given.has("all") === (postbackId !== "")) {
        throw usageError("Name either POSTBACK_ID or --all.", runPostbacksCommand.usage);
      }
      if (postbackId !== "") await requireActive(postbackId, context);
      const { db, clock } = context;
      const redriven = await db.tx(async (tx) => {
        const one = { postbackId: postbackId || null, eventId: null };
        const count = await redriveMessages(tx, { ...one, limit: REDRIVEN_MAX, now: clock.now() });
        const entry = { action: "postbacks.redrive", subject: postbackId || "all" };
        await audit(tx, context, { ...entry, detail: { redriven: count } });
        return count;
      });
      const text = `${redriven} messages are queued again, with their ids\n`;
      return { json: { redriven }, text };
    },
  },
});

async function requireActive(postbackId: string, { db }: CommandContext): Promise<void> {
  const found = await findEndpoint(db, postbackId, null);
  if (found === undefined) {
    throw new ExchangeError("not_found", { message: `There is no postback ${postbackId}.` });
  }
  if (found.status !== "active") {
    throw new ExchangeError("invalid_state", {
      message: `${postbackId} is disabled; its owner makes it active again.`,
    });
  }
}

const HEAD = ["postback", "agent", "status", "pending", "dead", "failing since", "url"];

function rowOf(postback: Postback & { agentId: string }): string[] {
  return [
    postback.postbackId,
    postback.agentId,
    postback.disabledReason ?? postback.status,
    String(postback.pending),
    String(postback.dead),
    postback.failingSince ?? "",
    postback.url,
  ];
}
