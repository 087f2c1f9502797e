import fc from "fast-check";
import { expect, test } from "vitest";
import { LINE_BYTES_MAX, readLines } from "../../../../server/src/domain/catalog/feed/lines.ts";

async function linesOf(chunks: Uint8Array[]) {
  async function* source() {
    yield* chunks;
  }
  const lines: { line: number; text: string | null }[] = [];
  for await (const line of readLines(source())) lines.push(line);
  return lines;
}

test("lines are the same however the bytes arrive", async () => {
  const text = "eins\nzwei ü 漢\r\n\n  \nfünf";
  const bytes = Buffer.from(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length })), async (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const chunks = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
      expect(await linesOf(chunks)).toEqual([
        { line: 1, text: "eins" },
        { line: 2, text: "zwei ü 漢" },
        { line: 5, text: "fünf" },
      ]);
    }),
    { numRuns: 50 },
  );
});

test("a line above the limit is named, and the next one is read", async () => {
  const long = "x".repeat(LINE_BYTES_MAX + 1);
  const fits = "y".repeat(LINE_BYTES_MAX);
  expect(await linesOf([Buffer.from(`${long}\n${fits}\nz\n`)])).toEqual([
    { line: 1, text: null },
    { line: 2, text: fits },
    { line: 3, text: "z" },
  ]);
});

test("a byte order mark is no part of the first line", async () => {
  expect(await linesOf([Buffer.from("\ufeff{}\n")])).toEqual([{ line: 1, text: "{}" }]);
});
