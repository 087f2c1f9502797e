import { type Book, type EventRow, freshDelivery, keyOf, putBook } from "./schema.ts";
import { decide, type ExactEvent } from "./settle-one.ts";
import { lockBooks, type Meaning, plain, type Run, type Steps } from "./statement.ts";
import { CHECK_VIOLATION, SqlError } from "./store.ts";
import { dayOf } from "./values.ts";

const NOT_SETTLED = "PL001";
const IMPRESSIONS_MAX = 10_000;

/** `settle_impressions`: the set as a whole, or nothing of it. */
export const settleImpressions: Meaning = function* (run) {
  const { tx, schema, values } = run;
  const batch = values.text(0);
  const now = values.date(1);
  const campaigns = values.list(2);
  const units = values.list(4);
  if (!schema.flaws.isSettlementUnlocked) yield* lockBooks(campaigns);
  const rows: object[] = [];
  const refused: string[] = [];
  campaigns.forEach((id, index) => {
    const before = schema.books.get(tx, id);
    const price = BigInt(values.list(3)[index] ?? 0);
    const moved = charged(run, before, { units: BigInt(units[index] ?? 0), price, now });
    if (moved === undefined || before === undefined) {
      refused.push(id);
      return;
    }
    const count = Number(values.list(5)[index]);
    const isOver = moved.escrow < moved.unit_price;
    const after: Book = {
      ...moved,
      events: moved.events + BigInt(count),
      status: isOver ? "exhausted" : moved.status,
    };
    putBook(schema, tx, after);
    writeJournal(run, before, after, { batch, now });
    if (isOver) tellExhausted(run, after);
    rows.push({ campaign_id: id, escrow: String(after.escrow), status: after.status });
  });
  if (refused.length > 0) throw refusal(refused);
  yield* handOut(run);
  recordImpressions(run, batch);
  return rows;
};

/** Names the campaigns that cannot take their sums. */
function refusal(campaigns: readonly string[]): SqlError {
  return new SqlError(NOT_SETTLED, "a set was refused", { detail: campaigns.join(",") });
}

/** What a sum of units does to a book; undefined when it may not be charged as a whole. */
function charged(
  run: Run,
  book: Book | undefined,
  sum: { units: bigint; price: bigint; now: Date },
): Book | undefined {
  if (book === undefined || book.status !== "active" || book.unit_price !== sum.price) {
    return undefined;
  }
  const day = laterDay(book.spent_day, dayOf(sum.now));
  const cost = sum.units * sum.price;
  if (book.escrow < cost) return undefined;
  const spentToday = (book.spent_day === day ? book.spent_today : 0n) + cost;
  if (book.daily_cap !== null && spentToday > book.daily_cap) return undefined;
  const fee = feeOf(run, book, sum.units);
  return {
    ...book,
    escrow: book.escrow - cost,
    earned: book.earned + cost - fee,
    fee: book.fee + fee,
    units: book.units + sum.units,
    spent_day: day,
    spent_today: spentToday,
  };
}

/** A day that has begun never goes back. */
function laterDay(known: string | null, day: string): string {
  return known !== null && known > day ? known : day;
}

const FEE_BPS = 2_000n;

function feeOf({ schema }: Run, book: Book, units: bigint): bigint {
  if (!schema.flaws.isFeePerBatch) return units * book.unit_fee;
  return (units * book.unit_price * FEE_BPS) / 10_000n;
}

function* handOut({ tx, schema, values }: Run): Steps<void> {
  const sums = values.list(7).map((id, index) => {
    const campaignId = values.list(6)[index] ?? "";
    const units = Number(values.list(9)[index]);
    return { id, campaignId, units, key: keyOf(campaignId, id) };
  });
  let isFull = false;
  for (const { id, campaignId, units, key } of sums) {
    yield `delivery:${key}`;
    const known = schema.deliveries.get(tx, key);
    const impressions = (known?.impressions ?? 0) + units;
    if (impressions <= IMPRESSIONS_MAX) {
      const row = known ?? freshDelivery(campaignId, id);
      schema.deliveries.put(tx, key, { ...row, impressions });
    } else if (known === undefined) {
      const constraint = "delivery_impressions_check";
      throw new SqlError(CHECK_VIOLATION, "too many impressions", { constraint });
    } else {
      isFull = true;
    }
  }
  if (!isFull) return;
  const full = sums.filter(({ key, units }) => {
    const impressions = schema.deliveries.get(tx, key)?.impressions ?? 0;
    return impressions + units > IMPRESSIONS_MAX;
  });
  throw refusal([...new Set(full.map(({ campaignId }) => campaignId))]);
}

function recordImpressions({ tx, schema, values }: Run, batch: string): void {
  const campaignOf = values.list(11);
  const deliveryOf = values.list(12);
  const quantities = values.list(13);
  values.list(10).forEach((id, index) => {
    const place = Number(campaignOf[index]) - 1;
    const campaignId = values.list(2)[place] ?? "";
    const quantity = Number(quantities[index]);
    const event: EventRow = {
      campaign_id: campaignId,
      id,
      batch_id: batch,
      delivery_id: values.list(7)[Number(deliveryOf[index]) - 1] ?? null,
      kind: 1,
      reason: 0,
      quantity,
      counted: quantity,
      charged: BigInt(quantity) * BigInt(values.list(3)[place] ?? 0),
      is_verified: false,
    };
    schema.events.insert(tx, keyOf(campaignId, id), event);
  });
}

/** `find_known_events`. */
export const findKnown = plain(({ tx, schema, values }) => {
  const ids = values.list(1);
  return values.list(0).flatMap((campaign_id, index) => {
    const row = schema.events.get(tx, keyOf(campaign_id, ids[index] ?? ""));
    return row === undefined ? [] : [{ campaign_id, id: row.id }];
  });
});

/** `settle_events`: one by one, under the locks of all campaigns of the batch. */
export const settleEvents: Meaning = function* (run) {
  const { values } = run;
  const batch = { uuid: values.text(0), now: values.date(1) };
  const events: ExactEvent[] = JSON.parse(values.text(2));
  const campaigns = new Set(events.map((event) => event.campaign_id));
  if (!run.schema.flaws.isSettlementUnlocked) yield* lockBooks([...campaigns]);
  yield* lockOrders(run, events);
  const ordered = events.toSorted((left, right) =>
    left.campaign_id === right.campaign_id
      ? left.index - right.index
      : left.campaign_id < right.campaign_id
        ? -1
        : 1,
  );
  const rows: object[] = [];
  for (const campaignId of new Set(ordered.map((event) => event.campaign_id))) {
    const own = ordered.filter((event) => event.campaign_id === campaignId);
    rows.push(...settleCampaign(run, batch, own));
  }
  return rows;
};

function* lockOrders({ tx, schema }: Run, events: readonly ExactEvent[]): Steps<void> {
  const keys = events.flatMap((event) => {
    const advertiser = schema.books.get(tx, event.campaign_id)?.advertiser_id;
    return event.order_hash === null || advertiser === undefined
      ? []
      : [`order:${advertiser}${event.kind}${event.order_hash}`];
  });
  for (const key of [...new Set(keys)].sort()) yield key;
}

function settleCampaign(
  run: Run,
  batch: { uuid: string; now: Date },
  events: readonly ExactEvent[],
): object[] {
  const { tx, schema } = run;
  const campaignId = events[0]?.campaign_id ?? "";
  const before = schema.books.get(tx, campaignId);
  if (before === undefined) throw new Error(`No book of campaign ${campaignId}.`);
  const day = laterDay(before.spent_day, dayOf(batch.now));
  const today = before.spent_day === day ? before.spent_today : 0n;
  const state = {
    run,
    batch,
    book: { ...before, spent_day: day, spent_today: today },
    isRepeat: schema.journal.get(tx, keyOf(campaignId, batch.uuid)) !== undefined,
    seen: new Set<string>(),
  };
  const rows = events.map((event) => decide(state, event));
  writeBook(run, before, state.book, batch);
  return rows;
}

/** `write_book`: what the events of one campaign moved, with its journal row. */
function writeBook(run: Run, before: Book, after: Book, batch: { uuid: string; now: Date }): void {
  if (after.events === before.events) return;
  const fee = before.fee + feeOf(run, before, after.units - before.units);
  const written = { ...after, fee, earned: after.earned + after.fee - fee };
  putBook(run.schema, run.tx, written);
  writeJournal(run, before, written, { batch: batch.uuid, now: batch.now });
  if (after.status === "exhausted" && before.status !== "exhausted") tellExhausted(run, after);
}

function writeJournal(
  { tx, schema }: Run,
  before: Book,
  after: Book,
  { batch, now }: { batch: string; now: Date },
): void {
  schema.journal.insert(tx, keyOf(after.campaign_id, batch), {
    campaign_id: after.campaign_id,
    batch_id: batch,
    events: Number(after.events - before.events),
    units: after.units - before.units,
    escrow_delta: after.escrow - before.escrow,
    publisher_delta: after.earned - before.earned,
    fee_delta: after.fee - before.fee,
    escrow_after: after.escrow,
    at: now,
  });
}

function tellExhausted({ tx, schema }: Run, book: Book): void {
  const key = keyOf(tx.number, schema.outbox.written(tx).size);
  schema.outbox.put(tx, key, {
    type: "campaign.exhausted",
    agent_id: book.advertiser_id,
    campaign_id: book.campaign_id,
  });
}
