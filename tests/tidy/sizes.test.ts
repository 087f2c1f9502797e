import { expect, test } from "vitest";
import { renderSqlConstants } from "../../server/src/render/sql-constants.ts";
import {
  child,
  children,
  lineOf,
  listFiles,
  type Node,
  parseText,
  readText,
  type Source,
  sources,
  textOf,
  violation,
  walk,
} from "./source.ts";

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;
const LINE_COLUMNS_MAX = 100;
const PARAMETERS_MAX = 4;
/** Non-blank lines of the publisher that people copy. */
const PUBLISHER_LINES_MAX = 300;

const functionTypes = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

/** Data written as code, which no reader walks through line by line. */
const longFiles: Readonly<Record<string, string>> = {};

/** The callback of `describe` only groups tests; each test in it is a function of its own. */
function isGroup(parent: Node | undefined): boolean {
  if (parent?.type !== "CallExpression") return false;
  let callee = child(parent, "callee");
  while (callee && callee.type !== "Identifier") {
    callee = child(callee, "callee") ?? child(callee, "object") ?? child(callee, "tag");
  }
  return textOf(callee, "name") === "describe";
}

function functionProblems(source: Source): string[] {
  const found: string[] = [];
  walk(source.program, (node, parents) => {
    if (!functionTypes.has(node.type)) return;
    const lines = lineOf(source, node.end) - lineOf(source, node.start) + 1;
    if (lines > FUNCTION_LINES_MAX && !isGroup(parents.at(-1))) {
      found.push(violation(source, node, `a function of ${lines} lines`));
    }
    const parameters = children(node, "params").length;
    if (parameters > PARAMETERS_MAX) {
      found.push(violation(source, node, `a function of ${parameters} parameters`));
    }
  });
  return found;
}

/** Statements that define a function, wherever they stand, with their lines. */
function sqlFunctionProblems(path: string, text: string): string[] {
  const found = [
    ...text.matchAll(/^create (?:or replace )?function (\w+)\([\s\S]*?\$\$[\s\S]*?\$\$.*;$/gm),
  ];
  const folder = /^migrations\/functions\/(\w+)\.sql$/.exec(path);
  if (folder === null) return found.map(([, name]) => `${path} defines the function ${name}`);
  const names = found.map(([, name]) => name);
  const problems = found.flatMap(([statement, name]) => {
    const lines = statement.split("\n").length;
    return lines > FUNCTION_LINES_MAX ? [`${path} has ${name} of ${lines} lines`] : [];
  });
  const isOne = names.length === 1 && names[0] === folder[1];
  return isOne ? problems : [...problems, `${path} defines ${names.join(", ") || "nothing"}`];
}

function shoutsKeyword(line: string): boolean {
  const code = line.replace(/--.*$/, "").replace(/'[^']*'/g, "");
  return /\b(SELECT|FROM|WHERE|CREATE|INSERT|UPDATE|DELETE|TABLE|INDEX|NULL|BEGIN|END)\b/.test(
    code,
  );
}

function lineProblems(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    // An address or an import cannot be broken.
    const isUnbreakable = /https?:\/\/|^\s*(import|export) .* from "/.test(line);
    if (line.length <= LINE_COLUMNS_MAX || isUnbreakable) return [];
    return [`${path}:${index + 1} a line of ${line.length} columns`];
  });
}

test("the publisher that people copy is short", () => {
  const lines = sources()
    .filter(({ path }) => path.startsWith("demo-chat/src/"))
    .flatMap(({ text }) => text.split("\n").filter((line) => line.trim() !== ""));
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.length).toBeLessThanOrEqual(PUBLISHER_LINES_MAX);
});

test("no file is longer than 400 lines", () => {
  const long = sources().flatMap(({ path, text }) => {
    const lines = text.trimEnd().split("\n").length;
    return lines > FILE_LINES_MAX && !(path in longFiles) ? [`${path} has ${lines} lines`] : [];
  });
  expect(long).toEqual([]);
});

test("no function is longer than 70 lines or takes more than 4 parameters", () => {
  expect(sources().flatMap(functionProblems)).toEqual([]);
});

test("no line of code or SQL is longer than 100 columns", () => {
  const sql = listFiles((path) => path.endsWith(".sql"), "migrations");
  const files = [...sources(), ...sql.map((path) => ({ path, text: readText(path) }))];
  expect(files.flatMap(({ path, text }) => lineProblems(path, text))).toEqual([]);
});

test("an SQL function is one file of its name and at most 70 lines, defined nowhere else", () => {
  const problems = listFiles((path) => path.endsWith(".sql"), "migrations").flatMap((path) =>
    sqlFunctionProblems(path, readText(path)),
  );
  expect(problems).toEqual([]);
});

test("SQL keywords are lower case", () => {
  const found = listFiles((path) => path.endsWith(".sql"), "migrations").flatMap((path) =>
    readText(path)
      .split("\n")
      .flatMap((line, index) => (shoutsKeyword(line) ? [`${path}:${index + 1} ${line}`] : [])),
  );
  expect(found).toEqual([]);
});

test("the SQL rules themselves find what they forbid", () => {
  const text = "create or replace function a() returns void as $$\nbegin\nend\n$$;\n";
  const long = text.replace("begin\n", `begin\n${"  perform 1;\n".repeat(70)}`);
  expect(sqlFunctionProblems("migrations/functions/a.sql", text)).toEqual([]);
  expect(sqlFunctionProblems("migrations/functions/a.sql", long)).toHaveLength(1);
  expect(sqlFunctionProblems("migrations/functions/b.sql", text)).toHaveLength(1);
  expect(sqlFunctionProblems("migrations/functions/a.sql", text + text)).toHaveLength(1);
  expect(sqlFunctionProblems("migrations/0001_a.sql", text)).toHaveLength(1);
  expect(shoutsKeyword("SELECT 1")).toBe(true);
  expect(shoutsKeyword("select 'SELECT' -- SELECT")).toBe(false);
});

test("the function rule itself finds what it forbids", () => {
  const long = `{\n${"f();\n".repeat(70)}}`;
  const check = (text: string) => functionProblems(parseText("a.ts", text));
  expect(check(`function a() ${long}`)).toHaveLength(1);
  expect(check(`const a = () => ${long};`)).toHaveLength(1);
  expect(check(`describe("a", () => ${long});`)).toEqual([]);
  expect(check(`describe.each([1])("a", () => ${long});`)).toEqual([]);
  expect(check("function a(b, c, d, e, f) {}")).toHaveLength(1);
});

test("SQL asks only for kinds and reasons that the contract has", () => {
  const known = Object.values(renderSqlConstants()).flatMap((text) =>
    [...text.matchAll(/function (\w+)|when '(\w+)'/g)].map(([, name, value]) => name ?? value),
  );
  const used = listFiles((path) => path.endsWith(".sql"), "migrations").flatMap((path) =>
    [...readText(path).matchAll(/\b(event_(?:kinds?|reason))\('(\w*)'\)/g)].flatMap((match) =>
      known.includes(match[1]) && known.includes(match[2]) ? [] : [`${path}: ${match[0]}`],
    ),
  );
  expect(used).toEqual([]);
});
