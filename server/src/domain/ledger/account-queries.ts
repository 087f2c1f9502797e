import { ACCOUNT_KINDS, type AccountKind } from "../../contract/enums.ts";
import { uuidFromId } from "../../contract/ids.ts";
import { type Micros, micros } from "../../contract/money.ts";
import type { Queryable, Tx } from "../../core/db.ts";

export async function findBalances(
  db: Queryable,
  agentId: string,
): Promise<Map<AccountKind, Micros>> {
  const rows = await db.query<{ kind: AccountKind; balance: string }>(
    {
      name: "ledger.find_balances",
      text: "select kind, balance from account where owner_id = $1",
    },
    [uuidFromId(agentId)],
  );
  return new Map(rows.map((row) => [row.kind, micros(row.balance)]));
}

/** All accounts exist from the start, so that locking an agent's accounts locks all of them. */
export async function openAccounts(tx: Tx, agentId: string): Promise<void> {
  await tx.query(
    {
      name: "ledger.open_accounts",
      text: `insert into account (owner_id, kind)
        select $1, kind
        from unnest($2::text[]) as kind`,
    },
    [uuidFromId(agentId), ACCOUNT_KINDS],
  );
}

/**
 * Locks an agent's accounts, so that the balance still holds when the transaction is booked. All of
 * them, in the order in which transactions lock: taking one first could block somebody for ever.
 */
export async function lockBalance(tx: Tx, agentId: string, kind: AccountKind): Promise<Micros> {
  const rows = await tx.query<{ kind: AccountKind; balance: string }>(
    {
      name: "ledger.lock_balance",
      text: `select kind, balance
        from account
        where owner_id = $1
        order by id
        for no key update`,
    },
    [uuidFromId(agentId)],
  );
  return micros(rows.find((row) => row.kind === kind)?.balance ?? 0);
}

/**
 * Locks the accounts of both sides of a campaign and our fee's, in the order in which transactions
 * lock. For whoever books more than one transaction at once: taken one after the other, their
 * accounts would come in no order, and two such callers could wait for each other.
 */
export async function lockSides(tx: Tx, campaignId: string): Promise<void> {
  await tx.query(
    {
      name: "ledger.lock_sides",
      text: `select a.id
        from campaign_book b
        join account a on a.owner_id in (b.advertiser_id, b.publisher_id)
          or (a.owner_id is null and a.kind = 'platform_fee')
        where b.campaign_id = $1
        order by a.id
        for no key update of a`,
    },
    [uuidFromId(campaignId)],
  );
}
