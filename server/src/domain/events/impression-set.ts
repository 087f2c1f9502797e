import { type Micros, micros } from "../../contract/money.ts";
import { KIND } from "../../contract/units.ts";
import { invariant } from "../../core/invariant.ts";
import type { CampaignFacts } from "../delivery/index.ts";
import type { SettledBook } from "./queries.ts";
import type { SettlementEvent, SettlementResult } from "./settlement-event.ts";

/** Whether an event needs no decision of its own: it settles as one of a sum. */
export function isPlainImpression(event: SettlementEvent): boolean {
  return (
    event.kind === KIND.impression &&
    event.isBilling &&
    event.preassignedReason === 0 &&
    event.deliveryUuid !== null &&
    !event.needsVerified &&
    event.occurredAt === null &&
    event.detail === null
  );
}

interface CampaignSum {
  readonly facts: CampaignFacts;
  readonly places: number[];
  units: number;
}

/**
 * Sums a batch by campaign and by delivery. Campaigns are sorted, which is the order of the locks;
 * deliveries and events follow them, so that neighbours in an index are written one after the
 * other.
 */
export function gatherSet(events: readonly SettlementEvent[]) {
  const sums = sumsOf(events);
  const deliveries = new DeliverySums();
  const ids: string[] = [];
  const campaignOf: number[] = [];
  const deliveryOf: number[] = [];
  const quantities: number[] = [];
  sums.forEach(({ facts, places }, index) => {
    for (const place of places) {
      const event = eventAt(events, place);
      ids.push(event.uuid);
      campaignOf.push(index + 1);
      deliveryOf.push(deliveries.add(facts.uuid, event));
      quantities.push(event.quantity);
    }
  });
  return {
    arrays: [
      sums.map((sum) => sum.facts.uuid),
      sums.map((sum) => sum.facts.unitPrice),
      sums.map((sum) => sum.units),
      sums.map((sum) => sum.places.length),
      deliveries.campaigns,
      deliveries.uuids,
      deliveries.versions,
      deliveries.units,
      ids,
      campaignOf,
      deliveryOf,
      quantities,
    ],
    /** What the events were given, in their order, once the database has answered. */
    resultsOf: (books: ReadonlyMap<string, SettledBook>) => resultsOf(events, sums, books),
  };
}

function sumsOf(events: readonly SettlementEvent[]): CampaignSum[] {
  const sums = new Map<string, CampaignSum>();
  let last: CampaignSum | undefined;
  for (let place = 0; place < events.length; place += 1) {
    const { facts, quantity } = eventAt(events, place);
    let sum = last?.facts === facts ? last : sums.get(facts.uuid);
    if (sum === undefined) {
      sum = { facts, places: [], units: 0 };
      sums.set(facts.uuid, sum);
    }
    sum.places.push(place);
    sum.units += quantity;
    last = sum;
  }
  return [...sums.values()].sort((left, right) => (left.facts.uuid < right.facts.uuid ? -1 : 1));
}

/** Deliveries in the order in which they are first met, as columns. */
class DeliverySums {
  readonly campaigns: string[] = [];
  readonly uuids: string[] = [];
  readonly versions: number[] = [];
  readonly units: number[] = [];
  readonly #places = new Map<string, number>();
  #campaign = "";
  #last = "";
  #lastPlace = -1;

  /** The place of the event's delivery, counted from 1 as SQL does. */
  add(campaignUuid: string, event: SettlementEvent): number {
    const uuid = event.deliveryUuid ?? "";
    // A delivery belongs to one campaign: the same uuid under another one is another row.
    if (campaignUuid !== this.#campaign) {
      this.#places.clear();
      this.#campaign = campaignUuid;
      this.#last = "";
    }
    const known = uuid === this.#last ? this.#lastPlace : this.#places.get(uuid);
    const place = known ?? this.uuids.length;
    if (known === undefined) {
      this.#places.set(uuid, place);
      this.campaigns.push(campaignUuid);
      this.uuids.push(uuid);
      this.versions.push(event.deliveryVersion ?? 1);
      this.units.push(0);
    }
    this.#last = uuid;
    this.#lastPlace = place;
    this.units[place] = (this.units[place] ?? 0) + event.quantity;
    return place + 1;
  }
}

function resultsOf(
  events: readonly SettlementEvent[],
  sums: readonly CampaignSum[],
  books: ReadonlyMap<string, SettledBook>,
): SettlementResult[] {
  const results = new Array<SettlementResult>(events.length);
  for (const { facts, places } of sums) {
    const book = books.get(facts.uuid);
    invariant(book !== undefined, "every campaign of the batch was settled");
    // Neighbours mostly have the same delivery and quantity, and then the same result.
    let last: SettlementResult | undefined;
    for (const place of places) {
      const event = eventAt(events, place);
      if (last?.counted !== event.quantity || last.deliveryUuid !== event.deliveryUuid) {
        last = resultOf(event, book);
      }
      results[place] = last;
    }
  }
  return results;
}

function resultOf(event: SettlementEvent, book: SettledBook): SettlementResult {
  const charged: Micros = micros(BigInt(event.quantity) * event.facts.unitPrice);
  return {
    reason: 0,
    isConflict: false,
    counted: event.quantity,
    charged,
    deliveryUuid: event.deliveryUuid,
    isVerified: false,
    escrow: book.escrow,
    status: book.status,
  };
}

function eventAt(events: readonly SettlementEvent[], place: number): SettlementEvent {
  const event = events[place];
  invariant(event !== undefined, "places are inside the batch");
  return event;
}

/** The results of two parts of a batch, in the order of its events. */
export function mergeResults(
  isOfFirst: readonly boolean[],
  first: readonly SettlementResult[],
  second: readonly SettlementResult[],
): SettlementResult[] {
  let nextOfFirst = 0;
  let nextOfSecond = 0;
  return isOfFirst.map((is) => {
    const result = is ? first[nextOfFirst++] : second[nextOfSecond++];
    invariant(result !== undefined, "every event has a result");
    return result;
  });
}
