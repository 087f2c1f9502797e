import { ACCOUNT_KINDS, type AccountKind } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Queryable, Tx } from "../../core/db.ts";
import { query } from "../../core/sql.ts";

/** What an agent's wallet holds, and what its campaigns have settled since the last sweep. */
export async function findBalances(
  db: Queryable,
  agentId: string,
): Promise<Map<AccountKind, Micros>> {
  const rows = await query<{ kind: AccountKind; balance: string }>(db, "ledger.find_balances", [
    uuidFromId(agentId),
  ])`select a.kind, a.balance + case a.kind
        when 'pending_earnings' then (
          select coalesce(sum(b.earned - b.swept_earned), 0)
          from campaign_book b
          where b.publisher_id = $1
        )
        when 'escrow' then (
          select coalesce(sum(b.swept_earned + b.swept_fee - b.earned - b.fee), 0)
          from campaign_book b
          where b.advertiser_id = $1
        )
        else 0
      end as balance
    from account a
    where a.owner_id = $1`;
  return new Map(rows.map((row) => [row.kind, micros(row.balance)]));
}

/** All accounts exist from the start, so that locking an agent's accounts locks all of them. */
export async function openAccounts(tx: Tx, agentId: string): Promise<void> {
  await query(tx, "ledger.open_accounts", [uuidFromId(agentId), ACCOUNT_KINDS])`
    insert into account (owner_id, kind)
    select $1, kind
    from unnest($2::text[]) as kind`;
}

/**
 * Locks an agent's accounts, so that the balance still holds when the transaction is booked. All of
 * them, in the order in which transactions lock: taking one first could cause a deadlock.
 */
export async function lockBalance(tx: Tx, agentId: string, kind: AccountKind): Promise<Micros> {
  const rows = await query<{ kind: AccountKind; balance: string }>(tx, "ledger.lock_balance", [
    uuidFromId(agentId),
  ])`select kind, balance
    from account
    where owner_id = $1
    order by id
    for no key update`;
  return micros(rows.find((row) => row.kind === kind)?.balance ?? 0);
}

/**
 * Locks the earnings of a campaign that have not matured or may pend again, then the accounts of
 * both sides and the fee's, in the order in which transactions lock: for callers that mature or
 * reverse earnings after a first transaction is booked.
 */
export async function lockMoney(tx: Tx, campaignId: string): Promise<void> {
  await query(tx, "ledger.lock_pending", [uuidFromId(campaignId)])`select id
    from earning
    where campaign_id = $1 and (status in ('pending', 'held') or is_taken_back)
    order by id
    for no key update`;
  await query(tx, "ledger.lock_sides", [uuidFromId(campaignId)])`select a.id
    from account a
    where a.owner_id in (
        select unnest(array[b.advertiser_id, b.publisher_id])
        from campaign_book b
        where b.campaign_id = $1
      )
      or (a.owner_id is null and a.kind = 'platform_fee')
    order by a.id
    for no key update`;
}
