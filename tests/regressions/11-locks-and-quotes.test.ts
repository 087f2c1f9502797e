import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { silentLogger } from "../../server/src/core/log.ts";
import { migrate } from "../../server/src/core/migrate.ts";
import { createQuoteBoard } from "../../server/src/domain/cashout/quote.ts";
import { createSandboxCashout } from "../../server/src/providers/cashout/sandbox.ts";
import { bookPair, setUpMarket } from "../integration/tools/market.ts";
import { createManualClock } from "../setup/manual-clock.ts";

const market = setUpMarket();
const clients: pg.Client[] = [];
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: market.databaseUrl });
  clients.push(client);
  await client.connect();
  return client;
}
afterAll(async () => {
  for (const client of clients) await client.end().catch(() => undefined);
});

test("a confirmation that waits for earnings holds no account", async () => {
  const pair = await bookPair(market, "cpc");
  await pair.deliver();
  await pair.report("report_click");
  await market.sweep();
  const reversal = await connect();
  await reversal.query("begin");
  await reversal.query("select 1 from earning where campaign_id = $1 for no key update", [
    pair.uuid,
  ]);
  const { campaignId, advertiser } = pair;
  const confirmed = market.call("confirm_delivery", { campaignId }, advertiser.key);
  await expect
    .poll(async () => {
      const rows = await market.sql(
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
  await reversal.query("set local lock_timeout = '500ms'");
  await reversal.query("select 1 from account order by id for no key update");
  await reversal.query("rollback");
  expect((await confirmed).status).toBe(200);
});

test("no text names the advisory lock of another kind, or a fixed one", async () => {
  const kinds = ["idempotency", "payment", "message", "catalog.feed", "settlement"];
  const rows = await market.sql(
    `select kind, lock_key(kind, 'the same text')::text as key
     from unnest($1::text[]) as kind`,
    [kinds],
  );
  const classes = rows.map(({ key }) => BigInt(String(key)) >> 56n);
  expect(new Set(classes).size).toBe(kinds.length);
  expect(classes.every((number) => number > 0n)).toBe(true);
});

test("a bitcoin price that jumps is not used, a market that moves is", async () => {
  const clock = createManualClock(new Date());
  let usdPerBtc = "100000";
  const provider = { ...createSandboxCashout(), quote: async () => ({ usdPerBtc }) };
  const deps = { provider, clock, logger: silentLogger, moveMaxPercent: 10 };
  const board = createQuoteBoard(deps);
  const quoted = async (price: string) => {
    usdPerBtc = price;
    clock.advance(121_000);
    await board.refresh();
    return board.latest()?.usdPerBtc;
  };
  expect(await quoted("100000")).toBe("100000.00000000");
  expect(await quoted("50000")).toBeUndefined();
  expect(await quoted("150000")).toBeUndefined();
  expect(await quoted("91000")).toBe("91000.00000000");
  clock.advance(3 * 3_600_000);
  expect(await quoted("64000")).toBe("64000.00000000");
});

test("a migration does not make everybody wait behind a lock that it cannot get", async () => {
  const [writer, other] = [await connect(), await connect()];
  await market.sql("delete from schema_function where name = 'refuse_frozen.sql'");
  await writer.query("begin; lock table entry in row exclusive mode");
  const migrated = migrate({ databaseUrl: market.databaseUrl });
  await expect
    .poll(async () => {
      const rows = await market.sql(
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
  // It gives the lock up and tries again, so this waits for two seconds and not for the writer.
  await other.query("set statement_timeout = '4s'");
  await other.query("begin; lock table entry in row exclusive mode; rollback");
  await writer.query("rollback");
  expect((await migrated).functions).toEqual(["refuse_frozen.sql"]);
});
