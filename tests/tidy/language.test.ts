import { expect, test } from "vitest";
import {
  child,
  type Node,
  parseText,
  type Source,
  sources,
  textOf,
  violation,
  walk,
} from "./source.ts";

/** Files that must break a language rule, each with its reason. */
const excepted: readonly { files: RegExp; rule: string; reason: string }[] = [
  {
    files: /(^|\/)(vite|vitest)\.config\.ts$/,
    rule: "default export",
    reason: "The builder loads its configuration by its default export.",
  },
  {
    files: /^server\/src\/contract\/money\.ts$/,
    rule: "as",
    reason: "The one place where a checked number becomes money; a brand has no other maker.",
  },
  {
    files: /^widget\/src\/(element|react)\.ts$/,
    rule: "namespace",
    reason: "The DOM and the frameworks list their elements in global types and JSX namespaces.",
  },
];

const rules: Readonly<Record<string, (node: Node) => boolean>> = {
  "default export": (node) => node.type === "ExportDefaultDeclaration",
  any: (node) => node.type === "TSAnyKeyword",
  "!": (node) => node.type === "TSNonNullExpression" || node.definite === true,
  enum: (node) => node.type === "TSEnumDeclaration",
  // `declare module "package"` adds to a package's types and has no effect at run time.
  namespace: (node) =>
    node.type === "TSModuleDeclaration" && child(node, "id")?.type === "Identifier",
  "parameter property": (node) => node.type === "TSParameterProperty",
  as: (node) =>
    node.type === "TSTypeAssertion" || (node.type === "TSAsExpression" && !isAsConst(node)),
};

function isAsConst(node: Node): boolean {
  const type = child(node, "typeAnnotation");
  return type !== null && textOf(child(type, "typeName"), "name") === "const";
}

function languageProblems(source: Source): string[] {
  const found: string[] = [];
  walk(source.program, (node) => {
    for (const [rule, breaks] of Object.entries(rules)) {
      const isExcepted = excepted.some(
        (item) => item.rule === rule && item.files.test(source.path),
      );
      if (breaks(node) && !isExcepted) found.push(violation(source, node, rule));
    }
  });
  return found;
}

/** A checker that is silenced needs a reason: `// biome-ignore rule: reason`. */
function commentProblems(source: Source): string[] {
  const withReason = /^\s*(biome-ignore(-\w+)?\s+\S+:\s+\S.{9,}|@ts-expect-error\s+\S.{9,})/;
  return source.comments.flatMap((comment) => {
    const isSilencer = /^\s*(biome-ignore|@ts-)/.test(comment.value);
    if (isSilencer && !withReason.test(comment.value)) {
      return [violation(source, comment, "a suppression without a reason")];
    }
    const isOpen = /\bFIXME\b|\bTODO\b(?!.*#\d)/.test(comment.value);
    return isOpen ? [violation(source, comment, "an open end without an issue number")] : [];
  });
}

test("code runs by erasing its types and hides nothing from the checker", () => {
  expect(sources().flatMap(languageProblems)).toEqual([]);
});

test("a suppression comment gives its reason, an open end its issue", () => {
  expect(sources().flatMap(commentProblems)).toEqual([]);
});

test.each([
  "export default 1;",
  "let a: any;",
  "const b = a!;",
  "class A { b!: string }",
  "enum A { B }",
  "namespace A { export const b = 1; }",
  "class A { constructor(private b: string) {} }",
  "const b = a as string;",
  "const b = a as unknown;",
])("the language rule itself finds %s", (text) => {
  expect(languageProblems(parseText("a.ts", text))).toHaveLength(1);
});

test.each(["const a = [1] as const;", "const a = {} satisfies object;", 'declare module "a" {}'])(
  "the language rule itself allows %s",
  (text) => {
    expect(languageProblems(parseText("a.ts", text))).toEqual([]);
  },
);

test("the comment rule itself finds what it forbids", () => {
  const check = (text: string) => commentProblems(parseText("a.ts", text));
  expect(check("// biome-ignore lint/a/b: x")).toHaveLength(1);
  expect(check("// @ts-ignore because I say so myself")).toHaveLength(1);
  expect(check("// biome-ignore lint/a/b: the library's types are wrong here")).toEqual([]);
  expect(check("// TODO later")).toHaveLength(1);
});
