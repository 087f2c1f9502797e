import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Generation,
  openGeneration,
  packGeneration,
} from "../../../../server/src/domain/catalog/generation.ts";
import { createMemoryEngine } from "../../../../server/src/domain/catalog/index/memory-engine.ts";
import { createProductStore } from "../../../../server/src/domain/catalog/product-store.ts";
import { NumberMap } from "../../../../server/src/domain/catalog/snapshot/number-map.ts";
import {
  createPartsWriter,
  openParts,
  SnapshotError,
} from "../../../../server/src/domain/catalog/snapshot/parts.ts";
import { TextTable } from "../../../../server/src/domain/catalog/snapshot/texts.ts";
import { change, find, noPace, product, titled } from "./support.ts";

async function generationOf(...titles: string[]): Promise<Generation> {
  const generation = { store: createProductStore(), engine: createMemoryEngine(), rev: 7n };
  const products = titled(...titles);
  for (const item of products) generation.store.publish(generation.store.write(item));
  await change(
    generation.engine,
    products.map((after) => ({ before: null, after })),
  );
  return generation;
}

function packed(generation: Generation): Promise<ArrayBuffer> {
  return packGeneration(generation, noPace);
}

/** Through a buffer of its own, as a process that boots gets it. */
async function reopened(generation: Generation): Promise<Generation> {
  return openGeneration((await packed(generation)).slice(0), createMemoryEngine);
}

describe("a packed generation", () => {
  test("opens with its revision, its products, its links and its lists", async () => {
    const generation = await generationOf("Red mug", "Blue mug", "Cotton hat");
    generation.store.retire(product(9, { link: "https://shop.test/gone" }));
    const { store, engine, rev } = await reopened(generation);
    expect(rev).toBe(7n);
    expect(store.get(2)).toEqual(generation.store.get(2));
    expect(store.getById("p-0003")?.title).toBe("Cotton hat");
    expect([store.get(9), store.linkOf(9), store.size()]).toEqual([
      null,
      "https://shop.test/gone",
      3,
    ]);
    expect(await find(engine, "blue mug")).toEqual(await find(generation.engine, "blue mug"));
    expect(engine.size()).toBe(3);
  });

  test("goes on with changes and can be packed again, the first one untouched", async () => {
    const first = await generationOf("Red mug", "Blue mug");
    const second = await reopened(first);
    const before = second.store.get(1);
    const after = product(3, { title: "Red bowl", brand: "Öhm", category: ["Kitchen"] });
    second.store.publish(second.store.write(after));
    second.store.retire(product(1));
    await change(second.engine, [
      { before, after: null },
      { before: null, after },
    ]);
    const third = await reopened(second);
    for (const { engine, store } of [second, third]) {
      expect(await find(engine, "red")).toEqual([3]);
      expect(await find(engine, "", { filters: { brand: "ohm", category: "kitchen" } })).toEqual([
        3,
      ]);
      expect([store.size(), store.get(1), store.get(3)]).toEqual([2, null, after]);
    }
    expect(await find(first.engine, "red")).toEqual([1]);
  });

  test("is refused when it is cut off, of another layout or not one at all", async () => {
    const buffer = await packed(await generationOf("Red mug"));
    const open = (bytes: ArrayBuffer) => () => openGeneration(bytes, createMemoryEngine);
    expect(open(buffer.slice(0, buffer.byteLength - 8))).toThrow(SnapshotError);
    expect(open(new ArrayBuffer(4))).toThrow(SnapshotError);
    expect(open(new ArrayBuffer(64))).toThrow(SnapshotError);
    const writer = createPartsWriter();
    writer.fact("rev", "1");
    expect(open(await writer.finish(noPace))).toThrow(SnapshotError);
  });
});

test("a part comes back as it was, and only under its name and kind", async () => {
  const writer = createPartsWriter();
  writer.numbers("small", new Uint8Array([1, 2, 3]));
  writer.numbers("large", new Float64Array([0.5, -1]));
  writer.fact("names", ["a", "b"]);
  const parts = openParts(await writer.finish(noPace));
  expect([...parts.numbers("small", Uint8Array)]).toEqual([1, 2, 3]);
  expect([...parts.numbers("large", Float64Array)]).toEqual([0.5, -1]);
  expect(parts.texts("names")).toEqual(["a", "b"]);
  expect(() => parts.numbers("small", Uint32Array)).toThrow(SnapshotError);
  expect(() => parts.numbers("other", Uint8Array)).toThrow(SnapshotError);
  expect(() => parts.count("names")).toThrow(SnapshotError);
});

test("a table of texts answers like a Map, before and after it was packed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "grapheme", maxLength: 4 })), async (texts) => {
      const known = new Map<string, number>();
      const table = new TextTable();
      const half = Math.floor(texts.length / 2);
      const intern = (target: TextTable, text: string) => {
        const number = known.get(text) ?? known.size;
        known.set(text, number);
        expect(target.intern(text)).toBe(number);
      };
      for (const text of texts.slice(0, half)) intern(table, text);
      const writer = createPartsWriter();
      table.pack(writer, "texts");
      const parts = openParts(await writer.finish(noPace));
      const opened = new TextTable({ parts, name: "texts" });
      for (const text of texts.slice(half)) intern(opened, text);
      for (const [text, number] of known) {
        expect([opened.find(text), opened.textOf(number)]).toEqual([number, text]);
      }
      expect([opened.size, opened.find("never there")]).toEqual([known.size, -1]);
      for (const [left, leftNumber] of known) {
        for (const [right, rightNumber] of known) {
          expect(opened.isBefore(leftNumber, rightNumber)).toBe(left < right);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test("a table of texts finds every one of many, whatever their hashes", () => {
  const table = new TextTable();
  for (let number = 0; number < 20_000; number += 1) table.intern(`word-${number}`);
  for (let number = 0; number < 20_000; number += 1) {
    if (table.find(`word-${number}`) !== number) throw new Error(`word-${number} is lost`);
  }
});

test("a map of numbers answers like a Map, before and after it was packed", async () => {
  const key = fc.oneof(
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: 0, max: 40 }).map((low) => low + 2 ** 40),
  );
  const step = fc.record({ key, value: fc.option(fc.integer({ min: 0, max: 2 ** 31 - 1 })) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 2_000 }), async (steps) => {
      const expected = new Map<number, number>();
      let map = new NumberMap();
      for (const [position, { key, value }] of steps.entries()) {
        if (position === Math.floor(steps.length / 2)) {
          const writer = createPartsWriter();
          map.pack(writer, "map");
          map = new NumberMap({ parts: openParts(await writer.finish(noPace)), name: "map" });
        }
        if (value === null) {
          map.delete(key);
          expected.delete(key);
        } else {
          map.set(key, value);
          expected.set(key, value);
        }
      }
      for (const { key } of steps) expect(map.get(key)).toBe(expected.get(key) ?? -1);
    }),
    { numRuns: 50 },
  );
});
