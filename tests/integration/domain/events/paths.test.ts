import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CampaignFacts } from "../../../../server/src/domain/delivery/index.ts";
import type {
  SettlementEvent,
  SettlementResult,
} from "../../../../server/src/domain/events/settlement-event.ts";
import { type Books, eventOf, ids, openBooks, type Recorded } from "./books.ts";

let books: Books;

beforeAll(async () => {
  books = await openBooks();
});

afterAll(() => books.close());

/** A price whose fee is not a whole share of it, so that a fee for each batch would show. */
const UNIT = { unitPrice: 333, unitFee: 66 };

/** **Shape** which of a few deliveries, how many views, and whether an earlier id is sent again. */
const viewArbitrary = fc.record({
  delivery: fc.nat({ max: 3 }),
  quantity: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
  repeats: fc.option(fc.nat({ max: 9 }), { freq: 6, nil: undefined }),
});
type View = { delivery: number; quantity: number; repeats: number | undefined };

const viewsArbitrary = fc.array(viewArbitrary, { minLength: 1, maxLength: 30 });
/** Often enough for all, often not: the end of the budget falls anywhere. */
const unitsArbitrary = fc.oneof(
  fc.constant(100_000),
  fc.integer({ min: 10, max: 400 }).map((units) => units + 0.5),
);

/** The same views for any campaign: ids, deliveries and repetitions are equal. */
function layOut(views: readonly View[]): (facts: CampaignFacts) => SettlementEvent[] {
  const deliveries = Array.from({ length: 4 }, () => ids.uuid());
  const made: { uuid: string; deliveryUuid: string; quantity: number }[] = [];
  for (const view of views) {
    const earlier = view.repeats === undefined ? undefined : made[view.repeats];
    const deliveryUuid = deliveries[view.delivery] ?? ids.uuid();
    made.push(earlier ?? { uuid: ids.uuid(), deliveryUuid, quantity: view.quantity });
  }
  return (facts) => made.map((fields) => eventOf(facts, fields));
}

function fundedFor(units: number): number {
  return Math.floor(units * UNIT.unitPrice);
}

/** Money in, money out, and what is written of it: must hold for every campaign at any time. */
function expectConserved({ book, journal, events }: Recorded, funded: number): void {
  const number = (value: unknown) => Number(value);
  const spent = number(book.earned) + number(book.fee);
  expect(number(book.escrow) + spent).toBe(funded);
  expect(number(book.escrow)).toBeGreaterThanOrEqual(0);
  expect(number(journal.escrow)).toBe(-spent);
  expect(number(journal.events)).toBe(events.length);
  expect(number(book.fee)).toBe(number(book.units) * UNIT.unitFee);
}

describe("the set path and the exact path", () => {
  test("leave identical books for the same impressions", async () => {
    const settlement = books.settlement();
    await fc.assert(
      fc.asyncProperty(viewsArbitrary, unitsArbitrary, async (views, units) => {
        const funded = fundedFor(units);
        const asSet = await books.campaign({ ...UNIT, funded });
        const exact = await books.campaign({ ...UNIT, funded });
        const eventsFor = layOut(views);
        const ofSet = await settlement.settle(eventsFor(asSet));
        const ofExact = await books.exactly(eventsFor(exact));
        expect(ofSet.map(outcome)).toEqual(ofExact.map(outcome));
        const left = await books.read(asSet);
        expect(left).toEqual(await books.read(exact));
        expectConserved(left, funded);
      }),
      { numRuns: 60 },
    );
  });

  test("leave identical books however the events are cut into batches", async () => {
    const settlement = books.settlement();
    const cutsArbitrary = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        viewsArbitrary,
        unitsArbitrary,
        cutsArbitrary,
        async (views, units, cuts) => {
          const funded = fundedFor(units);
          const whole = await books.campaign({ ...UNIT, funded });
          const inParts = await books.campaign({ ...UNIT, funded });
          const singly = await books.campaign({ ...UNIT, funded });
          const eventsFor = layOut(views);
          await settlement.settle(eventsFor(whole));
          for (const batch of cut(eventsFor(inParts), cuts)) await settlement.settle(batch);
          for (const event of eventsFor(singly)) await books.exactly([event]);
          const left = await books.read(whole);
          expect(await books.read(inParts)).toEqual(left);
          expect(await books.read(singly)).toEqual(left);
          expectConserved(left, funded);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("take a batch over several campaigns, each to its own end", async () => {
    const rich = await books.campaign({ ...UNIT, funded: fundedFor(100) });
    const poor = await books.campaign({ ...UNIT, funded: fundedFor(3) });
    const events = Array.from({ length: 8 }, (_, index) => eventOf(index % 2 === 0 ? rich : poor));
    const results = await books.settlement().settle(events);
    const counted = (facts: CampaignFacts) =>
      results.filter((_, index) => events[index]?.facts === facts).map((one) => one.counted);
    expect(counted(rich)).toEqual([1, 1, 1, 1]);
    expect(counted(poor)).toEqual([1, 1, 1, 0]);
  });
});

/** What an event was given. The money left over is told as of the batch, or as of the event. */
function outcome({ reason, counted, charged, isConflict, deliveryUuid }: SettlementResult) {
  return { reason, counted, charged, isConflict, deliveryUuid };
}

function* cut(events: readonly SettlementEvent[], sizes: readonly number[]) {
  let start = 0;
  for (let part = 0; start < events.length; part += 1) {
    const size = sizes[part % sizes.length] ?? 1;
    yield events.slice(start, start + size);
    start += size;
  }
}
