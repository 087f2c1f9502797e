import { expect, test } from "vitest";
import { createMemoryCache } from "../../../server/src/core/cache.ts";
import { createManualClock } from "../../setup/manual-clock.ts";

const HOUR_MS = 3_600_000;

function make(limits: { entriesMax?: number; bytesMax?: number } = {}) {
  const clock = createManualClock(new Date("2026-01-01T00:00:00Z"));
  return { clock, cache: createMemoryCache({ clock, ...limits }) };
}

test("a value lives exactly as long as it was given", async () => {
  const { clock, cache } = make();
  await cache.set("key", "value", 1_000);
  clock.advance(999);
  expect(await cache.get("key")).toBe("value");
  clock.advance(1);
  expect(await cache.get("key")).toBeNull();
});

test("a full cache forgets what was not used for longest", async () => {
  const { cache } = make({ entriesMax: 3 });
  for (const key of ["a", "b", "c"]) await cache.set(key, key, HOUR_MS);
  await cache.get("a");
  await cache.set("d", "d", HOUR_MS);
  expect(await cache.get("b")).toBeNull();
  for (const key of ["a", "c", "d"]) expect(await cache.get(key)).toBe(key);
});

test("a full cache counts bytes, of texts as UTF-8", async () => {
  const { cache } = make({ bytesMax: 3_000 });
  await cache.set("a", "é".repeat(500), HOUR_MS);
  await cache.set("b", "é".repeat(500), HOUR_MS);
  expect(await cache.get("a")).not.toBeNull();
  await cache.setBuffer("c", Buffer.alloc(1_000), HOUR_MS);
  expect(await cache.get("b")).toBeNull();
  expect(await cache.get("a")).not.toBeNull();
});

test("a value larger than all the room is not kept and pushes nothing out", async () => {
  const { cache } = make({ bytesMax: 2_000 });
  await cache.set("small", "value", HOUR_MS);
  await cache.set("large", "x".repeat(5_000), HOUR_MS);
  expect(await cache.get("large")).toBeNull();
  expect(await cache.get("small")).toBe("value");
});

test("room given free by a delete or by time is used again", async () => {
  const { clock, cache } = make({ bytesMax: 2_600 });
  for (let round = 0; round < 100; round += 1) {
    await cache.set("kept", "value", HOUR_MS);
    await cache.set("large", "x".repeat(1_800), 10);
    if (round % 2 === 0) await cache.delete("large");
    else clock.advance(20);
    await cache.get("large");
  }
  expect(await cache.get("kept")).toBe("value");
});

test("bytes given out or taken in are copies, so no caller changes another's value", async () => {
  const { cache } = make();
  const bytes = Buffer.from("abc");
  await cache.setBuffer("key", bytes, HOUR_MS);
  bytes[0] = 0;
  const read = await cache.getBuffer("key");
  read?.fill(0);
  expect((await cache.getBuffer("key"))?.toString()).toBe("abc");
});
