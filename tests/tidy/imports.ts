import { readFileSync } from "node:fs";
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

/** Our packages that others import by name. */
const workspaces = ["publisher-kit", "server", "widget"].map((folder) => {
  const manifest = JSON.parse(readFileSync(`${root}${folder}/package.json`, "utf8"));
  return {
    folder,
    name: String(manifest.name),
    exports: Object.entries<string>(manifest.exports ?? {}),
  };
});

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
  const workspace = workspaces.find(
    ({ name }) => specifier === name || specifier.startsWith(`${name}/`),
  );
  if (workspace !== undefined) {
    return { path: exported(workspace, specifier), packageName: null };
  }
  const parts = specifier.split("/");
  const packageName = specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
  return { path: null, packageName };
}

/** The source behind a name that a package exports, such as `./messages/*`. */
function exported({ name, folder, exports }: (typeof workspaces)[number], specifier: string) {
  const wanted = `.${specifier.slice(name.length)}`;
  for (const [key, source] of exports) {
    const [start = "", end] = key.split("*");
    if (end === undefined ? wanted !== key : !wanted.startsWith(start)) continue;
    return posix.join(folder, source.replace("*", wanted.slice(start.length)));
  }
  return posix.join(folder, wanted);
}
