import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Micros } from "../../contract/money.ts";
import type { CashoutHold, CashoutStatus } from "../../contract/resources/wallet.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { column, finds, query, type Selected, select } from "../../core/sql.ts";

/** Two agents that share an address: no machine may decide that. */
export const IS_SHARED = `exists (
    select from cashout o where o.address = c.address and o.agent_id <> c.agent_id
  )`;

export const CASHOUT_COLUMNS = {
  cashoutId: column.id("csh", "c.id"),
  agentId: column.id("agt", "c.agent_id"),
  amount: column.micros("c.amount"),
  address: column.text("c.address"),
  status: column.plain<CashoutStatus>("c.status"),
  waitsUntil: column.date("c.waits_until"),
  hold: column.optional(
    column.plain<CashoutHold>(`case
      when c.status not in ('requested', 'approved') then null
      when (select a.status <> 'active' from agent a where a.id = c.agent_id) then 'agent_suspended'
      when is_frozen(c.agent_id) then 'account_review'
      when c.status <> 'requested' or c.is_cleared then null
      when ${IS_SHARED} then 'address_review'
      when c.waits_until > c.created_at then 'new_address'
    end`),
  ),
  usdPerBtc: column.optional(column.text("c.usd_per_btc")),
  satoshis: column.optional(column.bigint("c.satoshis")),
  quoteExpiresAt: column.optional(column.date("c.quote_expires_at")),
  providerId: column.optional(column.text("c.provider_id")),
  txid: column.optional(column.text("c.txid")),
  reason: column.optional(column.text("c.reason")),
  createdAt: column.date("c.created_at"),
  submittedAt: column.optional(column.date("c.submitted_at")),
  updatedAt: column.date("c.updated_at"),
};

export const CASHOUT = select(CASHOUT_COLUMNS);

export type CashoutRecord = Selected<typeof CASHOUT>;

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
  return CASHOUT.first(tx, "cashout.insert", [
    uuidFromId(cashout.cashoutId),
    uuidFromId(cashout.agentId),
    String(cashout.amount),
    cashout.address,
    cashout.provider,
    cashout.newAddressUntil,
    cashout.now,
  ])`insert into cashout as c (
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
    returning ${CASHOUT.list}`;
}

export async function findOpenCashout(db: Queryable, agentId: string) {
  return CASHOUT.first(db, "cashout.find_open", [uuidFromId(agentId)])`select ${CASHOUT.list}
    from cashout c
    where c.agent_id = $1
      and c.status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress')`;
}

export async function findCashout(db: Queryable, cashoutId: string) {
  return CASHOUT.first(db, "cashout.find", [uuidFromId(cashoutId)])`
    select ${CASHOUT.list} from cashout c where c.id = $1`;
}

/** Newest first; relies on `cashout_agent_idx`. */
export async function findCashoutsOf(
  db: Queryable,
  filter: { agentId: string; status?: CashoutStatus; before?: string; limit: number },
): Promise<CashoutRecord[]> {
  const { agentId, status, before, limit } = filter;
  const values = [uuidFromId(agentId), status ?? null, uuidOrNull(before), limit];
  return CASHOUT.all(db, "cashout.find_of_agent", values)`select ${CASHOUT.list}
    from cashout c
    where c.agent_id = $1
      and ($2::text is null or c.status = $2)
      and ($3::uuid is null or c.id < $3)
    order by c.id desc
    limit $4`;
}

/** Whether there is an agent of this id, in whatever state. */
export function hasAgent(db: Queryable, agentId: string): Promise<boolean> {
  return finds(db, "cashout.find_agent", [uuidFromId(agentId)])`
    select 1 from agent where id = $1`;
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
  return CASHOUT.first(tx, "cashout.move", [
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
  ])`update cashout c
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
    returning ${CASHOUT.list}`;
}

/**
 * Records the provider's id of an announced payment and decides whether it may be released now:
 * `over` when the cashout has ended or has another id, `released` when another process was faster,
 * `held` while the agent may not be paid. The agent is locked, so that a suspension comes wholly
 * before or after.
 */
export async function recordProviderId(
  tx: Tx,
  record: { cashoutId: string; providerId: string; now: Date },
): Promise<"payable" | "released" | "held" | "over"> {
  const isPayable = await lockActiveAgent(tx, record.cashoutId);
  const rows = await query<{ id: string }>(tx, "cashout.record_provider_id", [
    uuidFromId(record.cashoutId),
    record.providerId,
    record.now,
  ])`update cashout
    set provider_id = $2, updated_at = $3
    where id = $1
      and status in ('submitted', 'unknown')
      and (provider_id is null or provider_id = $2)
    returning id`;
  if (rows.length === 0) {
    const now = await findCashout(tx, record.cashoutId);
    const isUnderWay = now?.status === "in_progress" || now?.status === "completed";
    return isUnderWay && now.providerId === record.providerId ? "released" : "over";
  }
  return isPayable ? "payable" : "held";
}

/** Whether the agent may be paid now; locked, so that a suspension comes wholly before or after. */
export function lockActiveAgent(tx: Tx, cashoutId: string): Promise<boolean> {
  return finds(tx, "cashout.lock_active_agent", [uuidFromId(cashoutId)])`select a.id
    from agent a
    where a.id = (select agent_id from cashout where id = $1) and a.status = 'active'
      and not is_frozen(a.id) and payout_hold() is null
    for share`;
}
