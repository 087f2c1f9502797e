import type pg from "pg";
import { uuidFromId } from "../../server/src/contract/ids.ts";
import { reasonOfCode } from "../../server/src/contract/reasons.ts";

import { TWICE } from "./answers.ts";
import type { Finding } from "./books.ts";
import type { LoadReport } from "./load-process.ts";
import { at, type Booked, unitMicrosOf } from "./market.ts";
import { kindOf } from "./messages.ts";
import { type Decision, decisionOf, FLAG } from "./outcomes.ts";
import {
  campaignOf,
  eventUuidOf,
  numberInUuid,
  quantityOf,
  type Script,
  twinOf,
} from "./script.ts";

/** All that is known from outside. Nothing of it was asked from the exchange. */
export interface Case {
  readonly script: Script;
  readonly booked: readonly Booked[];
  /** One byte for each event: what its sender did and heard. */
  readonly outcomes: Uint8Array;
  readonly load: LoadReport;
  /** Calendar days (UTC) that the run touched. */
  readonly days: number;
}

export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  readonly overspent: number;
  /** Campaigns funded for exactly so many events, of which nothing is left. */
  readonly emptied: number;
  readonly findings: readonly Finding[];
}

interface EventRow {
  readonly campaign_id: string;
  readonly id: string;
  readonly reason: number;
  readonly quantity: number;
  readonly counted: number;
  readonly charged: string;
}

const PAGE_ROWS = 20_000;

/** What the clients were told, against what is there. The outside record is right by definition. */
export async function judge(client: pg.Client, known: Case): Promise<Verdict> {
  const counts = await compareRows(client, known);
  const lost = countLost(known.outcomes);
  const overspent = known.booked.filter(
    (one, place) => spentOf(counts, place) > limitOf(known, one),
  );
  const { load } = known;
  const doubled = counts.repeated + (load.wrongs[TWICE] ?? 0);
  const findings = [
    none("no acknowledged event is lost", lost),
    none("no event is counted twice", doubled),
    none("no order is paid twice", counts.paidTwice),
    none("every acknowledgement says what is booked", counts.different),
    none("nothing is booked that was never sent", counts.alien),
    none("what was called a duplicate had been sent before", counts.unproven),
    ...wrongsOf(load),
    none("no campaign spends more than it may", overspent.length),
    none("only campaigns without a unit's money refuse an event for it", counts.refusedEarly),
    atLeast("campaigns ended with an escrow of exactly 0", counts.emptied, 1),
    atLeast("duplicates were answered as duplicates", load.duplicates, 1),
    atLeast("contents were contradicted", load.contradicted, 1),
  ];
  return {
    lost,
    doubled: doubled + counts.paidTwice + counts.alien,
    overspent: overspent.length,
    emptied: counts.emptied,
    findings,
  };
}

export function none(name: string, problems: number): Finding {
  return { name, problem: problems === 0 ? null : `${problems} found` };
}

export function atLeast(name: string, seen: number, wanted: number): Finding {
  return { name, problem: seen >= wanted ? null : `${seen} seen, ${wanted} wanted` };
}

/** What the clients complained of; one line that holds when they did not. */
function wrongsOf({ wrongs, examples }: LoadReport): Finding[] {
  const name = "every result code that was answered is a right one";
  const total = Object.entries(wrongs).map(([what, times]) => `${what} (${times})`);
  const problem = total.length === 0 ? null : [...total, ...examples].join("\n     ");
  return [{ name, problem }];
}

interface Tally {
  alien: number;
  repeated: number;
  different: number;
  paidTwice: number;
  unproven: number;
  refusedEarly: number;
  emptied: number;
  /** Micro-credits of a unit, and of all that was charged, by place in the market. */
  readonly prices: readonly number[];
  readonly spent: number[];
  /** Campaigns that refused an event for want of money. */
  readonly exhausted: Set<number>;
  /** Orders that were paid. */
  readonly paid: Set<number>;
  /** Events booked as duplicates: the second of an order. */
  readonly second: number[];
}

/** Reads every event that is booked, a page at a time, so that memory does not grow with them. */
async function compareRows(client: pg.Client, known: Case): Promise<Tally> {
  const tally: Tally = {
    alien: 0,
    repeated: 0,
    different: 0,
    paidTwice: 0,
    unproven: 0,
    refusedEarly: 0,
    emptied: 0,
    prices: known.booked.map(unitMicrosOf),
    spent: known.booked.map(() => 0),
    exhausted: new Set(),
    paid: new Set(),
    second: [],
  };
  const places = new Map(
    known.booked.map(({ campaignId }, place) => [uuidFromId(campaignId), place]),
  );
  await client.query("begin");
  await client.query(
    `declare events no scroll cursor for
     select campaign_id, id, reason, quantity, counted, charged
     from event`,
  );
  for (;;) {
    const { rows } = await client.query<EventRow>(`fetch ${PAGE_ROWS} from events`);
    for (const row of rows) compareRow(known, row, places.get(row.campaign_id), tally);
    if (rows.length < PAGE_ROWS) break;
  }
  await client.query("commit");
  // The second event of an order is a duplicate only if the first was paid.
  tally.different += tally.second.filter((number) => !tally.paid.has(twinOf(number))).length;
  known.booked.forEach((one, place) => {
    const isSpent = spentOf(tally, place) === limitOf(known, one);
    if (one.isEnding && one.dailyCapCredits === undefined && isSpent) tally.emptied += 1;
    // After midnight a daily cap begins anew, with part of it spent when the run ends.
    const isClear = one.dailyCapCredits === undefined || known.days === 1;
    if (tally.exhausted.has(place) && isClear && !isSpent) tally.refusedEarly += 1;
  });
  return tally;
}

function compareRow(known: Case, row: EventRow, place: number | undefined, tally: Tally): void {
  const { script, outcomes } = known;
  const number = numberInUuid(row.id);
  const byte = outcomes[number] ?? 0;
  if (place !== undefined) tally.spent[place] = spentOf(tally, place) + Number(row.charged);
  const isSent = (byte & FLAG.sent) !== 0 && row.id === eventUuidOf(script, number);
  if (!isSent || place === undefined || place !== campaignOf(script, number)) {
    tally.alien += 1;
    return;
  }
  if ((byte & FLAG.found) !== 0) tally.repeated += 1;
  outcomes[number] = byte | FLAG.found;
  const kind = kindOf(at(known.booked, place));
  const quantity = quantityOf(script, number, kind);
  const reason = reasonOfCode(row.reason);
  if (reason === "budget_exhausted" || reason === "daily_cap") tally.exhausted.add(place);
  const isPriced = Number(row.charged) === row.counted * at(tally.prices, place);
  const isAsTold = agrees(decisionOf(byte, quantity), row);
  if (!isAsTold || !isPriced || row.quantity !== quantity) tally.different += 1;
  const isSecond = kind === "order" && takeOrder(tally, number, row);
  if (!isSecond && isUnproven(byte)) tally.unproven += 1;
}

/** What was decided unseen may be anything; what was told must be there. */
function agrees(decided: Decision | null, row: EventRow): boolean {
  if (decided === null) return true;
  const reason = reasonOfCode(row.reason) ?? null;
  return decided.reason === reason && decided.counted === row.counted;
}

/** Called a duplicate, although each time it was sent it was answered, and never as counted. */
function isUnproven(byte: number): boolean {
  const isDecided = decisionOf(byte, 1) !== null;
  return !isDecided && (byte & (FLAG.unknown | FLAG.repeated)) === FLAG.repeated;
}

/** An order is paid once. True for the event that came second, and is booked as a duplicate. */
function takeOrder(tally: Tally, number: number, row: EventRow): boolean {
  if (row.counted > 0) {
    if (tally.paid.has(twinOf(number))) tally.paidTwice += 1;
    tally.paid.add(number);
  }
  const isSecond = reasonOfCode(row.reason) === "duplicate";
  if (isSecond) tally.second.push(number);
  return isSecond;
}

/** What the record knows and the database does not. */
function countLost(outcomes: Uint8Array): number {
  let lost = 0;
  for (const byte of outcomes) {
    const isAnswered = decisionOf(byte, 1) !== null || (byte & FLAG.repeated) !== 0;
    if (isAnswered && (byte & FLAG.found) === 0) lost += 1;
  }
  return lost;
}

/** **Units** micro-credits. */
function spentOf({ spent }: Tally, place: number): number {
  return spent[place] ?? 0;
}

/** **Units** micro-credits: what was funded is known from outside, not read from the book. */
function limitOf({ days }: Case, { budgetCredits, dailyCapCredits }: Booked): number {
  return Math.min(budgetCredits, (dailyCapCredits ?? budgetCredits) * days) * 1_000_000;
}
