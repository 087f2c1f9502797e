import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { micros } from "../../../../server/src/contract/money.ts";
import { type BatchStretch, planHold } from "../../../../server/src/domain/disputes/open.ts";
import type { Tile } from "../../../../server/src/domain/ledger/index.ts";

/** What happened to a campaign: units of each event, how events fell into batches and sweeps. */
interface History {
  readonly price: number;
  readonly fee: number;
  readonly batches: readonly (readonly number[])[];
  /** After how many batches each sweep came. */
  readonly sweeps: readonly number[];
  /** Where purchases end in the budget, in micro-credits. */
  readonly cuts: readonly number[];
}

const history = fc
  .record({
    price: fc.integer({ min: 1, max: 40 }),
    feeShare: fc.integer({ min: 0, max: 100 }),
    batches: fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    }),
    sweeps: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 8, maxLength: 8 }),
    cuts: fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 4 }),
  })
  .map(({ feeShare, ...rest }): History => {
    return { ...rest, fee: Math.floor((rest.price * feeShare) / 100) };
  });

const grossOf = (units: readonly number[], price: number) =>
  BigInt(units.reduce((sum, one) => sum + one, 0) * price);

/** Earnings as a sweep makes them: cut where purchases end, the shares rounded down. */
function tilesOf({ price, fee, batches, sweeps, cuts }: History): Tile[] {
  const ends: bigint[] = [];
  let [at, done] = [0n, 0];
  for (const count of sweeps) {
    if (done >= batches.length) break;
    at += batches.slice(done, done + count).reduce((sum, batch) => sum + grossOf(batch, price), 0n);
    done += count;
    ends.push(at);
  }
  const total = batches.reduce((sum, batch) => sum + grossOf(batch, price), 0n);
  const marks = [...new Set([...ends, ...cuts.map(BigInt), total])]
    .filter((mark) => mark <= total)
    .toSorted((a, b) => Number(a - b));
  const shareAt = (mark: bigint) => (mark * BigInt(price - fee)) / BigInt(price);
  return marks
    .map((end, index): Tile => {
      const start = marks[index - 1] ?? 0n;
      const amount = shareAt(end) - shareAt(start);
      return {
        uuid: `tile ${index}`,
        status: "pending",
        amount: micros(amount),
        fee: micros(end - start - amount),
        after: total - end,
      };
    })
    .reverse();
}

function stretchesOf({ price, batches }: History): BatchStretch[] {
  const total = batches.reduce((sum, batch) => sum + grossOf(batch, price), 0n);
  let at = 0n;
  return batches.map((units, batch) => {
    const gross = grossOf(units, price);
    at += gross;
    return {
      after: total - at,
      upto: total - at + gross,
      events: units.map((count, index) => ({
        uuid: `${batch}/${index}`,
        charged: micros(count * price),
      })),
    };
  });
}

const unitOf = ({ price, fee }: History) => ({
  price: micros(price),
  earned: micros(price - fee),
});
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

describe("the earnings of disputed events", () => {
  test("are exactly their charge, divided like every unit, whatever cut the budget", () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.boolean()), (past, coin) => {
        const stretches = stretchesOf(past).map((batch) => ({
          ...batch,
          events: batch.events.filter(() => coin.next().value),
        }));
        const named = stretches.flatMap(({ events }) => events);
        const plan = planHold(tilesOf(past), stretches, unitOf(past));
        expect(plan.refused).toEqual([]);
        expect(plan.held).toEqual(named.map(({ uuid }) => uuid));
        const charged = sum(named.map((event) => event.charged));
        const units = charged / BigInt(past.price);
        const earned = sum(plan.parts.map(({ amount }) => amount));
        const fees = sum(plan.parts.map(({ fee }) => fee));
        expect(earned + fees).toBe(charged);
        // A purchase that ends inside a unit rounds; what it rounds is one micro-credit.
        const off = earned - units * BigInt(past.price - past.fee);
        expect(past.cuts.length === 0 ? off === 0n : off >= -1n && off <= 1n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("are never more of an earning than there is, and never of another batch", () => {
    fc.assert(
      fc.property(history, fc.nat(), (past, pick) => {
        const stretches = stretchesOf(past);
        const one = stretches[pick % stretches.length];
        if (one === undefined) return;
        const tiles = tilesOf(past);
        const { parts } = planHold(tiles, [one], unitOf(past));
        for (const part of parts) {
          const tile = tiles.find(({ uuid }) => uuid === part.uuid);
          expect(tile).toBeDefined();
          if (tile === undefined) continue;
          expect(part.amount >= 0n && part.amount <= tile.amount).toBe(true);
          expect(part.fee >= 0n && part.fee <= tile.fee).toBe(true);
          const isTouched =
            tile.after < one.upto && tile.after + tile.amount + tile.fee > one.after;
          expect(isTouched).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("come from what is pending of their batch, and only whole events are held", () => {
    const tile = (uuid: string, status: Tile["status"], after: bigint): Tile => ({
      uuid,
      status,
      amount: micros(20n),
      fee: micros(5n),
      after,
    });
    const tiles = [tile("new", "pending", 0n), tile("old", "matured", 25n)];
    const events = ["a", "b"].map((uuid) => ({ uuid, charged: micros(25n) }));
    const unit = { price: micros(25n), earned: micros(20n) };
    expect(planHold(tiles, [{ after: 0n, upto: 50n, events }], unit)).toEqual({
      held: ["a"],
      refused: [{ uuid: "b", status: "matured" }],
      parts: [{ uuid: "new", amount: 20n, fee: 5n }],
    });
  });
});
