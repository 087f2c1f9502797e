import { readFile } from "node:fs/promises";
import type { Change } from "./copy.ts";

const TEXT = await readFile(new URL("../../../CONTRIBUTING.md", import.meta.url), "utf8");

interface Listed {
  /** Files that every change of this kind touches. */
  readonly needed: readonly string[];
  /** Files that it touches under a condition. */
  readonly allowed: readonly string[];
}

/** The files that a recipe's first table lists, with its placeholders filled in. */
export function listedFiles({ recipe, names }: Change): Listed {
  const start = TEXT.indexOf(`### ${recipe}\n`);
  if (start === -1) throw new Error(`CONTRIBUTING.md has no recipe "${recipe}".`);
  const lines = TEXT.slice(start).split("\n");
  const head = lines.findIndex((line) => line.startsWith("|---"));
  const end = lines.findIndex((line, index) => index > head && !line.startsWith("|"));
  const needed: string[] = [];
  const allowed: string[] = [];
  for (const row of lines.slice(head + 1, end)) {
    const [, files = "", what = ""] = row.split("|");
    const paths = [...files.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => filled(path, names));
    // What is generated follows from the rest; `npm run gen` writes it.
    if (what.includes("npm run gen")) continue;
    (/\b(only )?if\b/.test(what) ? allowed : needed).push(...paths);
  }
  return { needed, allowed };
}

function filled(path: string, names: Change["names"]): string {
  return path.replaceAll(/[A-Z][A-Z_]+(?=\W|$)/g, (word) => names[word] ?? word);
}
