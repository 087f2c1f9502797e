import { expect, test } from "vitest";
import { parseCsv } from "../../../../server/src/domain/brands/file.ts";

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

test.each([
  [
    "a,b\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\r\nc,d\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ['"a,b","c""d"\n', [["a,b", 'c"d']]],
  [",,\n", [["", "", ""]]],
  [
    'a,\n"",',
    [
      ["a", ""],
      ["", ""],
    ],
  ],
  ["\n\na\n\n", [["a"]]],
  ["", []],
  ["a b , c", [["a b ", " c"]]],
])("%j is read as %j", (text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});

test("a record is known by the line where it begins, also after line breaks in a cell", () => {
  expect(parseCsv('h\n"two\r\nlines"\n\nlast')).toEqual([
    { line: 1, cells: ["h"] },
    { line: 2, cells: ["two\r\nlines"] },
    { line: 5, cells: ["last"] },
  ]);
});

test.each([
  ['a\n"open', 2],
  ['x,"a"b', 1],
  ['a"b', 1],
  ['"a" ,b', 1],
])("%j is refused with its line", (text, line) => {
  expect(() => parseCsv(text)).toThrow(`Line ${line} has a quote`);
});

test("a long cell and many cells take time in proportion", () => {
  const started = performance.now();
  expect(parseCsv(`"${'""'.repeat(500_000)}"`)[0]?.cells[0]).toHaveLength(500_000);
  expect(parseCsv("a,".repeat(500_000))[0]?.cells).toHaveLength(500_001);
  expect(performance.now() - started).toBeLessThan(5_000);
});
