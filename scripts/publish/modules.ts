import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A relative address in quotes, as modules and declarations name each other. */
const RELATIVE = /(["'])(\.{1,2}\/[^"'\n]+?)\.(?:ts|tsx|js)\1/g;

/** What stands before the address of a module. */
const IMPORTING = /\b(?:from|import) ?\(?$/;

export interface ModuleCopy {
  readonly from: string;
  readonly to: string;
  /** Of the files, such as `.d.ts`. */
  readonly extension: ".js" | ".d.ts";
  /** What stands for a module of another package, by its name: a file under `to`. */
  readonly replaced?: Readonly<Record<string, string>>;
}

/**
 * Copies these modules and all they lead to, so that nothing ships that no export needs. The names
 * they call each other by end in `.js`, which is what every compiler and every Node finds.
 *
 * **Shape** entries: paths below `from`, without extension.
 * **Errors** throws for a module that is not there.
 */
export async function copyModules(entries: readonly string[], copy: ModuleCopy): Promise<void> {
  const open = [...entries];
  const done = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (done.has(name)) continue;
    done.add(name);
    const text = await readFile(join(copy.from, `${name}${copy.extension}`), "utf8");
    for (const { 2: target = "", index } of text.matchAll(RELATIVE)) {
      const found = join(dirname(name), target);
      if (existsSync(join(copy.from, `${found}${copy.extension}`))) open.push(found);
      // A sentence of a comment may look like an address; what imports one is no sentence.
      else if (IMPORTING.test(text.slice(0, index)))
        throw new Error(`${name} imports ${target}, which is not in ${copy.from}.`);
    }
    await write(join(copy.to, `${name}${copy.extension}`), renamed(text, name, copy));
  }
}

function renamed(text: string, name: string, { replaced = {} }: ModuleCopy): string {
  let result = text.replace(RELATIVE, "$1$2.js$1");
  const up = "../".repeat(name.split("/").length - 1) || "./";
  for (const [module, file] of Object.entries(replaced)) {
    result = result.replaceAll(`"${module}"`, `"${up}${file}"`);
  }
  return result;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
