import { idFromUuid } from "../../server/src/contract/ids.ts";
import { at, STANDING } from "./market.ts";
import { mix } from "./random.ts";

/**
 * What the load sends, as a function of a running number: the sender makes each event of it, and
 * the judge works out the same without having stored one.
 *
 * Sixteen events in a row form a block of one campaign; many blocks form a stretch, at whose
 * beginning every second block goes to a campaign that is funded for about half of that.
 */
export interface Script {
  readonly seed: number;
  /** The moment in the first event's id; ids are UUIDv7 and must lie near the present. */
  readonly startMs: number;
  /** Events in a stretch, as a power of two, at least `ENDING_BLOCKS` blocks. */
  readonly stretchBits: number;
  /** Campaigns funded to be used up, one for each stretch, after the standing ones. */
  readonly endings: number;
}

export type Kind = "impressions" | "click" | "insertion" | "recommendation" | "order";

const BLOCK_BITS = 4;
const ENDING_BLOCKS = 256;
/** Ids advance by a millisecond for this many events (as a power of two). */
const EVENTS_PER_MS_BITS = 6;

/** Of 128 blocks: 122 of impressions over six campaigns, 2 of clicks, 1, 1, and 2 of orders. */
const SHARES: readonly number[] = [
  ...Array.from({ length: 122 }, (_, index) => index % 6),
  ...[6, 6, 7, 8, 9, 9],
];

/** How many campaigns are needed to give every stretch of so many events one of its own. */
export function endingsFor(events: number, stretchBits: number): number {
  return Math.ceil(events / (1 << stretchBits)) + 1;
}

/** **Shape** the place of the event's campaign in the market. */
export function campaignOf(script: Script, number: number): number {
  const block = number >>> BLOCK_BITS;
  const place = block % (1 << (script.stretchBits - BLOCK_BITS));
  const stretch = number >>> script.stretchBits;
  if (place < ENDING_BLOCKS && place % 2 === 1 && stretch < script.endings) {
    return STANDING.length + stretch;
  }
  return at(SHARES, mix(script.seed, block) % SHARES.length);
}

/** Impressions come in ones mostly, now and then in twos and threes. */
export function quantityOf(script: Script, number: number, kind: Kind): number {
  if (kind !== "impressions") return 1;
  const drawn = mix(script.seed ^ 0x51ab, number);
  return drawn % 16 === 0 ? 2 + ((drawn >>> 8) & 1) : 1;
}

/** Two events in a row name the same order, which pays once. */
export function orderOf(number: number): number {
  return number >>> 1;
}

export function twinOf(number: number): number {
  return number ^ 1;
}

/**
 * Blocks share a delivery, except where a delivery serves one event of its kind alone. So it does
 * with orders that nobody confirms; both events of an order name the same one.
 */
export function deliveryUuidOf(script: Script, number: number, kind: Kind): string {
  if (kind === "order") return uuidOf(script, orderOf(number) << 1, "b");
  const isShared = kind === "impressions";
  return uuidOf(script, isShared ? (number >>> BLOCK_BITS) << BLOCK_BITS : number, "b");
}

export function eventUuidOf(script: Script, number: number): string {
  return uuidOf(script, number, "8");
}

export function eventIdOf(script: Script, number: number): string {
  return idFromUuid("evt", eventUuidOf(script, number));
}

/** The number in an event's id; compare `eventUuidOf` of it to know that the id is really ours. */
export function numberInUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(28), 16);
}

/** A UUIDv7 that grows with the number and holds it in its last 32 bits. */
function uuidOf(script: Script, number: number, variant: "8" | "b"): string {
  const ms = script.startMs + (number >>> EVENTS_PER_MS_BITS);
  const time = ms.toString(16).padStart(12, "0");
  const within = (number % (1 << EVENTS_PER_MS_BITS)) << (12 - EVENTS_PER_MS_BITS);
  const own = mix(script.seed, 0x7e57).toString(16).padStart(8, "0");
  const order = within.toString(16).padStart(3, "0");
  const last = number.toString(16).padStart(8, "0");
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${order}-` +
    `${variant}${own.slice(0, 3)}-${own.slice(3, 7)}${last}`
  );
}
