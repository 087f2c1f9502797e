import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

/** The project's root folder, with a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

const skippedFolders = new Set([
  "node_modules",
  "dist",
  "generated",
  ".git",
  ".data",
  ".artifacts",
]);
const codeFolders = [
  "server",
  "publisher-kit",
  "widget",
  "vocabulary",
  "demo-chat",
  "local",
  "tests",
  "scripts",
];
const CODE = /\.(ts|tsx|mjs)$/;

/** A node of the syntax tree; what else it has depends on its type. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Source {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly program: Node;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** A field of a node that is a node itself. */
export function child(node: Node, field: string): Node | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** A field of a node that is a list of nodes; holes in it are left out. */
export function children(node: Node, field: string): Node[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** A field of a node that is a text, else an empty one. */
export function textOf(node: Node | null, field: string): string {
  const value = node?.[field];
  return typeof value === "string" ? value : "";
}

/** Every file below the root whose path passes, in order. */
export function listFiles(accept: (path: string) => boolean, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        return skippedFolders.has(entry.name) ? [] : listFiles(accept, path);
      }
      return entry.isFile() && accept(path) ? [path] : [];
    })
    .sort();
}

export function readText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Declarations describe what others made, in the form they made it. */
function isCode(path: string): boolean {
  return CODE.test(path) && !path.endsWith(".d.ts");
}

let parsed: readonly Source[] | null = null;

/** All of our code, parsed once for the rules of one test file. */
export function sources(): readonly Source[] {
  parsed ??= codeFolders.flatMap((folder) => listFiles(isCode, folder)).map(parse);
  return parsed;
}

/** Parses one file; also used by the rules' own tests, on text that breaks a rule. */
export function parseText(path: string, text: string): Source {
  const result = parseSync(path, text);
  const program: unknown = result.program;
  if (!isNode(program) || result.errors.length > 0) {
    throw new Error(`${path} cannot be parsed: ${result.errors[0]?.message}`);
  }
  return { path, text, program, comments: result.comments };
}

function parse(path: string): Source {
  return parseText(path, readText(path));
}

/** Visits a node and all below it, parents first; `false` from the visitor skips what is below. */
export function walk(
  node: Node,
  visit: (node: Node, parents: readonly Node[]) => unknown,
  parents: readonly Node[] = [],
): void {
  if (visit(node, parents) === false) return;
  const below = [...parents, node];
  for (const value of Object.values(node).flat()) {
    if (isNode(value)) walk(value, visit, below);
  }
}

/** The 1-based line of a position, for messages. */
export function lineOf(source: Source, position: number): number {
  return source.text.slice(0, position).split("\n").length;
}

/** `path:line what`, the form every violation is reported in. */
export function violation(source: Source, node: { readonly start: number }, what: string): string {
  return `${source.path}:${lineOf(source, node.start)} ${what}`;
}
