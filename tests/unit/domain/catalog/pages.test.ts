import { expect, test } from "vitest";
import { type Cache, createMemoryCache } from "../../../../server/src/core/cache.ts";
import { systemClock } from "../../../../server/src/core/clock.ts";
import type { Generation } from "../../../../server/src/domain/catalog/generation.ts";
import { createMemoryEngine } from "../../../../server/src/domain/catalog/index/memory-engine.ts";
import { createPageMemory } from "../../../../server/src/domain/catalog/pages.ts";
import { createProductStore } from "../../../../server/src/domain/catalog/product-store.ts";
import { change, product } from "./support.ts";

const PRODUCTS = 12;
const COUNT = 3;

/** A catalogue whose list by price starts at product `first` and goes round. */
async function startingAt(first: number, rev: bigint): Promise<Generation> {
  const generation = { store: createProductStore(), engine: createMemoryEngine(), rev };
  const products = Array.from({ length: PRODUCTS }, (_, index) =>
    product(index + 1, {
      title: "Steel mug",
      priceMicros: (1 + ((index + 1 - first + PRODUCTS) % PRODUCTS)) * 1_000_000,
    }),
  );
  await change(
    generation.engine,
    products.map((after) => ({ before: null, after })),
  );
  return generation;
}

function openPages() {
  let nowMs = 1_000_000;
  const clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs };
  const pages = createPageMemory({ clock });
  return {
    wait: (ms: number) => {
      nowMs += ms;
    },
    async read(generation: Generation, page: number): Promise<readonly number[]> {
      const offset = page * COUNT;
      const list = { text: "mug", filters: {}, sort: "price_asc" as const, count: COUNT };
      return (await pages.search(generation, { ...list, offset })).numbers;
    },
  };
}

test("while nothing changes pages are those of the engine", async () => {
  const { read } = openPages();
  const generation = await startingAt(1, 1n);
  expect(await read(generation, 0)).toEqual([1, 2, 3]);
  expect(await read(generation, 1)).toEqual([4, 5, 6]);
  expect(await read(generation, 3)).toEqual([10, 11, 12]);
  expect(await read(generation, 4)).toEqual([]);
});

test("after a change later pages leave out what earlier ones have shown", async () => {
  const { read } = openPages();
  expect(await read(await startingAt(1, 1n), 0)).toEqual([1, 2, 3]);
  // What was shown moved down: 10 to 12 are first now, 1 to 3 would be the second page.
  const changed = await startingAt(10, 2n);
  expect(await read(changed, 1)).toEqual([4, 5, 6]);
  expect(await read(changed, 2)).toEqual([7, 8, 9]);
  expect(await read(changed, 3)).toEqual([]);
});

test("the first page is always what is true now", async () => {
  const { read } = openPages();
  await read(await startingAt(1, 1n), 0);
  await read(await startingAt(1, 1n), 1);
  expect(await read(await startingAt(4, 2n), 0)).toEqual([4, 5, 6]);
});

test("after two minutes nobody is expected to read on", async () => {
  const { read, wait } = openPages();
  await read(await startingAt(1, 1n), 0);
  wait(120_001);
  expect(await read(await startingAt(10, 2n), 1)).toEqual([1, 2, 3]);
});

test("a clock that is set back by an hour keeps no page for an hour", async () => {
  const { read, wait } = openPages();
  await read(await startingAt(1, 1n), 0);
  wait(-3_600_000);
  expect(await read(await startingAt(10, 2n), 1)).toEqual([1, 2, 3]);
});

test("a page is shared before it is shown, however slowly the shared memory answers", async () => {
  const kept = new Map<string, string[]>();
  const cache: Cache = {
    ...createMemoryCache({ clock: systemClock }),
    kind: "redis",
    append: async (key, value) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      kept.set(key, [...(kept.get(key) ?? []), value]);
    },
    list: async (key) => kept.get(key) ?? [],
  };
  const list = { text: "mug", filters: {}, sort: "price_asc" as const, count: COUNT };
  const readIn = async (generation: Generation, page: number) => {
    // A process of its own each time: it shares nothing but the cache.
    const pages = createPageMemory({ clock: systemClock, cache });
    const found = await pages.search(generation, { ...list, offset: page * COUNT });
    await found.stored;
    return found.numbers;
  };
  expect(await readIn(await startingAt(1, 1n), 0)).toEqual([1, 2, 3]);
  const changed = await startingAt(10, 2n);
  expect(await readIn(changed, 1)).toEqual([4, 5, 6]);
  expect(await readIn(changed, 2)).toEqual([7, 8, 9]);
});
