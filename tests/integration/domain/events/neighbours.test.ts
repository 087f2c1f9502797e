import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOfReason } from "../../../../server/src/contract/reasons.ts";

import type {
  SettlementEvent,
  SettlementResult,
} from "../../../../server/src/domain/events/settlement-event.ts";
import { execute } from "../../../setup/postgres.ts";
import { type Books, eventOf, ids, openBooks, type Sent } from "./books.ts";

let books: Books;

beforeAll(async () => {
  books = await openBooks();
});

afterAll(() => books.close());

const VIEW = { adUnitType: "cpm" as const, unitPrice: 200_000, unitFee: 40_000 };
const ENOUGH = 100_000_000;
const duplicate = codeOfReason("duplicate");
const SET = "events.settle_impressions";
const EXACT = "events.settle_events";
const LOOK = "events.find_known";

const rich = () => books.campaign({ ...VIEW, funded: ENOUGH });
const reasonsOf = (results: readonly SettlementResult[]) => results.map((result) => result.reason);
const isPaid = (result: SettlementResult | undefined) =>
  result?.fault === undefined && result?.charged === BigInt(VIEW.unitPrice);
const decidedSingly = (sent: readonly Sent[]) =>
  sent.filter(({ name }) => name === EXACT).reduce((sum, { events }) => sum + events, 0);
const failures = (sent: readonly Sent[]) => sent.filter(({ failed }) => failed);

describe("an event that PostgreSQL cannot take", () => {
  /** JSON of PostgreSQL has no NUL; the tools refuse it long before. */
  const poison = { detail: { turnId: "a\u0000b" } };

  test.each([
    ["on the exact path", { detail: { turnId: "turn-1" } }, poison],
    ["on the set path", {}, { uuid: "00000000-0000-0000-0000-00000000000g" }],
  ])("%s fails alone: each of its neighbours is settled and paid", async (_, fields, bad) => {
    const [left, right] = [await rich(), await rich()];
    const events = Array.from({ length: 60 }, (_item, index) =>
      eventOf(index % 2 === 0 ? left : right, index === 37 ? { ...fields, ...bad } : fields),
    );
    // Each by a caller of its own, all in one batch.
    const settlement = books.settlement();
    const results = (await Promise.all(events.map((event) => settlement.settle([event])))).flat();
    expect(results.map(isPaid)).toEqual(events.map((_item, index) => index !== 37));
    expect(results[37]?.fault).toMatchObject({ code: "internal" });
    expect((await books.read(left)).book).toMatchObject({ events: "30", units: "30" });
    expect((await books.read(right)).book).toMatchObject({ events: "29", units: "29" });
  });

  test("keeps the others' order: a budget ends where it would have ended", async () => {
    const facts = await books.campaign({ ...VIEW, funded: 5 * VIEW.unitPrice });
    const events = Array.from({ length: 9 }, (_, index) =>
      eventOf(facts, index === 2 ? poison : { detail: { turnId: "turn-1" } }),
    );
    const results = await books.settlement().settle(events);
    expect(results.map(isPaid)).toEqual([1, 1, 0, 1, 1, 1, 0, 0, 0].map((paid) => paid === 1));
  });

  test("costs a bounded number of statements even when every event is like that", async () => {
    const facts = await rich();
    const { settlement, sent } = books.watched();
    const events = Array.from({ length: 500 }, () => eventOf(facts, poison));
    const results = await settlement.settle(events);
    expect(results.every((result) => result.fault !== undefined)).toBe(true);
    expect(sent.length).toBeLessThan(200);
    expect((await books.read(facts)).book).toMatchObject({ events: "0" });
  });
});

describe("a caller that repeats its event ids", () => {
  test("is decided beside the others, whose reports stay one set", async () => {
    const [own, other] = [await rich(), await rich()];
    const { settlement, sent } = books.watched();
    const repeated = Array.from({ length: 50 }, () => eventOf(own));
    await settlement.settle(repeated);
    const before = sent.length;
    const fresh = Array.from({ length: 50 }, () => eventOf(other));
    const [ofRepeated, ofFresh] = await Promise.all([
      settlement.settle(repeated),
      settlement.settle(fresh),
    ]);
    expect(new Set(reasonsOf(ofRepeated))).toEqual(new Set([duplicate]));
    expect(ofFresh.every(isPaid)).toBe(true);
    const after = sent.slice(before);
    expect(failures(after)).toEqual([]);
    expect(after.filter(({ name }) => name === SET)).toEqual([
      { name: SET, events: 50, failed: false },
    ]);
    expect(decidedSingly(after)).toBe(50);
  });

  test("and whom this process does not know spoils one set, not those that follow", async () => {
    const [own, other] = [await rich(), await rich()];
    const repeated = Array.from({ length: 40 }, () => eventOf(own));
    await books.settlement().settle(repeated);
    const { settlement, sent } = books.watched();
    const send = async (part: readonly SettlementEvent[]) => {
      const fresh = Array.from({ length: 50 }, () => eventOf(other));
      const [ofRepeated, ofFresh] = await Promise.all([
        settlement.settle(part),
        settlement.settle(fresh),
      ]);
      expect(new Set(reasonsOf(ofRepeated))).toEqual(new Set([duplicate]));
      expect(ofFresh.every(isPaid)).toBe(true);
    };
    await send(repeated.slice(0, 20));
    expect(failures(sent)).toEqual([{ name: SET, events: 70, failed: true }]);
    expect(decidedSingly(sent)).toBe(20);
    // Others of its ids are not known either, but from now on batches look before they insert.
    await send(repeated.slice(20));
    expect(failures(sent)).toHaveLength(1);
    expect(sent.slice(-3).map(({ name }) => name)).toEqual([LOOK, EXACT, SET]);
    expect(decidedSingly(sent)).toBe(40);
  });

  test("within one call is paid once, for the first", async () => {
    const [own, other] = [await rich(), await rich()];
    const { settlement, sent } = books.watched();
    const twice = eventOf(own);
    const results = await settlement.settle([twice, eventOf(other), twice, eventOf(own)]);
    expect(reasonsOf(results)).toEqual([0, 0, duplicate, 0]);
    // The other campaign was not drawn into it.
    expect(decidedSingly(sent)).toBe(3);
  });
});

describe("a campaign that cannot take its sum", () => {
  test("at the end of its budget is decided by itself, at once and from then on", async () => {
    const [poor, other] = [
      await books.campaign({ ...VIEW, funded: 3 * VIEW.unitPrice }),
      await rich(),
    ];
    const { settlement, sent } = books.watched();
    const both = () => [
      ...Array.from({ length: 5 }, () => eventOf(poor)),
      ...Array.from({ length: 20 }, () => eventOf(other)),
    ];
    const results = await settlement.settle(both());
    expect(results.map(isPaid)).toEqual(results.map((_, index) => index < 3 || index >= 5));
    expect(sent.map(({ name, events, failed }) => [name, events, failed])).toEqual([
      [SET, 25, true],
      [EXACT, 5, false],
      [SET, 20, false],
    ]);
    await settlement.settle(both());
    expect(failures(sent)).toHaveLength(1);
    expect(decidedSingly(sent)).toBe(10);
  });

  test("takes part in sets again once it has money", async () => {
    const facts = await books.campaign({ ...VIEW, funded: VIEW.unitPrice });
    const { settlement, sent } = books.watched();
    await settlement.settle([eventOf(facts), eventOf(facts)]);
    await execute(
      books.databaseUrl,
      `update campaign_book
       set funded = funded + ${ENOUGH}, escrow = escrow + ${ENOUGH}, status = 'active'
       where campaign_id = '${facts.uuid}'`,
    );
    const [first] = await settlement.settle([eventOf(facts)]);
    const [second] = await settlement.settle([eventOf(facts)]);
    expect([first, second].map(isPaid)).toEqual([true, true]);
    expect(sent.slice(-2).map(({ name }) => name)).toEqual([EXACT, SET]);
  });

  test("with a full delivery is the only one that is decided by itself", async () => {
    const [own, other] = [await rich(), await rich()];
    const funded = 20_000 * VIEW.unitPrice;
    await execute(
      books.databaseUrl,
      `update campaign_book set funded = funded + ${funded}, escrow = escrow + ${funded}
       where campaign_id = '${own.uuid}'`,
    );
    const { settlement, sent } = books.watched();
    const full = { deliveryUuid: ids.uuid() };
    await settlement.settle([eventOf(own, { ...full, quantity: 9_999 })]);
    const results = await settlement.settle([
      eventOf(own, { ...full, quantity: 2 }),
      eventOf(other),
      eventOf(own),
    ]);
    expect(results.map((result) => result.counted)).toEqual([1, 1, 1]);
    expect(reasonsOf(results)).toEqual([duplicate, 0, 0]);
    expect(decidedSingly(sent)).toBe(2);
  });
});
