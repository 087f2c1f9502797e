import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Statement } from "../../server/src/core/db.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { verifyAll } from "../../server/src/domain/ledger/index.ts";
import { type Ledger, openLedger } from "../integration/domain/ledger/verify-market.ts";

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());

/** The nightly run where every part takes so long: how many subjects each of its parts had. */
async function partsOf(partMs: number): Promise<number[]> {
  const { db, ids, clock } = ledger.market.exchange.services;
  const sizes: number[] = [];
  let ms = 0;
  const slow = { ...clock, monotonicMs: () => (ms += partMs) };
  const note = ({ name, values = [] }: Statement) => {
    if (name.startsWith("ledger.find_part_end_txn")) sizes.push(Number(values[1]) + 1);
  };
  const noted: Database = {
    ...db,
    query(statement, values) {
      note(statement);
      return db.query(statement, values);
    },
  };
  expect((await verifyAll({ db: noted, ids, clock: slow, logger: silentLogger })).findings).toBe(0);
  return sizes;
}

test("the nightly run reads a second at a time, and more only if that was fast", async () => {
  const [{ count } = {}] = await ledger.market.sql("select count(*)::integer from txn");
  const total = Number(count);
  expect(await partsOf(4_000)).toEqual([10, 2, ...Array.from({ length: total - 12 + 1 }, () => 1)]);
  expect((await partsOf(10)).slice(0, 2)).toEqual([10, 20]);
});

test("parts of one subject find what the whole would, also what belongs to nobody", async () => {
  const lost = "00000000-0000-7000-8000-00000000000f";
  const tampering = `update account set balance = balance + 1 where kind = 'adjustment';
    update campaign_book set earned = earned + 1, escrow = escrow - 1;
    insert into session_charge (campaign_id, kind, session, charged_at)
    select '${lost}', 2, gen_random_uuid(), now()`;
  const whole = await ledger.differing(tampering);
  expect(Object.keys(whole)).toEqual(["balances", "conservation", "books", "sessions"]);
  expect(whole.sessions).toBe(lost);
  expect(await ledger.nightlyFound(tampering, 10_000)).toEqual(whole);
});
