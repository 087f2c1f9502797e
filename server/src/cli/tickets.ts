import { ticketKindSchema, ticketStatusSchema } from "../contract/resources/message.ts";
import {
  closeTicket,
  listTickets,
  requireTicket,
  type TicketRecord,
} from "../domain/support/index.ts";
import {
  audit,
  type CommandContext,
  defineCommand,
  type Given,
  indented,
  listing,
  shortened,
  tableOf,
  usageError,
} from "./command.ts";

const LISTED_MAX = 200;
const SUMMARY_MAX = 60;

/** **Errors** `not_found`, `invalid_state`. */
export const runTicketsCommand = defineCommand("tickets", {
  list: {
    usage: `[TICKET_ID] [--status open|closed|all] [--kind ${ticketKindSchema.options.join("|")}]`,
    async run(given, context) {
      if (given.subject === "") return list(given, context);
      if (given.has("status") || given.has("kind")) {
        throw usageError("TICKET_ID takes neither --status nor --kind.", runTicketsCommand.usage);
      }
      const ticket = await requireTicket(context.db, given.subject);
      return { json: ticket, text: textOf(ticket) };
    },
  },
  close: {
    usage: "TICKET_ID [--reason TEXT]",
    async run(given, context) {
      const { subject } = given;
      const reason = given.get("reason");
      const ticket = await context.db.tx(async (tx) => {
        const closed = await closeTicket(tx, subject, context.clock.now());
        const detail = { agentId: closed.agentId, reason };
        await audit(tx, context, { action: "tickets.close", subject, detail });
        return closed;
      });
      return { json: ticket, text: `${subject} is closed\n` };
    },
  },
});

async function list(given: Given, { db }: CommandContext) {
  const status = given.get("status") ?? "open";
  const tickets = await listTickets(db, {
    status: status === "all" ? undefined : ticketStatusSchema.parse(status),
    kind: ticketKindSchema.optional().parse(given.get("kind")),
    limit: LISTED_MAX,
  });
  return listing(tickets, { head: HEAD, rows: tickets.map(rowOf), empty: "No tickets." });
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
  return shortened(summary, SUMMARY_MAX);
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
  const texts = Object.entries(content).map(
    ([name, text]) =>
      `\n${name}:\n${indented(typeof text === "string" ? text : JSON.stringify(text, null, 2))}\n`,
  );
  return `${facts}${texts.join("")}`;
}
