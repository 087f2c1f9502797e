import { idSchema } from "../contract/ids.ts";
import { ticketKindSchema, ticketStatusSchema } from "../contract/resources/ticket.ts";
import { insertAudit } from "../domain/audit/index.ts";
import {
  closeTicket,
  listTickets,
  requireTicket,
  type TicketRecord,
} from "../domain/support/index.ts";
import {
  type CommandContext,
  parseWords,
  printable,
  tableOf,
  usageError,
  writeJson,
} from "./command.ts";

export const TICKETS_USAGE = `tickets list [--status open|closed|all] \
[--kind bug|experience] [--json]
tickets list TICKET_ID [--json]
tickets close TICKET_ID [--reason TEXT] [--json]`;

const LISTED_MAX = 200;
const REASON_MAX = 500;
const SUMMARY_MAX = 60;
const OPTIONS = {
  status: { type: "string" },
  kind: { type: "string" },
  reason: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/**
 * Runs `tickets ...` with the words after `tickets`; answers the exit code.
 *
 * **Errors** `invalid_request` for a wrong call; `not_found`, `invalid_state`.
 */
export async function runTicketsCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [action, ...rest] = words;
  if (action !== "list" && action !== "close") {
    throw wrong(
      action === undefined ? "Say what to do." : `There is no command tickets ${action}.`,
    );
  }
  const { values, positionals } = parseWords(rest, OPTIONS, TICKETS_USAGE);
  const [ticketId, ...more] = positionals;
  if (more.length > 0) throw wrong("Name one ticket.");
  if (ticketId !== undefined && !idSchema("tkt").safeParse(ticketId).success) {
    throw wrong(`${ticketId} is not the id of a ticket.`);
  }
  if (action === "close") return close(ticketId, values, context);
  return ticketId === undefined ? list(values, context) : show(ticketId, values, context);
}

interface Values {
  readonly status?: string | undefined;
  readonly kind?: string | undefined;
  readonly reason?: string | undefined;
  readonly json: boolean;
}

async function list(values: Values, context: CommandContext): Promise<number> {
  const { status = "open", kind, reason, json } = values;
  if (reason !== undefined) throw wrong("list takes no --reason.");
  const ofStatus = ticketStatusSchema.optional().safeParse(status === "all" ? undefined : status);
  if (!ofStatus.success) throw wrong(`There is no status ${status}.`);
  const ofKind = ticketKindSchema.optional().safeParse(kind);
  if (!ofKind.success) throw wrong(`There is no kind ${kind}.`);
  const tickets = await listTickets(context.db, {
    status: ofStatus.data,
    kind: ofKind.data,
    limit: LISTED_MAX,
  });
  if (json) writeJson(context, { items: tickets });
  else if (tickets.length === 0) context.stdout.write("No ticket.\n");
  else context.stdout.write(tableOf([HEAD, ...tickets.map(rowOf)]));
  return 0;
}

/** One ticket whole, with the words of the agent as it wrote them. */
async function show(ticketId: string, values: Values, context: CommandContext): Promise<number> {
  if (values.status ?? values.kind ?? values.reason) throw wrong("One ticket takes only --json.");
  const ticket = await requireTicket(context.db, ticketId);
  if (values.json) writeJson(context, ticket);
  else context.stdout.write(textOf(ticket));
  return 0;
}

async function close(
  ticketId: string | undefined,
  values: Values,
  context: CommandContext,
): Promise<number> {
  if (ticketId === undefined) throw wrong("Name one ticket.");
  if (values.status ?? values.kind) throw wrong("close takes --reason and --json.");
  const { ids, clock, actor } = context;
  const reason = values.reason?.trim().slice(0, REASON_MAX);
  const ticket = await context.db.tx(async (tx) => {
    const closed = await closeTicket(tx, ticketId, clock.now());
    await insertAudit(tx, {
      uuid: ids.uuid(),
      actor,
      action: "tickets.close",
      subject: ticketId,
      detail: { agentId: closed.agentId, ...(reason ? { reason } : {}) },
    });
    return closed;
  });
  if (values.json) writeJson(context, ticket);
  else context.stdout.write(`${ticketId} is closed\n`);
  return 0;
}

const HEAD = ["ticket", "kind", "grade", "status", "agent", "opened", "about"];

function rowOf(ticket: TicketRecord): string[] {
  const { ticketId, kind, status, agentId, createdAt } = ticket;
  return [ticketId, kind, gradeOf(ticket), status, agentId, createdAt, summaryOf(ticket)];
}

function gradeOf({ severity, rating }: TicketRecord): string {
  return severity ?? `${rating} of 5`;
}

function summaryOf({ content }: TicketRecord): string {
  const { title, journeyStep, whatFailed, whatWorked } = content;
  const summary = String(title ?? journeyStep ?? whatFailed ?? whatWorked ?? "");
  return summary.length > SUMMARY_MAX ? `${summary.slice(0, SUMMARY_MAX - 1)}…` : summary;
}

function textOf(ticket: TicketRecord): string {
  const { content, ticketId, agentId, kind, status, createdAt, closedAt = "" } = ticket;
  const facts = tableOf([
    ["ticket", ticketId],
    ["agent", agentId],
    [kind, gradeOf(ticket)],
    ["opened", createdAt],
    [status, closedAt],
  ]);
  const texts = Object.entries(content).map(([name, text]) => `\n${name}:\n${linesOf(text)}\n`);
  return `${facts}${texts.join("")}`;
}

/** Indented, so that no line of an agent's can pass for one of ours. */
function linesOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text
    .split("\n")
    .map((line) => `  ${printable(line)}`)
    .join("\n");
}

function wrong(message: string) {
  return usageError(message, TICKETS_USAGE);
}
