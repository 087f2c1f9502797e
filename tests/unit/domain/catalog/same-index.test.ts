import fc from "fast-check";
import { expect, test } from "vitest";
import { PRODUCT_SORTS } from "../../../../server/src/contract/resources/product.ts";
import {
  type Generation,
  openGeneration,
  packGeneration,
} from "../../../../server/src/domain/catalog/generation.ts";
import { createMemoryEngine } from "../../../../server/src/domain/catalog/index/memory-engine.ts";
import type { CatalogProduct } from "../../../../server/src/domain/catalog/product.ts";
import { createProductStore } from "../../../../server/src/domain/catalog/product-store.ts";
import { change, find, noPace, product } from "./support.ts";

/** Words close to one another, so that a slip of the keys has several repairs to choose from. */
const WORDS =
  "lamp lamps clamp camp damp ramp vamp tamp table cable tablet red bed desk disk wi-fi".split(" ");
const QUERIES = [
  ..."lamp laamp tabel disc red xamp cables".split(" "),
  "red lamp for desk",
  "wifi camp stmap",
  "",
];

const anyProduct = fc.record({
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
  text: fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }),
  brand: fc.option(fc.constantFrom("Acme", "Öhm"), { nil: null }),
  price: fc.integer({ min: 1, max: 3 }),
  isReduced: fc.boolean(),
});
const anyChange = fc.record({
  number: fc.integer({ min: 1, max: 15 }),
  to: fc.oneof(
    { weight: 3, arbitrary: anyProduct },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.constant("cheaper" as const) },
  ),
});

type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never;

function after(
  { number, to }: Change,
  before: CatalogProduct | undefined,
): CatalogProduct | null | undefined {
  if (to === "cheaper") {
    return before && { ...before, priceMicros: 500_000, compareAtMicros: 1_000_000 };
  }
  if (to === null) return before === undefined ? undefined : null;
  return product(number, {
    title: to.words.join(" "),
    description: to.text.join(" "),
    brand: to.brand,
    priceMicros: to.price * 1_000_000,
    compareAtMicros: to.isReduced ? 4_000_000 : null,
  });
}

function empty(): Generation {
  return { store: createProductStore(), engine: createMemoryEngine(), rev: 0n };
}

async function apply(generation: Generation, next: ReadonlyMap<number, CatalogProduct | null>) {
  const { store, engine } = generation;
  const changes = [...next].map(([number, item]) => ({ before: store.get(number), after: item }));
  for (const [number, item] of next) {
    if (item !== null) store.publish(store.write(item));
    else store.retire(product(number));
  }
  await change(engine, changes);
}

async function reopened(generation: Generation): Promise<Generation> {
  const buffer = await packGeneration(generation, noPace);
  return openGeneration(buffer, createMemoryEngine);
}

async function answers({ engine, store }: Generation): Promise<unknown> {
  const lists: unknown[] = [];
  for (const text of QUERIES) {
    for (const sort of PRODUCT_SORTS) {
      const numbers = await find(engine, text, { sort });
      lists.push([text, sort, numbers.map((number) => store.get(number))]);
    }
  }
  return lists;
}

/** What a round of changes does to the products there are. */
function stepsOf(changes: readonly Change[], current: Map<number, CatalogProduct>) {
  const next = new Map<number, CatalogProduct | null>();
  for (const step of changes) {
    const item = after(step, current.get(step.number));
    if (item !== undefined) next.set(step.number, item);
  }
  for (const [number, item] of next) {
    if (item === null) current.delete(number);
    else current.set(number, item);
  }
  return next;
}

async function rebuilt(current: ReadonlyMap<number, CatalogProduct>): Promise<Generation> {
  const generation = empty();
  const inOrder = [...current].toSorted(([left], [right]) => left - right);
  await apply(generation, new Map(inOrder));
  return generation;
}

test("rebuilt, followed or booted from a snapshot, an index gives the same lists", async () => {
  const rounds = fc.array(fc.array(anyChange, { maxLength: 12 }), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rounds, fc.nat(), async (history, seed) => {
      const followed = empty();
      let booted = empty();
      const current = new Map<number, CatalogProduct>();
      for (const [position, changes] of history.entries()) {
        const next = stepsOf(changes, current);
        await apply(followed, next);
        await apply(booted, next);
        if (position === seed % history.length) booted = await reopened(followed);
      }
      const expected = await answers(await rebuilt(current));
      expect(await answers(followed)).toEqual(expected);
      expect(await answers(booted)).toEqual(expected);
      expect(await answers(await reopened(booted))).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});
