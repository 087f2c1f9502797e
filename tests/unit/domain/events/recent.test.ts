import { describe, expect, test } from "vitest";
import { createIdSource } from "../../../../server/src/core/ids.ts";
import { createRecentIds } from "../../../../server/src/domain/events/conflict-cache.ts";

const ids = createIdSource({ now: () => new Date("2026-11-20T12:00:00Z") });

describe("recent ids", () => {
  test("are known after they were added, and not before", () => {
    const recent = createRecentIds(16);
    const added = Array.from({ length: 5_000 }, () => ids.uuid());
    const others = Array.from({ length: 5_000 }, () => ids.uuid());
    expect(added.filter((id) => recent.has(id))).toEqual([]);
    for (const id of added) recent.add(id);
    // A newer id may have taken the place of an older one: some are forgotten, hardly any here.
    expect(added.filter((id) => recent.has(id)).length).toBeGreaterThan(4_700);
    expect(others.filter((id) => recent.has(id))).toEqual([]);
  });

  test("of any text, also one that no one has added, are no surprise", () => {
    const recent = createRecentIds(4);
    expect(["", "a", "\u{1F600}"].map((id) => recent.has(id))).toEqual([false, false, false]);
  });

  test("never take more room: the newest are known, the oldest give way", () => {
    const recent = createRecentIds(8);
    const added = Array.from({ length: 20_000 }, () => ids.uuid());
    for (const id of added) recent.add(id);
    expect(recent.has(added.at(-1) ?? "")).toBe(true);
    expect(added.filter((id) => recent.has(id)).length).toBeLessThanOrEqual(256);
  });
});
