import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMemoryEngine } from "../../../../server/src/domain/catalog/index/memory-engine.ts";
import type { CatalogProduct } from "../../../../server/src/domain/catalog/product.ts";
import { anyProduct, toProduct } from "./any-product.ts";
import { change, engineOf, find, noPace, product, titled } from "./support.ts";

describe("changes", () => {
  test("a new price is seen without the product losing its place in the index", async () => {
    const before = product(1, { title: "Steel mug" });
    const engine = await engineOf([before, product(2, { title: "Hat" })]);
    const after = { ...before, priceMicros: 5_000_000, availability: "out_of_stock" as const };
    await change(engine, [{ before, after }]);
    expect(await find(engine, "mug", { filters: { maxPriceMicros: 6_000_000 } })).toEqual([1]);
    expect(await find(engine, "mug", { filters: { inStockOnly: true } })).toEqual([]);
    expect(engine.size()).toBe(2);
  });

  test("a new title is found and the old one is not", async () => {
    const before = product(1, { title: "Steel mug" });
    const engine = await engineOf([before]);
    await change(engine, [{ before, after: { ...before, title: "Copper bowl" } }]);
    expect(await find(engine, "steel mug")).toEqual([]);
    expect(await find(engine, "copper bowl")).toEqual([1]);
    expect(engine.size()).toBe(1);
  });

  test("a retired product is gone from every list", async () => {
    const gone = product(1, { title: "Steel mug" });
    const engine = await engineOf([gone, product(2, { title: "Steel pan" })]);
    await change(engine, [{ before: gone, after: null }]);
    expect(await find(engine, "steel")).toEqual([2]);
    expect(await find(engine, "")).toEqual([2]);
    expect(engine.size()).toBe(1);
  });

  test("a prepared change is invisible until it is committed", async () => {
    const engine = await engineOf(titled("Steel mug"));
    const commit = await engine.prepare(
      [{ before: null, after: product(2, { title: "Mug" }) }],
      noPace,
    );
    expect(await find(engine, "mug")).toEqual([1]);
    commit();
    expect((await find(engine, "mug")).toSorted()).toEqual([1, 2]);
  });

  test("an engine that went through changes answers like a fresh one", async () => {
    const step = fc.record({
      number: fc.integer({ min: 1, max: 12 }),
      fields: fc.option(anyProduct),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 14 }),
        async (rounds) => {
          const engine = createMemoryEngine();
          const current = new Map<number, CatalogProduct>();
          for (const round of rounds) {
            const latest = new Map(round.map(({ number, fields }) => [number, fields]));
            const changes = [...latest].map(([number, fields]) => ({
              before: current.get(number) ?? null,
              after: fields === null ? null : toProduct(fields, number),
            }));
            await change(engine, changes);
            for (const [number, fields] of latest) {
              if (fields === null) current.delete(number);
              else current.set(number, toProduct(fields, number));
            }
          }
          const fresh = await engineOf([...current.values()]);
          for (const text of ["mug", "red wool hat", "blue", ""]) {
            expect(await find(engine, text)).toEqual(await find(fresh, text));
          }
          expect(engine.size()).toBe(current.size);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("an engine whose products were mostly replaced asks to be built anew", async () => {
    const version = (word: string) =>
      Array.from({ length: 3_000 }, (_, index) =>
        product(index + 1, { title: `${word} ${index}` }),
      );
    let before = version("mug");
    const engine = await engineOf(before);
    expect(engine.isWorn()).toBe(false);
    for (const word of ["cup", "bowl"]) {
      const next = version(word);
      const old = before;
      await change(
        engine,
        next.map((after, index) => ({ before: old[index] ?? null, after })),
      );
      before = next;
    }
    expect(engine.isWorn()).toBe(true);
    expect(engine.size()).toBe(3_000);
  });
});
