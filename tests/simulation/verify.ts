import { accountKey } from "./model/ledger.ts";
import type { Book, Schema } from "./model/schema.ts";

/** Rules over all rows of a world at rest; the same as `ledger verify` has in SQL. */
export function verifyRows(schema: Schema): string[] {
  return [
    ...verifyAccounts(schema),
    ...schema.books.all(null).flatMap((book) => verifyCampaign(schema, book)),
    ...verifyCashouts(schema),
  ];
}

/** At the very end nothing is held, nothing pends, and every campaign is over. */
export function verifyEnd(schema: Schema): string[] {
  return [
    ...schema.books
      .all(null)
      .flatMap((book) => [
        ...differ(`campaign ${book.campaign_id} escrow at the end`, book.escrow, 0n),
        ...(["canceled", "completed"].includes(book.status)
          ? []
          : [`campaign ${book.campaign_id} ends as ${book.status}`]),
      ]),
    ...schema.accounts
      .all(null)
      .filter(({ kind }) => ["escrow", "pending_earnings", "cashout_pending"].includes(kind))
      .flatMap(({ owner_id, kind, balance }) =>
        differ(`${accountKey(owner_id, kind)} at the end`, balance, 0n),
      ),
  ];
}

function differ(subject: string, recorded: unknown, computed: unknown): string[] {
  const [left, right] = [String(recorded), String(computed)];
  return left === right ? [] : [`${subject}: recorded ${left}, computed ${right}`];
}

function total<T>(items: readonly T[], of: (item: T) => bigint): bigint {
  return items.reduce((sum, item) => sum + of(item), 0n);
}

function verifyAccounts(schema: Schema): string[] {
  const accounts = schema.accounts.all(null);
  const entries = schema.entries.all(null);
  const books = schema.books.all(null);
  const earnings = schema.earnings.all(null);
  const cashouts = schema.cashouts.all(null);
  const expected = (owner: string | null, kind: string): bigint | undefined => {
    switch (kind) {
      case "escrow":
        return total(
          books.filter((book) => book.advertiser_id === owner),
          (book) => book.funded - book.refunded - book.swept_earned - book.swept_fee,
        );
      case "pending_earnings":
        return total(
          earnings.filter((row) => row.publisher_id === owner && row.status === "pending"),
          (row) => row.amount,
        );
      case "earned":
        return (
          total(
            earnings.filter((row) => row.publisher_id === owner && row.status === "matured"),
            (row) => row.amount,
          ) -
          total(
            cashouts.filter((row) => row.agent_id === owner && row.status !== "canceled"),
            (row) => row.amount,
          )
        );
      case "platform_fee":
        return total(books, (book) => book.swept_fee);
      default:
        return undefined;
    }
  };
  return [
    ...differ(
      "all accounts",
      total(accounts, (account) => account.balance),
      0n,
    ),
    ...accounts.flatMap((account) => {
      const key = accountKey(account.owner_id, account.kind);
      const own = entries.filter((entry) => entry.account === key);
      return [
        ...differ(
          `${key} entries`,
          account.balance,
          total(own, (entry) => entry.amount),
        ),
        ...differ(`${key} versions`, account.version, own.length),
        ...differ(
          key,
          account.balance,
          expected(account.owner_id, account.kind) ?? account.balance,
        ),
      ];
    }),
  ];
}

function verifyCampaign(schema: Schema, book: Book): string[] {
  const id = book.campaign_id;
  const isOwn = (row: { campaign_id: string | null }) => row.campaign_id === id;
  const events = schema.events.all(null).filter(isOwn);
  const journal = schema.journal.all(null).filter(isOwn);
  const spends = new Set(
    schema.txns
      .all(null)
      .filter((txn) => isOwn(txn) && txn.type === "campaign_spend")
      .map((txn) => txn.id),
  );
  const swept = schema.entries
    .all(null)
    .filter((entry) => spends.has(entry.txn_id) && entry.kind === "escrow");
  const spent = book.earned + book.fee;
  const money = `campaign ${id}`;
  return [
    ...differ(`${money} events`, book.events, events.length),
    ...differ(
      `${money} charges`,
      spent,
      total(events, (event) => event.charged),
    ),
    ...differ(`${money} units`, book.units * book.unit_price, spent),
    ...differ(`${money} unit fees`, book.units * book.unit_fee, book.fee),
    ...differ(
      `${money} journal`,
      spent,
      total(journal, (row) => -row.escrow_delta),
    ),
    ...differ(
      `${money} journal fee`,
      book.fee,
      total(journal, (row) => row.fee_delta),
    ),
    ...differ(
      `${money} journal events`,
      book.events,
      total(journal, (row) => BigInt(row.events)),
    ),
    ...differ(
      `${money} sweeps`,
      book.swept_earned + book.swept_fee,
      total(swept, (entry) => -entry.amount),
    ),
  ];
}

function verifyCashouts(schema: Schema): string[] {
  const txns = schema.txns.all(null);
  return schema.cashouts.all(null).flatMap((cashout) => {
    const count = (type: string) =>
      txns.filter((txn) => txn.cashout_id === cashout.id && txn.type === type).length;
    return [
      ...differ(`cashout ${cashout.id} held`, count("cashout_hold"), 1),
      ...differ(
        `cashout ${cashout.id} paid`,
        count("cashout_paid"),
        cashout.status === "completed" ? 1 : 0,
      ),
      ...differ(
        `cashout ${cashout.id} returned`,
        count("cashout_returned"),
        cashout.status === "canceled" ? 1 : 0,
      ),
    ];
  });
}
