import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const CASES = 78;
const root = new URL("../../../", import.meta.url);
const page = readFileSync(new URL("server/docs/security.md", root), "utf8");
const rows = [...page.matchAll(/^\| (\d+) \| (.+) \| (.+) \| `(tests\/[^`]+)`: (.+) \|$/gm)];

test("the table of adversarial cases has each of them once", () => {
  const numbers = rows.map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: CASES }, (_, index) => index + 1));
});

test("each case names a test that exists", () => {
  const missing = rows.filter(([, , , , path = "", name = ""]) => {
    const file = new URL(path, root);
    return !existsSync(file) || !readFileSync(file, "utf8").includes(name);
  });
  expect(missing.map(([row]) => row)).toEqual([]);
});
