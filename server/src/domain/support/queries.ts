import { uuidFromId } from "../../contract/ids.ts";
import type { Severity, TicketKind, TicketStatus } from "../../contract/resources/message.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, finds, query, type Selected, select } from "../../core/sql.ts";

/** A bug has a severity, an experience a rating. */
export interface Report {
  readonly agentId: string;
  readonly about: { readonly severity: Severity } | { readonly rating: number };
  /** The agent's own words, by the names of the tool's fields. */
  readonly content: object;
}

const TICKET = select({
  ticketId: column.id("tkt", "t.id"),
  agentId: column.id("agt", "t.agent_id"),
  kind: column.plain<TicketKind>("t.kind"),
  status: column.plain<TicketStatus>("t.status"),
  severity: column.optional(column.plain<Severity>("t.severity")),
  rating: column.optional(column.plain<number>("t.rating")),
  content: column.plain<Readonly<Record<string, unknown>>>("t.content"),
  createdAt: column.time("t.created_at"),
  closedAt: column.optional(column.time("t.closed_at")),
});
export type TicketRecord = Selected<typeof TICKET>;

export async function insertTicket(
  tx: Tx,
  ticket: Report & { readonly ticketId: string; readonly createdAt: Date },
): Promise<void> {
  const { about } = ticket;
  const severity = "severity" in about ? about.severity : null;
  await query(tx, "support.insert_ticket", [
    uuidFromId(ticket.ticketId),
    uuidFromId(ticket.agentId),
    severity === null ? "experience" : "bug",
    severity,
    "rating" in about ? about.rating : null,
    JSON.stringify(ticket.content),
    ticket.createdAt,
  ])`insert into ticket (id, agent_id, kind, severity, rating, content, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`;
}

export async function findTicket(db: Queryable, ticketId: string) {
  const text = `select ${TICKET.list} from ticket t where t.id = $1`;
  return TICKET.first(db, { name: "support.find_ticket", text }, [uuidFromId(ticketId)]);
}

/** Most severe bugs first, then experiences; newest first within each. */
export async function listTickets(
  db: Queryable,
  filter: { status?: TicketStatus | undefined; kind?: TicketKind | undefined; limit: number },
): Promise<TicketRecord[]> {
  const { status, kind, limit } = filter;
  const values = [status ?? null, kind ?? null, limit];
  return TICKET.all(db, "support.list_tickets", values)`select ${TICKET.list}
    from ticket t
    where ($1::text is null or t.status = $1)
      and ($2::text is null or t.kind = $2)
    order by array_position(array['critical', 'high', 'medium', 'low'], t.severity), t.id desc
    limit $3`;
}

/** False when there is no such open ticket. */
export function closeTicketRow(tx: Tx, ticketId: string, now: Date): Promise<boolean> {
  return finds(tx, "support.close_ticket", [uuidFromId(ticketId), now])`
    update ticket
    set status = 'closed', closed_at = $2
    where id = $1 and status = 'open'
    returning id`;
}

/** Open bugs by severity, most severe first, then open experiences. Empty groups are absent. */
export async function countOpenTickets(db: Queryable): Promise<Readonly<Record<string, number>>> {
  const rows = await query<{ name: string; count: number }>(db, "support.count_open_tickets")`
    select coalesce(severity, kind) as name, count(*)::integer as count
    from ticket
    where status = 'open'
    group by kind, severity
    order by array_position(array['critical', 'high', 'medium', 'low'], severity)`;
  return Object.fromEntries(rows.map((row) => [row.name, row.count]));
}
