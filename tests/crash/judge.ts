import type pg from "pg";
import { idFromUuid } from "../../server/src/contract/ids.ts";
import { reasonOfCode } from "../../server/src/domain/events/kinds.ts";
import type { Wanted } from "../bench/support/market.ts";
import type { Finding } from "./books.ts";
import type { Sent } from "./log.ts";

/** What the database holds of one event. */
interface Recorded {
  readonly campaignId: string;
  readonly reason: string;
  readonly quantity: number;
  readonly counted: number;
  readonly charged: bigint;
}

interface EventRow {
  readonly campaign_id: string;
  readonly id: string;
  readonly reason: number;
  readonly quantity: number;
  readonly counted: number;
  readonly charged: string;
}

export interface Booked extends Wanted {
  readonly campaignId: string;
}

/** What the clients were told, against what is there. The log is right by definition. */
export async function judge(
  client: pg.Client,
  sent: ReadonlyMap<string, Sent>,
  market: { readonly booked: readonly Booked[]; readonly days: number },
): Promise<Finding[]> {
  const { recorded, repeated } = await readEvents(client);
  const counts = tally(sent, recorded);
  return [
    none("no acknowledged event is lost", counts.lost),
    none("no event is counted twice", repeated + counts.paidTwice),
    none("every acknowledgement says what is booked", counts.different),
    none("nothing is booked that was never sent", counts.alien),
    none("every report was answered in the end", counts.unanswered),
    none("an id with another content is a conflict and changes nothing", counts.badConflicts),
    ...overspending(recorded, market),
    atLeast("duplicates were answered as duplicates", counts.duplicates, 1),
    atLeast("contents were contradicted", counts.conflicts, 1),
    atLeast("events met the end of a budget", counts.exhausted, 1),
    atLeast("events met a daily cap", counts.capped, 1),
  ];
}

export function none(name: string, problems: number): Finding {
  return { name, problem: problems === 0 ? null : `${problems} found` };
}

export function atLeast(name: string, seen: number, wanted: number): Finding {
  return { name, problem: seen >= wanted ? null : `${seen} seen, ${wanted} wanted` };
}

function tally(sent: ReadonlyMap<string, Sent>, recorded: ReadonlyMap<string, Recorded>) {
  const counts = {
    lost: 0,
    paidTwice: 0,
    different: 0,
    unanswered: 0,
    badConflicts: 0,
    duplicates: 0,
    conflicts: 0,
    exhausted: 0,
    capped: 0,
    alien: [...recorded.keys()].filter((id) => !sent.has(id)).length,
  };
  for (const [id, event] of sent) {
    const row = recorded.get(id);
    const answers = event.acknowledged.length;
    const originals = event.acknowledged.filter((answer) => !isPlainDuplicate(answer));
    const paid = originals.filter((answer) => answer.charged > 0n).length;
    counts.lost += Number(answers > 0 && row === undefined);
    counts.paidTwice += Number(paid > 1);
    counts.different += Number(!agrees(event, originals, row));
    counts.unanswered += Number(event.isGivenUp || answers + event.errors.length === 0);
    counts.duplicates += Number(answers > originals.length);
    // Only acknowledged events are contradicted, so that nothing of it may ever be booked.
    counts.conflicts += event.conflicts.length;
    counts.badConflicts += event.conflicts.filter((code) => code !== "event_conflict").length;
    counts.exhausted += Number(row?.reason === "budget_exhausted");
    counts.capped += Number(row?.reason === "daily_cap");
  }
  return counts;
}

/** What a repeated id is told: it counted before, whatever it was. */
function isPlainDuplicate(answer: Sent["acknowledged"][number]): boolean {
  return answer.reason === "duplicate" && answer.counted === 0 && answer.charged === 0n;
}

/** A lost event is counted as such; here only what is there is compared. */
function agrees(event: Sent, originals: Sent["acknowledged"], row: Recorded | undefined): boolean {
  if (event.errors.length > 0) return false;
  if (row === undefined) return true;
  if (row.campaignId !== event.campaignId || row.quantity !== event.count) return false;
  return originals.every(
    (answer) =>
      answer.reason === row.reason &&
      answer.counted === row.counted &&
      answer.charged === row.charged,
  );
}

/** **Units** micro-credits. What was funded is known from outside, not read from the book. */
function overspending(
  recorded: ReadonlyMap<string, Recorded>,
  { booked, days }: { readonly booked: readonly Booked[]; readonly days: number },
): Finding[] {
  const spent = new Map<string, bigint>();
  for (const row of recorded.values()) {
    spent.set(row.campaignId, (spent.get(row.campaignId) ?? 0n) + row.charged);
  }
  const over = (limitOf: (one: Booked) => number | undefined) =>
    booked.filter((one) => {
      const limit = limitOf(one);
      return limit !== undefined && (spent.get(one.campaignId) ?? 0n) > BigInt(limit * 1_000_000);
    }).length;
  const untouched = booked.filter((one) => (spent.get(one.campaignId) ?? 0n) === 0n).length;
  return [
    none(
      "no campaign spends more than it was funded with",
      over((one) => one.budgetCredits),
    ),
    none(
      "no campaign spends more than its daily cap",
      over((one) => one.dailyCapCredits && one.dailyCapCredits * days),
    ),
    none("every campaign was charged for something", untouched),
  ];
}

async function readEvents(client: pg.Client) {
  const { rows } = await client.query<EventRow>(
    "select campaign_id, id, reason, quantity, counted, charged from event",
  );
  const recorded = new Map<string, Recorded>();
  for (const row of rows) {
    recorded.set(idFromUuid("evt", row.id), {
      campaignId: idFromUuid("cmp", row.campaign_id),
      reason: reasonOfCode(row.reason) ?? "-",
      quantity: row.quantity,
      counted: row.counted,
      charged: BigInt(row.charged),
    });
  }
  return { recorded, repeated: rows.length - recorded.size };
}
