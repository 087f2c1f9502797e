import { posix } from "node:path";
import { expect, test } from "vitest";
import { child, children, type Node, parseText, type Source, sources, textOf } from "./source.ts";

const ROOMS = /^server\/src\/(core|contract)\//;
const FACE = /^server\/src\/domain\/[\w-]+\/index\.ts$/;

interface Exported {
  readonly name: string;
  readonly node: Node;
}

/** The functions a file exports, those in constants included. */
function functionsOf({ program }: Source): Exported[] {
  return children(program, "body").flatMap((node) => {
    const declared = node.type === "ExportNamedDeclaration" ? child(node, "declaration") : null;
    if (declared === null) return [];
    if (/^(TSDeclare)?Function(Declaration)?$/.test(declared.type)) {
      return [{ name: textOf(child(declared, "id"), "name"), node }];
    }
    return children(declared, "declarations")
      .filter((one) => child(one, "init")?.type === "ArrowFunctionExpression")
      .map((one) => ({ name: textOf(child(one, "id"), "name"), node }));
  });
}

/** Whether a comment that begins with two stars ends where the export begins. */
function isDocumented({ comments, text }: Source, node: Node): boolean {
  return comments.some(({ value, start }) => {
    const end = start + value.length + "/**/".length;
    return value.startsWith("*") && end <= node.start && text.slice(end, node.start).trim() === "";
  });
}

/** The names that a public face re-exports, by the file they come from. */
function reexportsOf({ path, program }: Source): { name: string; path: string }[] {
  return children(program, "body").flatMap((node) => {
    const from = textOf(child(node, "source"), "value");
    if (node.type !== "ExportNamedDeclaration" || from === "") return [];
    const source = posix.join(posix.dirname(path), from);
    return children(node, "specifiers").map((one) => ({
      name: textOf(child(one, "local"), "name"),
      path: source,
    }));
  });
}

function undocumented(all: readonly Source[]): string[] {
  const files = new Map(all.map((source) => [source.path, source]));
  const own = all
    .filter(({ path }) => ROOMS.test(path) || FACE.test(path))
    .flatMap((source) => functionsOf(source).map((one) => ({ source, ...one })));
  const others = all
    .filter(({ path }) => FACE.test(path))
    .flatMap(reexportsOf)
    .flatMap(({ name, path }) => {
      const source = files.get(path);
      if (source === undefined) return [];
      return functionsOf(source)
        .filter((one) => one.name === name)
        .map((one) => ({ source, ...one }));
    });
  // Of overloads the first says it for all.
  const said = new Set<string>();
  return [...own, ...others].flatMap(({ source, name, node }) => {
    const key = `${source.path} ${name}`;
    if (said.has(key)) return [];
    if (isDocumented(source, node)) said.add(key);
    return said.has(key) ? [] : [key];
  });
}

test("every exported function of core, contract and a domain's face is documented", () => {
  expect([...new Set(undocumented(sources()))]).toEqual([]);
});

test("the rule itself finds an export without a comment", () => {
  const core = (text: string) => undocumented([parseText("server/src/core/a.ts", text)]);
  expect(core("export function a() {}")).toEqual(["server/src/core/a.ts a"]);
  expect(core("// Not such a comment.\nexport const a = () => 1;")).toHaveLength(1);
  expect(core("/** Says what. */\nexport function a() {}")).toEqual([]);
  const face = parseText("server/src/domain/x/index.ts", 'export { b } from "./b.ts";');
  const behind = parseText("server/src/domain/x/b.ts", "export function b() {}");
  expect(undocumented([face, behind])).toEqual(["server/src/domain/x/b.ts b"]);
});
