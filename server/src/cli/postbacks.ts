import { ExchangeError } from "../contract/errors.ts";
import { idSchema } from "../contract/ids.ts";
import { POSTBACK_STATUSES, type Postback } from "../contract/resources/postback.ts";
import { insertAudit } from "../domain/audit/index.ts";
import { measureOutbox } from "../domain/outbox/index.ts";
import {
  findEndpoint,
  findEndpoints,
  measurePostbacks,
  redriveDead,
} from "../domain/postbacks/index.ts";
import { type CommandContext, parseWords, tableOf, usageError, writeJson } from "./command.ts";

export const POSTBACKS_USAGE = `postbacks list [--status active|disabled] [--json]
postbacks redrive POSTBACK_ID|--all [--json]`;

const OPTIONS = {
  status: { type: "string" },
  all: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

const LISTED_MAX = 200;
const REDRIVEN_MAX = 10_000;

/**
 * Runs `postbacks ...` with the words after `postbacks`; answers the exit code.
 *
 * **Errors** `invalid_request` for a wrong call, `not_found`, `invalid_state` (disabled).
 */
export async function runPostbacksCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [action, ...rest] = words;
  if (action === "list") return list(rest, context);
  if (action === "redrive") return redrive(rest, context);
  throw wrong(
    action === undefined ? "Say what to do." : `There is no command postbacks ${action}.`,
  );
}

async function list(words: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseWords(words, OPTIONS, POSTBACKS_USAGE);
  if (positionals.length > 0 || values.all) throw wrong("list takes --status and --json.");
  const status = POSTBACK_STATUSES.find((one) => one === values.status);
  if (status === undefined && values.status !== undefined) {
    throw wrong(`There is no status ${values.status}.`);
  }
  const { db, clock, stdout } = context;
  const items = await findEndpoints(db, {
    limit: LISTED_MAX,
    ...(status === undefined ? {} : { status }),
  });
  const now = clock.now();
  const [outbox, gauges] = [await measureOutbox(db, now), await measurePostbacks(db, now)];
  if (values.json) writeJson(context, { items, outbox, ...gauges });
  else {
    const summary =
      `outbox ${outbox.waiting} (oldest ${outbox.ageMs} ms), batches ${gauges.marks}, ` +
      `pending ${gauges.pending} (late ${gauges.lagMs} ms), dead ${gauges.dead}\n`;
    stdout.write(items.length === 0 ? "No postback.\n" : tableOf([HEAD, ...items.map(rowOf)]));
    stdout.write(summary);
  }
  return 0;
}

async function redrive(words: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseWords(words, OPTIONS, POSTBACKS_USAGE);
  const [postbackId, ...more] = positionals;
  if (more.length > 0 || values.all === (postbackId !== undefined)) {
    throw wrong("Name one postback, or say --all.");
  }
  if (postbackId !== undefined) await requireActive(postbackId, context);
  const { db, ids, clock, actor, stdout } = context;
  const redriven = await db.tx(async (tx) => {
    const which = { postbackId: postbackId ?? null, limit: REDRIVEN_MAX, now: clock.now() };
    const count = await redriveDead(tx, which);
    await insertAudit(tx, {
      uuid: ids.uuid(),
      actor,
      action: "postbacks.redrive",
      subject: postbackId ?? "all",
      detail: { redriven: count },
    });
    return count;
  });
  if (values.json) writeJson(context, { redriven });
  else stdout.write(`${redriven} messages are sent again with their old ids\n`);
  return 0;
}

async function requireActive(postbackId: string, { db }: CommandContext): Promise<void> {
  if (!idSchema("whk").safeParse(postbackId).success) {
    throw wrong(`${postbackId} is not the id of a postback.`);
  }
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

function wrong(message: string): ExchangeError {
  return usageError(message, POSTBACKS_USAGE);
}
