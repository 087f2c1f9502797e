import { timeOfUuid, uuidFromId } from "../../server/src/contract/ids.ts";
import { EVENT_REASONS } from "../../server/src/contract/reasons.ts";
import { answerProblem } from "./answers.ts";
import type { Command } from "./commands.ts";
import { contentOf, KINDS, reportedOf } from "./contents.ts";
import { createEffects } from "./effects.ts";
import type { Market, SentEvent } from "./market.ts";
import { type Book, type EventRow, keyOf, type Schema } from "./model/schema.ts";
import type { Txn } from "./model/store.ts";
import { createReference, type Reference } from "./reference.ts";

/** Watches every commit of a world and compares it with what the reference ledger says. */
export interface Judge {
  readonly problems: string[];
  /** Called inside the commit, in the order of commits. */
  committed(tx: Txn): void;
  /** A client got this answer to its reports. */
  answered(label: string, events: readonly SentEvent[], answer: string, isKeyed: boolean): void;
  note(problem: string): void;
}

export interface JudgeDeps {
  readonly schema: Schema;
  readonly market: Market;
  readonly commands: readonly Command[];
  /** The number of the transaction that began last. */
  lastBegun(): number;
  now(): Date;
}

const PROBLEMS_MAX = 5;
const COMPARED = ["status", "funded", "escrow", "earned", "fee", "refunded"] as const;
/** How old the time of a batch may be: every retry keeps it. */
const BATCH_AGE_MAX_MS = 120_000;

export function createJudge(deps: JudgeDeps): Judge {
  const { schema, commands } = deps;
  const reference = createReference();
  const available = new Map<string, bigint>();
  /** Calls that had their effect, and events whose first outcome somebody was told. */
  const done = new Set<string>();
  const claimed = new Map<string, string>();
  const problems: string[] = [];
  const note = (problem: string) => {
    if (problems.length < PROBLEMS_MAX) problems.push(problem);
  };
  const expect = (isSo: boolean, problem: () => string) => {
    if (!isSo) note(problem());
  };
  const pay = (agent: string, amount: bigint) => {
    const uuid = uuidFromId(agent);
    available.set(uuid, (available.get(uuid) ?? 0n) + amount);
  };

  const { checkEvent, noteCoupons } = createEventChecks(deps, reference, expect);
  const { checkBook, noteDeliveries } = createBookChecks(deps, reference, expect);
  const checkWallets = (tx: Txn) => {
    let sum = 0n;
    for (const entry of schema.entries.written(tx).values()) sum += entry.amount;
    expect(sum === 0n, () => `${tx.label}: the entries sum to ${sum}`);
    for (const { kind, owner_id, balance } of schema.accounts.written(tx).values()) {
      const said = available.get(owner_id ?? "") ?? 0n;
      expect(
        kind !== "available" || balance === said,
        () => `${tx.label}: ${owner_id} has ${balance} available; the reference says ${said}`,
      );
    }
  };

  const effect = createEffects({ ...deps, reference, pay, expect });
  return {
    problems,
    note,
    committed(tx) {
      const place = Number(/^#(\d+) /.exec(tx.label)?.[1] ?? Number.NaN);
      const command = commands[place];
      const isKeyed = schema.idempotency.written(tx).size > 0;
      expect(!isKeyed || !done.has(tx.label), () => `${tx.label} had its effect twice`);
      if (isKeyed) done.add(tx.label);
      if (command !== undefined) effect(tx, command, isKeyed);
      if (tx.label === "deliveries") noteDeliveries(tx);
      noteCoupons(tx);
      for (const row of schema.events.written(tx).values()) checkEvent(tx, row);
      for (const book of schema.books.written(tx).values()) checkBook(book);
      checkWallets(tx);
    },
    answered(label, events, answer, isKeyed) {
      const results: readonly object[] = JSON.parse(answer);
      expect(results.length === events.length, () => `${label}: an answer for every report`);
      for (const [index, event] of events.entries()) {
        const result = results[index];
        if (result === undefined) continue;
        const problem = answerProblem({ ...deps, claimed }, event, result, isKeyed ? label : null);
        if (problem !== null) note(`${label}, event ${event.uuid}: ${problem}`);
      }
    },
  };
}

type Expect = (isSo: boolean, problem: () => string) => void;

/** Compares every event that was recorded with what the reference says of it. */
function createEventChecks(deps: JudgeDeps, reference: Reference, expect: Expect) {
  const { schema, market } = deps;
  /** Transactions up to this number began before the campaign's coupon was there. */
  const couponSince = new Map<string, number>();
  const settledAt = (tx: Txn, row: EventRow): number => {
    const at = schema.journal.written(tx).get(keyOf(row.campaign_id, row.batch_id))?.at;
    const nowMs = deps.now().getTime();
    expect(
      at !== undefined && nowMs - at.getTime() <= BATCH_AGE_MAX_MS && at.getTime() <= nowMs,
      () => `event ${row.id} has a journal row of the time it was settled`,
    );
    return at?.getTime() ?? nowMs;
  };
  const checkEvent = (tx: Txn, row: EventRow) => {
    const sent = contentOf(market, row);
    if (sent === undefined) {
      expect(false, () => `event ${row.id} was recorded as nobody sent it`);
      return;
    }
    const reason = row.reason === 0 ? undefined : EVENT_REASONS[row.reason - 1];
    // A coupon takes no lock of the campaign: what settled while it was made may not have seen it.
    const isUnseen =
      reason === "coupon_invalid" && (couponSince.get(row.campaign_id) ?? 0) >= tx.number;
    const account = reference.need(row.campaign_id);
    const { coupon } = account;
    if (isUnseen) account.coupon = null;
    const reported = reportedOf(market, sent);
    const verdict = reference.settle(row.campaign_id, reported, settledAt(tx, row));
    account.coupon = coupon;
    const isAllowed =
      verdict.counted === row.counted &&
      verdict.charged === row.charged &&
      (reason === undefined ? verdict.reasons.size === 0 : verdict.reasons.has(reason));
    expect(isAllowed, () => {
      const said = [...verdict.reasons].join(" or ") || "billed";
      return (
        `event ${row.id} (${KINDS[row.kind]} x ${row.quantity}) of ${row.campaign_id}: recorded ` +
        `${reason ?? "billed"}, ${row.counted} for ${row.charged}; the reference says ` +
        `${said}, ${verdict.counted} for ${verdict.charged}`
      );
    });
  };
  const noteCoupons = (tx: Txn) => {
    for (const coupon of schema.coupons.written(tx).values()) {
      if (coupon.redeemed_count === 0) couponSince.set(coupon.campaign_id, deps.lastBegun());
    }
  };
  return { checkEvent, noteCoupons };
}

/** Compares every book that was written, and tells the reference of deliveries. */
function createBookChecks({ schema }: JudgeDeps, reference: Reference, expect: Expect) {
  const checkBook = (book: Book) => {
    const said = reference.need(book.campaign_id);
    for (const name of COMPARED) {
      expect(
        book[name] === said[name],
        () =>
          `campaign ${book.campaign_id}: ${name} is recorded as ${book[name]}; ` +
          `the reference says ${said[name]}`,
      );
    }
  };
  const noteDeliveries = (tx: Txn) => {
    for (const row of schema.deliveries.written(tx).values()) {
      reference.delivered(row.campaign_id, row.id, timeOfUuid(row.id));
    }
  };
  return { checkBook, noteDeliveries };
}
