import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { importsOf, isForEffect } from "./imports.ts";
import {
  child,
  children,
  type Node,
  parseText,
  root,
  type Source,
  sources,
  textOf,
  violation,
  walk,
} from "./source.ts";

const libraries = [/^server\/src\//, /^server\/pages\//, /^publisher-kit\/src\//, /^widget\/src\//];
/** Programs: running them is what they are for. */
const programs = [
  /^server\/src\/(serve|work|migrate|operator|pages)\.ts$/,
  /^server\/src\/wiring\/build-index\.ts$/,
  /^server\/src\/render\/write\.ts$/,
  /^server\/pages\/.*(main|entry)\.tsx?$/,
  /^widget\/src\/script\.ts$/,
  /^publisher-kit\/src\/sidecar\/main\.ts$/,
  /\.config\.ts$/,
];

/** What may stand at the top of a file: definitions, and values made without touching the world. */
const allowedStatements = new Set([
  "ImportDeclaration",
  "ExportAllDeclaration",
  "ExportNamedDeclaration",
  "ExportDefaultDeclaration",
  "FunctionDeclaration",
  "ClassDeclaration",
  "VariableDeclaration",
  "TSTypeAliasDeclaration",
  "TSInterfaceDeclaration",
  "TSDeclareFunction",
  "TSModuleDeclaration",
]);

/** Calls that reach outside the file, by name, where they run while the file loads. */
const effects = new Set([
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "fetch",
  "createServer",
  "createConnection",
  "connect",
  "listen",
  "spawn",
  "fork",
  "exec",
  "addEventListener",
  "writeFileSync",
  "querySelector",
  "getElementById",
  "createElement",
  "attachShadow",
]);

const functionTypes = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "MethodDefinition",
]);

function isLibrary(source: Source): boolean {
  const { path } = source;
  return libraries.some((files) => files.test(path)) && !programs.some((files) => files.test(path));
}

function statementProblems(source: Source): string[] {
  return children(source.program, "body").flatMap((statement) => {
    if (!allowedStatements.has(statement.type)) {
      return [violation(source, statement, `runs a ${statement.type} while it is imported`)];
    }
    return isForEffect(statement) && !/\.css$/.test(textOf(child(statement, "source"), "value"))
      ? [violation(source, statement, "imports a file only for its effect")]
      : [];
  });
}

/** Looks at what runs while the file loads: everything outside function bodies. */
function effectProblems(source: Source): string[] {
  const found: string[] = [];
  walk(source.program, (node) => {
    if (functionTypes.has(node.type)) return false;
    if (node.type === "AwaitExpression")
      found.push(violation(source, node, "waits while it loads"));
    if (node.type === "CallExpression") {
      const name = calleeName(node);
      if (effects.has(name)) found.push(violation(source, node, `calls ${name} while it loads`));
    }
    return true;
  });
  return found;
}

function calleeName(call: Node): string {
  const callee = child(call, "callee");
  if (callee?.type === "MemberExpression") return textOf(child(callee, "property"), "name");
  return textOf(callee, "name");
}

test("importing a file only defines things", () => {
  expect(sources().filter(isLibrary).flatMap(statementProblems)).toEqual([]);
});

test("nothing that runs while a file loads touches the world", () => {
  expect(sources().filter(isLibrary).flatMap(effectProblems)).toEqual([]);
});

test("importing every server and kit file opens no socket, timer or environment", async () => {
  const files = sources()
    .filter((source) => isLibrary(source) && /^(server|publisher-kit)\/src\//.test(source.path))
    .filter((source) => !importsOf(source).some((item) => item.specifier.endsWith(".tsx")))
    .map((source) => root + source.path)
    .filter((path) => path.endsWith(".ts"));
  const guard = `${root}tests/tidy/import-guard.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [guard, ...files], { cwd: "/" });
  expect(JSON.parse(stdout)).toEqual([]);
});

test("the import guard itself finds what it forbids", async () => {
  const guard = `${root}tests/tidy/import-guard.ts`;
  const bad = `${root}tests/tidy/fixtures/import-effects.mjs`;
  const { stdout } = await promisify(execFile)(process.execPath, [guard, bad], { cwd: "/" });
  expect(JSON.parse(stdout).map((line: string) => line.split(": ")[1])).toEqual([
    "reads the environment",
    "starts a timer",
    "opens a socket",
  ]);
});

test("the static rules themselves find what they forbid", () => {
  const parse = (text: string) => parseText("a.ts", text);
  expect(statementProblems(parse("f();"))).toHaveLength(1);
  expect(statementProblems(parse("if (a) b();"))).toHaveLength(1);
  expect(statementProblems(parse('import "./b.ts";'))).toHaveLength(1);
  expect(statementProblems(parse("export const a = z.object({});"))).toEqual([]);
  expect(effectProblems(parse("const a = setInterval(() => {}, 5);"))).toHaveLength(1);
  expect(effectProblems(parse("const a = await b();"))).toHaveLength(1);
  expect(effectProblems(parse("const a = () => setInterval(() => {}, 5);"))).toEqual([]);
});
