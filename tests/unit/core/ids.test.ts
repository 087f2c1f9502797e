import { describe, expect, test } from "vitest";
import { timeOfUuid, uuidFromId } from "../../../server/src/contract/ids.ts";
import { createIdSource } from "../../../server/src/core/ids.ts";
import { createManualClock } from "../../setup/manual-clock.ts";

describe("new ids", () => {
  const clock = createManualClock(new Date("2026-01-01T00:00:00Z"));
  const ids = createIdSource(clock);

  test("never repeat, also within one millisecond", () => {
    const made = Array.from({ length: 20_000 }, () => ids.uuid());
    expect(new Set(made).size).toBe(20_000);
  });

  test("carry the clock's time", () => {
    clock.advance(12_345);
    expect(timeOfUuid(uuidFromId(ids.id("cmp")))).toBe(clock.now().getTime());
  });

  test("sort in the order in which they were made, also within one millisecond", () => {
    const made = Array.from({ length: 1_000 }, () => ids.id("ent"));
    const later = made.slice(1).filter((id, index) => id > (made[index] ?? ""));
    expect(later).toHaveLength(999);
  });

  test("cannot be guessed from the one before", () => {
    const tails = Array.from({ length: 1_000 }, () => ids.uuid().slice(-12));
    expect(new Set(tails).size).toBe(1_000);
  });
});
