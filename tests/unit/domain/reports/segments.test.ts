import { describe, expect, test } from "vitest";
import { GRAIN, segmentsOf } from "../../../../server/src/domain/reports/window.ts";
import { createRandom } from "../../../crash/random.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SIZE = { [GRAIN.quarter]: QUARTER_MS, [GRAIN.hour]: HOUR_MS, [GRAIN.day]: DAY_MS };
const at = (text: string) => Date.parse(text);

describe("a window", () => {
  test("of UTC days is read in days alone", () => {
    const { runs, edges } = segmentsOf([at("2026-03-01"), at("2026-03-02"), at("2026-03-03")]);
    expect(runs).toEqual([{ grain: GRAIN.day, from: at("2026-03-01"), to: at("2026-03-03") }]);
    expect(edges).toEqual([]);
  });

  test("of days elsewhere is read in hours, in one run although there are many days", () => {
    const days = [1, 2, 3, 4].map((day) => at(`2026-03-0${day}T05:00Z`));
    const { runs } = segmentsOf(days);
    expect(runs).toEqual([{ grain: GRAIN.hour, from: days[0], to: days[3] }]);
  });

  test("of months elsewhere is read in days, with hours around each midnight", () => {
    const { runs } = segmentsOf([at("2026-03-01T05:00Z"), at("2026-04-01T04:00Z")]);
    const ofGrain = (grain: number) => runs.filter((run) => run.grain === grain);
    expect(ofGrain(GRAIN.day)).toEqual([
      { grain: GRAIN.day, from: at("2026-03-02"), to: at("2026-04-01") },
    ]);
    expect(ofGrain(GRAIN.hour)).toHaveLength(2);
    expect(ofGrain(GRAIN.quarter)).toEqual([]);
  });

  test("inside a quarter of an hour is all edge", () => {
    const bounds = [at("2026-03-01T00:01Z"), at("2026-03-01T00:02Z")];
    const { runs, edges, cover } = segmentsOf(bounds);
    expect(runs).toEqual([]);
    expect(edges).toEqual([{ from: bounds[0], to: bounds[1] }]);
    expect(cover.from).toBe(cover.to);
  });
});

test(`every moment belongs to exactly one part, which lies in one bucket (seed ${SEED})`, () => {
  const random = createRandom(SEED);
  for (let round = 0; round < 300; round += 1) {
    const offset = random.between(-48, 56) * QUARTER_MS;
    const first = at("2026-03-01") + offset + random.between(0, 3 * DAY_MS);
    const inner = [Math.ceil(first / QUARTER_MS) * QUARTER_MS];
    for (let days = random.between(0, 12); days > 0; days -= 1) {
      inner.push((inner.at(-1) ?? 0) + random.between(92, 100) * QUARTER_MS);
    }
    const last = (inner.at(-1) ?? first) + random.between(1, DAY_MS);
    const bounds = [...new Set([first, ...inner, last])].sort((left, right) => left - right);
    const { runs, edges, cover } = segmentsOf(bounds);
    const parts = [...runs, ...edges].sort((left, right) => left.from - right.from);
    expect(parts[0]?.from).toBe(first);
    expect(parts.at(-1)?.to).toBe(last);
    expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ to }) => to));
    for (const { grain, from, to } of runs) {
      expect([from % SIZE[grain], to % SIZE[grain]]).toEqual([0, 0]);
      expect(from >= cover.from && to <= cover.to).toBe(true);
      // A row of a coarse grain never spans a bound of two buckets.
      for (const bound of bounds.filter((each) => each > from && each < to)) {
        expect(bound % SIZE[grain], String(grain)).toBe(0);
      }
    }
    for (const { from, to } of edges) expect(to - from).toBeLessThan(QUARTER_MS);
  }
});
