import { expect, test } from "vitest";
import { listFiles, readText } from "./source.ts";

/**
 * The project speaks of the product alone, not of the machine or the way it was written on. The
 * words are put together here, so that this file does not contain them.
 */
const forbidden: Readonly<Record<string, RegExp>> = {
  "a registry's host": new RegExp(`\\bregistry\\.${"(npmjs|yarnpkg|[a-z]+\\.(internal|local))"}`),
  "a path of one machine": new RegExp(`(^|[\\s"'\`(=])/${"work"}/`, "m"),
  "a word about the work": new RegExp(
    `\\b(${["sub" + "agent", "help" + "er"].join("|")})s?\\b`,
    "i",
  ),
};

const TEXT = /\.(ts|tsx|mjs|js|json|md|sql|css|html|svg|yml|yaml|txt|sh)$|^\.ci\/|(^|\/)\.npmrc$/;

function problems(path: string, text: string): string[] {
  return Object.entries(forbidden).flatMap(([what, pattern]) => {
    const match = pattern.exec(text);
    if (!match) return [];
    const line = text.slice(0, match.index).split("\n").length;
    return [`${path}:${line} ${what}: ${match[0].trim()}`];
  });
}

test("no file speaks of how or where the project was written", () => {
  const files = listFiles((path) => TEXT.test(path) && !path.endsWith("package-lock.json"));
  expect(files.flatMap((path) => problems(path, readText(path)))).toEqual([]);
});

test("lockfiles name no address, so that every registry can serve them", () => {
  const files = listFiles((path) => path.endsWith("package-lock.json"));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((path) => /"resolved": "https?:/.test(readText(path)))).toEqual([]);
});

test("the word rule itself finds what it forbids", () => {
  expect(problems("a.md", `see /${"work"}/main`)).toHaveLength(1);
  expect(problems("a.md", `a ${"sub" + "agent"} did it`)).toHaveLength(1);
  expect(problems("a.md", "network/working, helpful")).toEqual([]);
});
