import { expect, test } from "vitest";
import { importsOf } from "./imports.ts";
import {
  child,
  children,
  type Node,
  parseText,
  type Source,
  sources,
  textOf,
  violation,
  walk,
} from "./source.ts";

/** Programs that a person or npm starts: they read the environment and hand it on. */
const entryPoints = [
  /^server\/src\/[\w-]+\.ts$/,
  /^server\/src\/render\/write\.ts$/,
  /^demo-chat\/console\/start\.ts$/,
  /^local\/operator\.ts$/,
  /^scripts\//,
  /^tests\//,
  /\.config\.ts$/,
  /^publisher-kit\/src\/sidecar\/main\.ts$/,
];

const environmentFiles = [...entryPoints, /^server\/src\/core\/env\.ts$/];
/** One small file each for the clock: of the server, of the kit and of each browser program. */
const clockFiles = [...entryPoints, /^server\/src\/core\/clock\.ts$/, /\/(clock|now)\.ts$/];
const sqlFiles = [
  /^server\/src\/core\//,
  /^local\/postgres\/queries\.ts$/,
  /^server\/src\/domain\/[\w-]+\/([\w-]+\/)*([\w-]+-)?queries\.ts$/,
  /^server\/src\/domain\/[\w-]+\/queries\/[\w-]+\.ts$/,
  /^server\/src\/dialects\/[\w-]+\/queries\.ts$/,
  /^tests\//,
];

const SQL = new RegExp(
  "^\\s*(select\\s+[\\s\\S]*\\bfrom\\b|insert into\\s|update\\s+\\w+\\s+set\\b|delete from\\s" +
    "|with\\s+\\w+\\s+as\\s|(create|alter|drop)\\s+(table|index|database|role)\\s|lock table\\s)",
  "i",
);

function isIn(files: readonly RegExp[], source: Source): boolean {
  return files.some((pattern) => pattern.test(source.path));
}

function isMember(node: Node, object: string, property: string): boolean {
  return (
    node.type === "MemberExpression" &&
    textOf(child(node, "object"), "name") === object &&
    textOf(child(node, "property"), "name") === property
  );
}

function nodesWhere(source: Source, matches: (node: Node) => boolean): Node[] {
  const found: Node[] = [];
  walk(source.program, (node) => {
    if (matches(node)) found.push(node);
  });
  return found;
}

function environmentProblems(source: Source): string[] {
  const reads = nodesWhere(source, (node) => isMember(node, "process", "env"));
  const imported = importsOf(source)
    .filter((item) => item.specifier === "node:process")
    .map((item) => item.node);
  return [...reads, ...imported].map((node) => violation(source, node, "reads the environment"));
}

function readsClock(node: Node): boolean {
  if (isMember(node, "Date", "now")) return true;
  const isCall = node.type === "NewExpression" || node.type === "CallExpression";
  if (!isCall || textOf(child(node, "callee"), "name") !== "Date") return false;
  return node.type === "CallExpression" || children(node, "arguments").length === 0;
}

function clockProblems(source: Source): string[] {
  return nodesWhere(source, readsClock).map((node) => violation(source, node, "reads the clock"));
}

function sqlProblems(source: Source): string[] {
  const isSql = (node: Node) => {
    if (node.type === "Literal") return SQL.test(textOf(node, "value"));
    if (node.type !== "TemplateLiteral") return false;
    return SQL.test(source.text.slice(node.start + 1, node.end - 1));
  };
  return nodesWhere(source, isSql).map((node) => violation(source, node, "holds SQL"));
}

test("only core/env.ts and entry points read the environment", () => {
  const others = sources().filter((source) => !isIn(environmentFiles, source));
  expect(others.flatMap(environmentProblems)).toEqual([]);
});

test("only one small file of each program reads the clock", () => {
  const others = sources().filter((source) => !isIn(clockFiles, source));
  expect(others.flatMap(clockProblems)).toEqual([]);
});

test("SQL stands in queries.ts, in migrations and in core", () => {
  const others = sources().filter((source) => !isIn(sqlFiles, source));
  expect(others.flatMap(sqlProblems)).toEqual([]);
});

test("SQL names its columns", () => {
  const lazy = sources()
    .filter((source) => source.path.startsWith("server/"))
    .flatMap((source) =>
      nodesWhere(source, (node) => {
        const isText = node.type === "TemplateLiteral" || node.type === "Literal";
        return isText && /\bselect\s+(\w+\.)?\*/i.test(source.text.slice(node.start, node.end));
      }).map((node) => violation(source, node, "selects every column")),
    );
  expect(lazy).toEqual([]);
});

test("the access rules themselves find what they forbid", () => {
  const parse = (text: string) => parseText("a.ts", text);
  expect(environmentProblems(parse("const a = process.env.A;"))).toHaveLength(1);
  expect(environmentProblems(parse('import { env } from "node:process";'))).toHaveLength(1);
  expect(clockProblems(parse("Date.now(); new Date(); Date();"))).toHaveLength(3);
  expect(clockProblems(parse("new Date(0); performance.now();"))).toEqual([]);
  expect(sqlProblems(parse("const a = `select b from c`;"))).toHaveLength(1);
  expect(sqlProblems(parse('const a = "update a set b = 1";'))).toHaveLength(1);
  expect(sqlProblems(parse('const a = "Select a product";'))).toEqual([]);
});
