import { uuidFromId } from "../../server/src/contract/ids.ts";
import type { Market } from "./market.ts";
import type { Schema } from "./model/schema.ts";

/** What a sequence left in the tables, as lines that can be compared between stages. */
export type Rows = Readonly<Record<string, readonly string[]>>;

/** The comparable columns of each table; the ids among them come from seeds. */
export const COLUMNS = {
  campaign_book: [
    "campaign_id",
    "status",
    "funded",
    "escrow",
    "earned",
    "fee",
    "refunded",
    "swept_earned",
    "swept_fee",
    "units",
    "events",
    "deliveries",
    "daily_cap",
    "spent_today",
  ],
  campaign: ["id", "revision", "updated_at", "drains_until"],
  event: [
    "campaign_id",
    "id",
    "batch_id",
    "delivery_id",
    "kind",
    "reason",
    "quantity",
    "counted",
    "charged",
    "is_verified",
  ],
  journal: ["campaign_id", "batch_id", "events", "escrow_delta", "fee_delta", "escrow_after", "at"],
  delivery: ["campaign_id", "id", "impressions", "used", "clicked_at", "is_click_verified"],
  account: ["owner_id", "kind", "balance", "version"],
  // Not their order: campaigns mature in whatever order PostgreSQL finds them.
  entry: ["owner_id", "kind", "type", "amount"],
  earning: ["campaign_id", "amount", "fee", "order_id", "status", "matures_at", "matured_at"],
  funding_lot: ["order_id", "amount", "remaining", "debt"],
  cashout: ["id", "amount", "status", "satoshis"],
  outbox: ["type", "agent_id", "campaign_id"],
} as const satisfies Record<string, readonly string[]>;

/** A row as one line: the columns in order, however the stage represents them. */
export function lineOf(row: object, columns: readonly string[]): string {
  const values = new Map<string, unknown>(Object.entries(row));
  return columns.map((column) => shown(values.get(column))).join(" ");
}

function shown(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value ?? "null");
}

/** What the model holds at the end of a sequence. */
export function rowsOfModel(schema: Schema, market: Market): Rows {
  const agents = new Set([...market.publishers, ...market.advertisers].map(uuidFromId));
  const lines = (rows: readonly object[], columns: readonly string[]) =>
    rows.map((row) => lineOf(row, columns)).sort();
  const owned = <Row extends { readonly owner_id: string | null }>(rows: readonly Row[]) =>
    rows.filter(({ owner_id }) => owner_id !== null && agents.has(owner_id));
  return {
    campaign_book: lines(schema.books.all(null), COLUMNS.campaign_book),
    campaign: lines(schema.campaigns.all(null), COLUMNS.campaign),
    event: lines(schema.events.all(null), COLUMNS.event),
    journal: lines(schema.journal.all(null), COLUMNS.journal),
    delivery: lines(schema.deliveries.all(null), COLUMNS.delivery),
    account: lines(owned(schema.accounts.all(null)), COLUMNS.account),
    entry: lines(owned(schema.entries.all(null)), COLUMNS.entry),
    earning: lines(schema.earnings.all(null), COLUMNS.earning),
    funding_lot: lines(schema.lots.all(null), COLUMNS.funding_lot),
    cashout: lines(schema.cashouts.all(null), COLUMNS.cashout),
    outbox: lines(schema.outbox.all(null), COLUMNS.outbox),
  };
}
