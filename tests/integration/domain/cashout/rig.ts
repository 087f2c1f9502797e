import pg from "pg";
import { expect } from "vitest";
import { uuidFromId } from "../../../../server/src/contract/ids.ts";
import { micros, microsFromCredits } from "../../../../server/src/contract/money.ts";
import { type Database, openDatabase, type Tx } from "../../../../server/src/core/db.ts";
import { createIdSource } from "../../../../server/src/core/ids.ts";
import { silentLogger } from "../../../../server/src/core/log.ts";
import {
  type CashoutProvider,
  type Cashouts,
  createCashouts,
} from "../../../../server/src/domain/cashout/index.ts";
import { type CashoutRecord, findCashout } from "../../../../server/src/domain/cashout/queries.ts";
import { requestCashout } from "../../../../server/src/domain/cashout/request.ts";
import {
  type LedgerDeps,
  openAccounts,
  postTransaction,
  verifyLedger,
} from "../../../../server/src/domain/ledger/index.ts";
import { createTestDatabase } from "../../../setup/database.ts";
import { createManualClock } from "../../../setup/manual-clock.ts";

export const ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
export const OTHER_ADDRESS = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";

/** Gives earned credits out of the adjustment account, so that the books still add up. */
export async function giveEarned(
  tx: Tx,
  agentId: string,
  credits: number,
  deps: LedgerDeps,
): Promise<void> {
  const amount = microsFromCredits(credits);
  const type = "adjustment" as const;
  const legs = [
    { owner: null, kind: "adjustment", type, amount: micros(-amount) },
    { owner: agentId, kind: "earned", type, amount },
  ] as const;
  await postTransaction(tx, deps, { type, refs: {}, description: "Given to a test", legs });
}

export type Rig = Awaited<ReturnType<typeof startRig>>;

/** A database of its own with a clock that a test moves, and no server around it. */
export async function startRig(options: { connections?: number } = {}) {
  const { databaseUrl, drop } = await createTestDatabase();
  const clock = createManualClock(new Date());
  const ids = createIdSource(clock);
  const db = openAsExchange(databaseUrl, options.connections ?? 8);
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const deps = (): LedgerDeps => ({ ids, now: clock.now() });
  const rig = {
    db,
    clock,
    ids,
    deps,
    async sql(text: string, values: readonly unknown[] = []) {
      return (await owner.query<Record<string, unknown>>(text, [...values])).rows;
    },
    /** A publisher that has earned so much. */
    async publisher(credits = 1_000): Promise<string> {
      const agentId = ids.id("agt");
      await rig.sql(
        `insert into agent (id, provider, display_name, role, created_at)
         values ($1, 'Test House', 'A publisher', 'publisher', $2)`,
        [uuidFromId(agentId), clock.now()],
      );
      await db.tx(async (tx) => {
        await openAccounts(tx, agentId);
        await giveEarned(tx, agentId, credits, deps());
      });
      return agentId;
    },
    /** The background work around a provider, over a database that may be another one's view. */
    cashouts(provider: CashoutProvider, more: { db?: Database; newAddressMs?: number } = {}) {
      return createCashouts({
        db: more.db ?? db,
        ids,
        clock,
        logger: silentLogger,
        provider,
        newAddressMs: more.newAddressMs ?? 0,
        moveMaxPercent: 10,
      });
    },
    request(
      agentId: string,
      { provider, newAddressMs }: Pick<Cashouts, "provider" | "newAddressMs">,
      more: { amountCredits?: number; btcAddress?: string } = {},
    ): Promise<CashoutRecord> {
      clock.advance(1);
      const input = { agentId, amountCredits: 500, btcAddress: ADDRESS, ...more };
      return db.tx((tx) => requestCashout(tx, input, { ...deps(), provider, newAddressMs }));
    },
    async read(cashoutId: string): Promise<CashoutRecord> {
      const found = await findCashout(db, cashoutId);
      if (found === undefined) throw new Error("No such cashout.");
      return found;
    },
    /** **Units** micro-credits. */
    async balances(agentId: string): Promise<{ earned: bigint; pending: bigint }> {
      const rows = await rig.sql("select kind, balance from account where owner_id = $1", [
        uuidFromId(agentId),
      ]);
      const of = (kind: string) =>
        BigInt(String(rows.find((row) => row.kind === kind)?.balance ?? 0));
      return { earned: of("earned"), pending: of("cashout_pending") };
    },
    expectBooks: () => expectBooks(db, rig.sql),
    close: () => closeAll(rig.expectBooks, () => owner.end(), db.close, drop),
  };
  return rig;
}

function openAsExchange(connectionString: string, connections: number): Database {
  const role = "placard_app";
  return openDatabase({ connectionString, connections, role, logger: silentLogger });
}

/** The books are looked at last of all, and what was opened is closed whatever they say. */
async function closeAll(...steps: readonly (() => Promise<void>)[]): Promise<void> {
  const [first, ...rest] = steps;
  await first?.().finally(() => closeAll(...rest));
}

/** Runs one whole round of the background work. */
export async function round(cashouts: Cashouts): Promise<void> {
  cashouts.kick();
  await cashouts.idle();
}

/** Rules of cashouts that only their rows and the ledger's together can break. */
const CASHOUT_CHECKS = {
  "held credits are those of open cashouts": `select a.owner_id
    from account a
    left join cashout c on c.agent_id = a.owner_id
      and c.status in ('requested', 'approved', 'submitted', 'unknown', 'in_progress')
    where a.kind = 'cashout_pending'
    group by a.owner_id, a.balance
    having a.balance <> coalesce(sum(c.amount), 0)`,
  "what left is what completed": `select 1
    from account a
    where a.kind = 'cashout_clearing'
      and a.balance <> (select coalesce(sum(amount), 0) from cashout where status = 'completed')`,
  "each cashout was held once and ended at most once": `select c.id
    from cashout c
    left join txn t on t.cashout_id = c.id
    group by c.id, c.status
    having count(*) filter (where t.type = 'cashout_hold') <> 1
      or count(*) filter (where t.type = 'cashout_paid')
        <> case when c.status = 'completed' then 1 else 0 end
      or count(*) filter (where t.type = 'cashout_returned')
        <> case when c.status in ('rejected', 'canceled', 'failed') then 1 else 0 end`,
};

export async function expectBooks(
  db: Database,
  sql: (text: string) => Promise<unknown[]>,
): Promise<void> {
  for (const { check, findings } of await verifyLedger(db)) expect(findings, check).toEqual([]);
  for (const [rule, text] of Object.entries(CASHOUT_CHECKS)) {
    expect(await sql(text), rule).toEqual([]);
  }
}
