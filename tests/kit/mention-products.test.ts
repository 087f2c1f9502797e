import { expect, test } from "vitest";
import type { Size } from "../../publisher-kit/src/mention/net.ts";
import { seeded } from "../eval/search/noise.ts";
import { createProducts, type Products } from "../train/mention/products.ts";

const random = seeded(5);

function filled(products: Products, count: number): Float32Array {
  const array = products.zeros(count);
  for (const at of array.keys()) array[at] = random() * 2 - 1;
  return array;
}

/** By the definition, with `at` telling where a number of the left side stands. */
function expected(
  [to, left, right]: readonly [Float32Array, Float32Array, Float32Array],
  { rows, inner, columns }: Size,
  at: (row: number, one: number) => number,
): number[] {
  return Array.from(to, (start, place) => {
    const [row, column] = [Math.floor(place / columns), place % columns];
    if (row >= rows) return start;
    const products = Array.from(
      { length: inner },
      (_, one) => (left[at(row, one)] ?? 0) * (right[one * columns + column] ?? 0),
    );
    return products.reduce((sum, product) => sum + product, start);
  });
}

test.each([
  { rows: 1, inner: 1, columns: 16 },
  { rows: 3, inner: 5, columns: 48 },
  { rows: 7, inner: 48, columns: 96 },
  { rows: 0, inner: 4, columns: 16 },
])("vector instructions sum what the definition sums: $rows x $inner x $columns", async (size) => {
  const products = await createProducts();
  const { rows, inner, columns } = size;
  const [left, right] = [filled(products, rows * inner), filled(products, inner * columns)];
  for (const isOuter of [false, true]) {
    // A row more than is asked for stays as it is.
    const to = filled(products, (rows + 1) * columns);
    const at = (row: number, one: number) => (isOuter ? one * rows + row : row * inner + one);
    const sums = expected([to, left, right], size, at);
    if (isOuter) products.addOuter(to, left, right, size);
    else products.addProducts(to, left, right, size);
    for (const [place, sum] of sums.entries()) expect(to[place]).toBeCloseTo(sum, 4);
  }
});

test("arrays that are given back are zero when they are given again", async () => {
  const products = await createProducts();
  const lasting = products.zeros(5).fill(1);
  products.keep();
  const first = products.zeros(6).fill(2);
  products.release();
  const second = products.zeros(6);
  expect(second.byteOffset).toBe(first.byteOffset);
  expect([...second]).toEqual([0, 0, 0, 0, 0, 0]);
  expect([...lasting]).toEqual([1, 1, 1, 1, 1]);
});
