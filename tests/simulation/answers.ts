import { timeOfUuid, uuidFromId } from "../../server/src/contract/ids.ts";
import { EVENT_REASONS } from "../../server/src/contract/reasons.ts";
import { FEE_BPS } from "./actions.ts";
import { mayReport, placementOf } from "./contents.ts";
import { type Market, type SentEvent, unitPriceOf } from "./market.ts";
import { type EventRow, keyOf, type Schema } from "./model/schema.ts";

const REPORTED_WITHIN_MS = 7 * 86_400_000;

export interface AnswerDeps {
  readonly schema: Schema;
  readonly market: Market;
  /** Events whose first outcome somebody was told, and in which call. */
  readonly claimed: Map<string, string>;
  now(): Date;
}

interface Acknowledged {
  readonly error?: string;
  readonly duplicate?: boolean;
  readonly reason?: string;
  readonly counted?: number;
  readonly chargedCredits?: number;
  readonly earnedCredits?: number;
}

/** What is wrong with the answer to one report; null: nothing. */
export function answerProblem(
  deps: AnswerDeps,
  event: SentEvent,
  result: Acknowledged,
  keyedLabel: string | null,
): string | null {
  const key = keyOf(uuidFromId(event.campaignId), event.uuid);
  const row = deps.schema.events.get(null, key);
  if (result.error !== undefined) return errorProblem(deps, event, result.error, row);
  if (row === undefined) return "acknowledged, and not in the books";
  const moneyProblem = chargeProblem(unitPriceOf(placementOf(deps.market, event)), result);
  if (moneyProblem !== null) return moneyProblem;
  const charged = microsOf(result.chargedCredits);
  if (result.duplicate === true && result.counted === 0 && charged === 0n) return null;
  const reason = row.reason === 0 ? undefined : EVENT_REASONS[row.reason - 1];
  const isOriginal =
    result.reason === reason && result.counted === takenOf(row) && charged === row.charged;
  if (!isOriginal) return `answered ${JSON.stringify(result)}, recorded ${reason} ${row.counted}`;
  const owner = deps.claimed.get(key);
  deps.claimed.set(key, keyedLabel ?? "a report");
  const isReplay = keyedLabel !== null && owner === keyedLabel;
  return owner === undefined || isReplay ? null : "acknowledged as new a second time";
}

/** As reports count it: an event that its campaign does not bill counts all the same. */
function takenOf({ reason, counted, quantity }: EventRow): number {
  const isOther = EVENT_REASONS[reason - 1] === "not_billing_unit";
  return isOther && counted === 0 ? quantity : counted;
}

function errorProblem(
  { market, now }: AnswerDeps,
  event: SentEvent,
  code: string,
  row: EventRow | undefined,
): string | null {
  if (code === "not_found") return mayReport(market, event) ? "it was not found" : null;
  if (code === "event_outside_window") {
    const earliest = now().getTime() - REPORTED_WITHIN_MS;
    const isOld = timeOfUuid(event.uuid) < earliest;
    const occurredAt = Date.parse(event.report.occurredAt ?? "");
    return isOld || occurredAt < earliest ? null : "its time is inside the window";
  }
  if (code !== "event_conflict") return `refused with ${code}`;
  if (row === undefined) return "a conflict with an event that is not in the books";
  const isOther = market.sent.some((sent) => sent.uuid === event.uuid && differs(sent, event));
  return isOther ? null : "a conflict with nothing";
}

/** Charged is counted times the price; the fee is rounded down for each unit. */
function chargeProblem(price: bigint, result: Acknowledged): string | null {
  const charged = microsOf(result.chargedCredits);
  const counted = BigInt(result.counted ?? 0);
  if (charged !== 0n && charged !== counted * price) return "charged for another number";
  const fee = counted * ((price * BigInt(FEE_BPS)) / 10_000n);
  const earned = charged === 0n ? 0n : charged - fee;
  const isRight = microsOf(result.earnedCredits) === earned;
  return isRight ? null : `earned ${result.earnedCredits} of ${charged}`;
}

function differs(left: SentEvent, right: SentEvent): boolean {
  return (
    left.report.type !== right.report.type ||
    left.report.count !== right.report.count ||
    left.deliveryUuid !== right.deliveryUuid
  );
}

const MICROS_PER_CREDIT = 1_000_000;

function microsOf(credits: number | undefined): bigint {
  return BigInt(Math.round((credits ?? 0) * MICROS_PER_CREDIT));
}
