import pg from "pg";
import { expect } from "vitest";
import { uuidFromId } from "../../../server/src/contract/ids.ts";

/** Balances in whole micro-credits; an account that was never used is absent. */
export type Balances = Readonly<Record<string, bigint>>;

export interface Books {
  balancesOf(agentId: string): Promise<Balances>;
  platform(): Promise<Balances>;
  /** Fails unless all accounts sum to zero and every balance is the sum of its entries. */
  expectBalanced(): Promise<void>;
  entries(): Promise<number>;
  close(): Promise<void>;
}

/** Reads the ledger's own rows, past all code that could be wrong in the same way twice. */
export async function openBooks(databaseUrl: string): Promise<Books> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const read = async (text: string, values: unknown[] = []) =>
    (await client.query<Record<string, string>>(text, values)).rows;
  const balances = async (owner: string | null) => {
    const rows = await read(
      `select kind, balance::text from account
      where owner_id is not distinct from $1 and balance <> 0`,
      [owner],
    );
    return Object.fromEntries(rows.map((row) => [row.kind ?? "", BigInt(row.balance ?? "0")]));
  };
  return {
    balancesOf: (agentId) => balances(uuidFromId(agentId)),
    platform: () => balances(null),
    async expectBalanced() {
      expect(await read("select sum(balance)::text as total from account")).toEqual([
        { total: "0" },
      ]);
      const wrong = await read(
        `select a.id from account a left join entry e on e.account_id = a.id
        group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
      );
      expect(wrong).toEqual([]);
      const leaking = await read(
        "select txn_id from entry group by txn_id having sum(amount) <> 0 or count(*) < 2",
      );
      expect(leaking).toEqual([]);
    },
    async entries() {
      const [row] = await read("select count(*)::text as count from entry");
      return Number(row?.count);
    },
    close: () => client.end(),
  };
}
