import { existsSync } from "node:fs";
import { posix } from "node:path";
import { child, children, type Node, root, type Source, textOf, walk } from "./source.ts";

export interface Import {
  readonly node: Node;
  readonly specifier: string;
  /** `import type`: gone at run time. */
  readonly isTypeOnly: boolean;
  /** Our file it means, from the root; null for packages. */
  readonly path: string | null;
  /** The npm package or `node:` module it means; null for our files. */
  readonly packageName: string | null;
}

/** Where our packages' names lead, longest first. */
const workspaces: readonly [name: string, folder: string, entry: string][] = [
  ["@placard/publisher-kit", "publisher-kit/src", "publisher-kit/src/index.ts"],
  ["@placard/server", "server", "server/src/main.ts"],
  ["@placard/widget", "widget/src", "widget/src/index.ts"],
];

/** All imports of a file: declarations, re-exports and `import()` of a constant. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  walk(source.program, (node) => {
    const specifier = textOf(child(node, "source"), "value");
    if (specifier === "" || !IMPORTING.has(node.type)) return;
    const kind = textOf(node, "importKind") || textOf(node, "exportKind");
    found.push({ node, specifier, isTypeOnly: kind === "type", ...resolve(source, specifier) });
  });
  return found;
}

const IMPORTING = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
]);

/** Whether a declaration only runs another file and takes nothing from it. */
export function isForEffect(node: Node): boolean {
  return node.type === "ImportDeclaration" && children(node, "specifiers").length === 0;
}

function resolve(source: Source, specifier: string): Pick<Import, "path" | "packageName"> {
  if (specifier.startsWith(".")) {
    return { path: posix.join(posix.dirname(source.path), specifier), packageName: null };
  }
  for (const [name, folder, entry] of workspaces) {
    if (specifier === name) return { path: entry, packageName: null };
    if (!specifier.startsWith(`${name}/`)) continue;
    const path = `${folder}/${specifier.slice(name.length + 1)}`;
    const candidates = [path, `${path}.ts`, `${path}/index.ts`];
    const file = candidates.find((candidate) => /\.\w+$/.test(candidate) && exists(candidate));
    return { path: file ?? path, packageName: null };
  }
  const parts = specifier.split("/");
  const packageName = specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
  return { path: null, packageName };
}

function exists(path: string): boolean {
  return existsSync(root + path);
}
