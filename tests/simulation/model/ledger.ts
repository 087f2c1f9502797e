import {
  type AccountRow,
  type EarningRow,
  keyOf,
  type LotRow,
  ofCampaign,
  putBook,
  type Schema,
} from "./schema.ts";
import { lockBooks, type Meaning, plain, type Run, type Steps } from "./statement.ts";
import { CHECK_VIOLATION, SqlError, type Txn } from "./store.ts";
import { least, readValues } from "./values.ts";

interface TxnInput {
  readonly id: string;
  readonly type: string;
  readonly campaign_id: string | null;
  readonly cashout_id: string | null;
}

interface LegInput {
  readonly txn_id: string;
  readonly entry_id: string;
  readonly owner_id: string | null;
  readonly kind: string;
  readonly type: string;
  readonly amount: string;
}

export function accountKey(owner: string | null, kind: string): string {
  return keyOf(owner ?? "exchange", kind);
}

function* lockAccounts(accounts: readonly AccountRow[]): Steps<void> {
  for (const { id } of accounts.toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
    yield `account:${id}`;
  }
}

/** `post_txns`: both sides of movements, under the locks of all their accounts in id order. */
const postTxns: Meaning = function* ({ tx, schema, values }) {
  const txns: readonly TxnInput[] = JSON.parse(values.text(1));
  const legs: readonly LegInput[] = JSON.parse(values.text(2));
  const sums = new Map(txns.map(({ id }) => [id, { sum: 0n, legs: 0 }]));
  for (const { id, type, campaign_id, cashout_id } of txns) {
    schema.txns.insert(tx, id, { id, type, campaign_id, cashout_id });
  }
  const find = ({ owner_id, kind }: LegInput) =>
    schema.accounts.get(tx, accountKey(owner_id, kind));
  yield* lockAccounts([...new Set(legs.flatMap((leg) => find(leg) ?? []))]);
  for (const leg of legs) {
    const account = find(leg);
    if (account === undefined) throw new Error(`No account ${leg.owner_id} ${leg.kind}.`);
    const { txn_id, owner_id, kind, type } = leg;
    const amount = BigInt(leg.amount);
    const balance = account.balance + amount;
    const version = account.version + 1;
    const key = accountKey(owner_id, kind);
    schema.accounts.put(tx, key, { ...account, balance, version });
    const entry = { account: key, account_version: version, balance_after: balance };
    const moved = { txn_id, owner_id, kind, type, amount };
    schema.entries.insert(tx, keyOf(key, version), { ...entry, ...moved });
    const before = sums.get(txn_id) ?? { sum: 0n, legs: 0 };
    sums.set(txn_id, { sum: before.sum + amount, legs: before.legs + 1 });
  }
  const broken = schema.accounts.all(tx).find((one) => one.balance < 0n && !one.may_be_negative);
  if (broken !== undefined) {
    throw new SqlError(CHECK_VIOLATION, `${broken.kind} below zero`, {
      constraint: "account_balance_check",
    });
  }
  // A deferred constraint in SQL; nothing happens between here and the commit that could mend it.
  if ([...sums.values()].some(({ sum, legs: count }) => sum !== 0n || count < 2)) {
    throw new SqlError(CHECK_VIOLATION, "a transaction does not balance", {
      constraint: "txn_balanced",
    });
  }
  return [];
};

const lockBalance: Meaning = function* ({ tx, schema, values }) {
  const owned = () => schema.accounts.all(tx).filter((one) => one.owner_id === values.text(0));
  yield* lockAccounts(owned());
  return owned().map(({ kind, balance }) => ({ kind, balance: String(balance) }));
};

/** Both sides of a campaign and our fee. */
const lockSides: Meaning = function* ({ tx, schema, values }) {
  const book = schema.books.get(tx, values.text(0));
  const owners = new Set([book?.advertiser_id ?? null, book?.publisher_id ?? null]);
  yield* lockAccounts(
    schema.accounts
      .all(tx)
      .filter(({ owner_id, kind }) =>
        owner_id === null ? kind === "platform_fee" : owners.has(owner_id),
      ),
  );
  return [];
};

/** Under the lock the second of two sweeps finds nothing left; the flaw is to go without it. */
const takeAccrued: Meaning = function* (run) {
  const { tx, schema, values } = run;
  const ids = values.list(0).toSorted();
  if (!schema.flaws.isSweepUnguarded) yield* lockBooks(ids);
  return ids.flatMap((id) => {
    const book = schema.books.get(tx, id);
    const campaign = schema.campaigns.get(tx, id);
    if (book === undefined || campaign === undefined) return [];
    const earned = book.earned - book.swept_earned;
    const fee = book.fee - book.swept_fee;
    if (earned === 0n && fee === 0n) return [];
    putBook(schema, tx, { ...book, swept_earned: book.earned, swept_fee: book.fee });
    const { advertiser_id, publisher_id, placement_id, swept_earned, swept_fee } = book;
    const { ad_unit_type } = campaign;
    return {
      campaign_id: id,
      placement_id,
      advertiser_id,
      publisher_id,
      ad_unit_type,
      earned: String(earned),
      fee: String(fee),
      unverified: "0",
      swept_before: String(swept_earned + swept_fee),
    };
  });
};

function findUnswept({ tx, schema }: Run, agentId: string | null): object[] {
  return schema.books
    .all(tx)
    .filter((book) => book.earned > book.swept_earned || book.fee > book.swept_fee)
    .filter(
      (book) => agentId === null || book.publisher_id === agentId || book.advertiser_id === agentId,
    )
    .map(({ campaign_id }) => ({ campaign_id }))
    .sort((left, right) => (left.campaign_id < right.campaign_id ? -1 : 1));
}

const insertEarnings = plain(({ tx, schema, values }) => {
  for (const given of parseRows(values.text(0))) {
    const of = readValues(given);
    const row: EarningRow = {
      campaign_id: of.text(0),
      id: of.text(1),
      publisher_id: of.text(2),
      amount: of.big(3),
      fee: of.big(4),
      order_id: of.textOrNull(5),
      seasoned_at: of.dateOrNull(6),
      matures_at: of.date(7),
      status: "pending",
      matured_at: null,
    };
    checkEarning(row);
    schema.earnings.insert(tx, keyOf(row.campaign_id, row.id), row);
  }
  return [];
});

/** The values of each record, in the order of its fields. */
function parseRows(json: string): unknown[][] {
  const rows: object[] = JSON.parse(json);
  return rows.map((row) => Object.values(row));
}

function checkEarning(row: EarningRow): void {
  const { amount, fee, seasoned_at, matures_at, matured_at } = row;
  const broken = (name: string) =>
    new SqlError(CHECK_VIOLATION, name, { constraint: `earning_${name}_check` });
  if (amount < 0n || fee < 0n || amount + fee === 0n) throw broken("amount");
  if (seasoned_at === null) return;
  if (matures_at < seasoned_at) throw broken("seasoned");
  if (matured_at !== null && matured_at < seasoned_at) throw broken("matured");
}

/** Earnings of a campaign that one statement changes, each under its lock. */
function* changeEarnings(
  { tx, schema }: Run,
  campaignId: string,
  change: (row: EarningRow) => EarningRow | undefined,
): Steps<EarningRow[]> {
  const changed: EarningRow[] = [];
  for (const { id } of ofCampaign(schema.earnings, tx, campaignId)) {
    const key = keyOf(campaignId, id);
    const before = schema.earnings.get(tx, key);
    if (before === undefined || change(before) === undefined) continue;
    yield `earning:${key}`;
    const row = schema.earnings.get(tx, key);
    const after = row === undefined ? undefined : change(row);
    if (after === undefined) continue;
    checkEarning(after);
    schema.earnings.put(tx, key, after);
    changed.push(after);
  }
  return changed;
}

const lockPending: Meaning = function* (run) {
  yield* changeEarnings(run, run.values.text(0), (row) =>
    row.status === "pending" ? row : undefined,
  );
  return [];
};

/** Earnings of campaigns that may mature and are due, or of one that is confirmed. */
function* mature(run: Run, campaignIds: readonly string[], dueBy: Date | null): Steps<object[]> {
  const { tx, schema, values } = run;
  const now = values.date(0);
  const owes = (orderId: string | null) =>
    orderId !== null && (schema.lots.get(tx, orderId)?.debt ?? 0n) > 0n;
  const rows: object[] = [];
  for (const campaign_id of campaignIds) {
    const matured = yield* changeEarnings(run, campaign_id, (row) => {
      const isDue = dueBy === null || row.matures_at <= dueBy;
      const isSeasoned = row.seasoned_at === null || row.seasoned_at <= now;
      if (row.status !== "pending" || !isDue || !isSeasoned || owes(row.order_id)) return undefined;
      return { ...row, status: "matured", matured_at: now };
    });
    const [first] = matured;
    if (first === undefined) continue;
    const amount = String(matured.reduce((sum, row) => sum + row.amount, 0n));
    const { publisher_id } = first;
    rows.push({ campaign_id, publisher_id, amount, is_confirmed: dueBy === null });
  }
  return rows;
}

/** All that is due at once: a simulated market has fewer earnings than one call matures. */
const matureEarnings: Meaning = (run) => {
  const pending = run.schema.earnings.all(run.tx).filter(({ status }) => status === "pending");
  const campaignIds = [...new Set(pending.map((row) => row.campaign_id))].sort();
  return mature(run, campaignIds, run.values.date(0));
};

const hastenWaiting: Meaning = function* (run) {
  const now = run.values.date(1);
  const hastened = yield* changeEarnings(run, run.values.text(0), (row) => {
    if (row.status !== "pending") return undefined;
    const soonest = row.seasoned_at !== null && row.seasoned_at > now ? row.seasoned_at : now;
    return { ...row, matures_at: row.matures_at < soonest ? row.matures_at : soonest };
  });
  const young = hastened.filter((row) => row.seasoned_at !== null && row.seasoned_at > now);
  const times = young.flatMap((row) => row.seasoned_at?.getTime() ?? []);
  const amount = young.reduce((sum, row) => sum + row.amount, 0n);
  const until = times.length === 0 ? null : new Date(Math.max(...times));
  return [{ amount: String(amount), until }];
};

const insertLot = plain(({ tx, schema, values }) => {
  const order_id = values.text(0);
  schema.lots.insert(tx, order_id, {
    order_id,
    agent_id: values.text(1),
    amount: values.big(2),
    remaining: values.big(2),
    seasoned_at: values.date(3),
    reversed: 0n,
    debt: 0n,
  });
  return [];
});

function openLots(schema: Schema, tx: Txn, agentId: string): LotRow[] {
  return schema.lots
    .all(tx)
    .filter((lot) => lot.agent_id === agentId && lot.remaining > 0n)
    .sort((left, right) => {
      const byTime = left.seasoned_at.getTime() - right.seasoned_at.getTime();
      if (byTime !== 0) return byTime;
      return left.order_id < right.order_id ? -1 : 1;
    });
}

/** `fund_campaign`: a budget out of the advertiser's lots, oldest first. */
const drawLots: Meaning = function* ({ tx, schema, values }) {
  const campaignId = values.text(0);
  const startsAt = values.big(2);
  const endsAt = startsAt + values.big(3);
  let at = startsAt;
  for (const { order_id } of openLots(schema, tx, values.text(1))) {
    yield `funding_lot:${order_id}`;
    const lot = schema.lots.get(tx, order_id);
    if (lot === undefined || at === endsAt) continue;
    const part = least(lot.remaining, endsAt - at);
    schema.lots.put(tx, order_id, { ...lot, remaining: lot.remaining - part });
    schema.funding.insert(tx, keyOf(campaignId, String(at)), {
      campaign_id: campaignId,
      starts_at: at,
      amount: part,
      order_id,
    });
    at += part;
  }
  return [];
};

/** `return_funding`: the unspent end of a budget, back to the lots it came from. */
const returnLots: Meaning = function* ({ tx, schema, values }) {
  const campaignId = values.text(0);
  const book = schema.books.get(tx, campaignId);
  if (book === undefined) return [];
  const from = book.swept_earned + book.swept_fee;
  const parts = new Map<string, bigint>();
  for (const { order_id, starts_at, amount } of ofCampaign(schema.funding, tx, campaignId)) {
    const end = starts_at + amount;
    if (end <= from) continue;
    const part = end - (starts_at > from ? starts_at : from);
    parts.set(order_id, (parts.get(order_id) ?? 0n) + part);
  }
  for (const [order_id, part] of [...parts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield `funding_lot:${order_id}`;
    const lot = schema.lots.get(tx, order_id);
    if (lot === undefined) continue;
    const paid = least(lot.debt, part);
    const remaining = lot.remaining + part - paid;
    schema.lots.put(tx, order_id, { ...lot, debt: lot.debt - paid, remaining });
  }
  return [{}];
};

const findStretches = plain(({ tx, schema, values }) =>
  values.list(0).flatMap((campaign_id, place) => {
    const [from, to] = [BigInt(values.list(1)[place] ?? 0), BigInt(values.list(2)[place] ?? 0)];
    return ofCampaign(schema.funding, tx, campaign_id)
      .filter((row) => row.starts_at < to && row.starts_at + row.amount > from)
      .sort((left, right) => (left.starts_at < right.starts_at ? -1 : 1))
      .map((row) => ({
        campaign_id,
        order_id: row.order_id,
        starts_at: String(row.starts_at),
        ends_at: String(row.starts_at + row.amount),
        seasoned_at: schema.lots.get(tx, row.order_id)?.seasoned_at,
      }));
  }),
);

const endPaidDebt: Meaning = function* ({ tx, schema, values }) {
  const key = accountKey(values.text(0), "available");
  const account = schema.accounts.get(tx, key);
  if (account === undefined || !account.may_be_negative) return [];
  yield `account:${account.id}`;
  const locked = schema.accounts.get(tx, key);
  if (locked === undefined || locked.balance < 0n) return [];
  schema.accounts.put(tx, key, { ...locked, may_be_negative: false });
  return [];
};

/** No purchase is taken back in a simulated world, so that none owes. */
const findReversible = plain(({ tx, schema }) => {
  const owing = schema.lots.all(tx).filter((lot) => lot.debt > 0n);
  if (owing.length > 0) throw new Error("The model knows no reversals.");
  return [];
});

export const ledgerStatements: Readonly<Record<string, Meaning>> = {
  "ledger.post_txns": postTxns,
  "ledger.lock_balance": lockBalance,
  "ledger.lock_pending": lockPending,
  "ledger.lock_sides": lockSides,
  "ledger.take_accrued": takeAccrued,
  "ledger.find_unswept": plain((run) => findUnswept(run, null)),
  "ledger.find_unswept_of_agent": plain((run) => findUnswept(run, run.values.text(0))),
  "ledger.insert_earnings": insertEarnings,
  // The simulation sets no limits for unproven publishers.
  "ledger.prove_publishers": plain(() => []),
  "ledger.end_lateness": plain(() => []),
  "ledger.mature_confirmed": (run) => mature(run, [run.values.text(1)], null),
  "ledger.mature_earnings": matureEarnings,
  "ledger.hasten_waiting": hastenWaiting,
  "ledger.insert_lot": insertLot,
  "ledger.draw_lots": drawLots,
  "ledger.return_lots": returnLots,
  "ledger.find_stretches": findStretches,
  "ledger.end_paid_debt": endPaidDebt,
  "ledger.find_reversible": findReversible,
};
