import { ExchangeError, notFound } from "../../contract/errors.ts";
import type { Ticket } from "../../contract/resources/message.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import type { IdSource } from "../../core/ids.ts";
import {
  closeTicketRow,
  findTicket,
  insertTicket,
  type Report,
  type TicketRecord,
} from "./queries.ts";

export {
  countOpenTickets,
  listTickets,
  type Report,
  type TicketRecord,
} from "./queries.ts";

/** Stores an agent's report, without secrets, until the operator closes it. */
export async function openTicket(
  tx: Tx,
  report: Report,
  deps: { ids: IdSource; now: Date },
): Promise<Ticket> {
  const ticketId = deps.ids.id("tkt");
  await insertTicket(tx, { ...report, ticketId, createdAt: deps.now });
  return { ticketId, status: "open" };
}

/** **Errors** `not_found`. */
export async function requireTicket(db: Queryable, ticketId: string): Promise<TicketRecord> {
  const ticket = await findTicket(db, ticketId);
  if (ticket !== undefined) return ticket;
  throw notFound("ticket", { message: `There is no ticket ${ticketId}.` });
}

/** **Errors** `not_found`; `invalid_state` for a ticket that is closed. */
export async function closeTicket(tx: Tx, ticketId: string, now: Date): Promise<TicketRecord> {
  const isClosed = await closeTicketRow(tx, ticketId, now);
  const ticket = await requireTicket(tx, ticketId);
  if (isClosed) return ticket;
  throw new ExchangeError("invalid_state", {
    message: `Ticket ${ticketId} is already ${ticket.status}.`,
    details: { status: ticket.status, validActions: [] },
  });
}
