import { uuidFromId } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import { CASHOUT_STATUSES, type CashoutStatus } from "../../contract/resources/cashout.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, defineRecord, type RecordOf, type Row } from "../../core/records.ts";

export const CASHOUT = defineRecord(
  {
    cashoutId: column.id("csh"),
    agentId: column.id("agt"),
    amount: column.micros,
    address: column.text,
    status: column.oneOf(CASHOUT_STATUSES),
    waitsUntil: column.date,
    usdPerBtc: column.optional(column.text),
    satoshis: column.optional(column.bigint),
    quoteExpiresAt: column.optional(column.date),
    providerId: column.optional(column.text),
    txid: column.optional(column.text),
    reason: column.optional(column.text),
    createdAt: column.date,
    submittedAt: column.optional(column.date),
    updatedAt: column.date,
  },
  { cashoutId: "id" },
);

export type CashoutRecord = RecordOf<typeof CASHOUT>;

const COLUMNS = CASHOUT.columns("c");

/**
 * Adds a request unless the agent has an open one: then nothing comes back. A second request at
 * the same moment waits here for the first one's transaction.
 */
export async function insertCashout(
  tx: Tx,
  cashout: {
    cashoutId: string;
    agentId: string;
    amount: Micros;
    address: string;
    provider: string;
    newAddressUntil: Date;
    now: Date;
  },
): Promise<CashoutRecord | undefined> {
  const rows = await tx.query<Row>(
    {
      name: "cashout.insert",
      text: `insert into cashout as c (
          id, agent_id, amount, address, provider, waits_until, created_at, updated_at
        )
        values (
          $1, $2, $3, $4, $5,
          case
            when exists (
              select from cashout o
              where o.address = $4 and o.agent_id = $2 and o.provider = $5
                and o.status = 'completed'
            ) then $7::timestamptz
            else $6::timestamptz
          end,
          $7, $7
        )
        on conflict (agent_id)
          where status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress')
          do nothing
        returning ${COLUMNS}`,
    },
    [
      uuidFromId(cashout.cashoutId),
      uuidFromId(cashout.agentId),
      String(cashout.amount),
      cashout.address,
      cashout.provider,
      cashout.newAddressUntil,
      cashout.now,
    ],
  );
  return rows.map(CASHOUT.read)[0];
}

export async function findOpenCashout(
  db: Queryable,
  agentId: string,
): Promise<CashoutRecord | undefined> {
  const rows = await db.query<Row>(
    {
      name: "cashout.find_open",
      text: `select ${COLUMNS}
        from cashout c
        where c.agent_id = $1
          and c.status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress')`,
    },
    [uuidFromId(agentId)],
  );
  return rows.map(CASHOUT.read)[0];
}

export async function findCashout(
  db: Queryable,
  cashoutId: string,
): Promise<CashoutRecord | undefined> {
  const rows = await db.query<Row>(
    { name: "cashout.find", text: `select ${COLUMNS} from cashout c where c.id = $1` },
    [uuidFromId(cashoutId)],
  );
  return rows.map(CASHOUT.read)[0];
}

/** Newest first; relies on `cashout_agent_idx`. */
export async function findCashoutsOf(
  db: Queryable,
  filter: { agentId: string; status?: CashoutStatus; before?: string; limit: number },
): Promise<CashoutRecord[]> {
  const rows = await db.query<Row>(
    {
      name: "cashout.find_of_agent",
      text: `select ${COLUMNS}
        from cashout c
        where c.agent_id = $1
          and ($2::text is null or c.status = $2)
          and ($3::uuid is null or c.id < $3)
        order by c.id desc
        limit $4`,
    },
    [
      uuidFromId(filter.agentId),
      filter.status ?? null,
      filter.before === undefined ? null : uuidFromId(filter.before),
      filter.limit,
    ],
  );
  return rows.map(CASHOUT.read);
}

export interface Move {
  readonly cashoutId: string;
  readonly from: readonly CashoutStatus[];
  readonly to: CashoutStatus;
  readonly now: Date;
  readonly quote?: { usdPerBtc: string; satoshis: bigint; expiresAt: Date } | undefined;
  readonly providerId?: string | undefined;
  readonly txid?: string | undefined;
  readonly reason?: string | undefined;
}

/** One guarded transition: of several callers only one gets the row back. */
export async function moveCashoutRow(tx: Tx, move: Move): Promise<CashoutRecord | undefined> {
  const rows = await tx.query<Row>(
    {
      name: "cashout.move",
      text: `update cashout c
        set status = $2,
          updated_at = $4,
          submitted_at = case when $2 = 'submitted' then $4::timestamptz else c.submitted_at end,
          usd_per_btc = coalesce($5::numeric, c.usd_per_btc),
          satoshis = coalesce($6::bigint, c.satoshis),
          quote_expires_at = coalesce($7::timestamptz, c.quote_expires_at),
          provider_id = coalesce(c.provider_id, $8),
          txid = coalesce($9, c.txid),
          reason = coalesce($10, c.reason)
        where c.id = $1 and c.status = any ($3::text[])
        returning ${COLUMNS}`,
    },
    [
      uuidFromId(move.cashoutId),
      move.to,
      move.from,
      move.now,
      move.quote?.usdPerBtc ?? null,
      move.quote === undefined ? null : String(move.quote.satoshis),
      move.quote?.expiresAt ?? null,
      move.providerId ?? null,
      move.txid ?? null,
      move.reason ?? null,
    ],
  );
  return rows.map(CASHOUT.read)[0];
}

/**
 * Notes the provider's id of a payment that is not yet released; false when the cashout is over or
 * has another id, and then it must not be released.
 */
export async function recordProviderId(
  tx: Tx,
  record: { cashoutId: string; providerId: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query<{ id: string }>(
    {
      name: "cashout.record_provider_id",
      text: `update cashout
        set provider_id = $2, updated_at = $3
        where id = $1
          and status in ('submitted', 'unknown')
          and (provider_id is null or provider_id = $2)
        returning id`,
    },
    [uuidFromId(record.cashoutId), record.providerId, record.now],
  );
  return rows.length === 1;
}
