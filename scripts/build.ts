import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { PACKAGES, type PackageName, stagePackage } from "./publish/stage.ts";

/**
 * `npm run build [-- kit|widget]`: builds the packages that are published into `dist/publisher-kit`
 * and `dist/widget` and prints what is in them. `npm pack ./dist/widget` then makes the archive.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const SIZE_WIDTH = 10;

function isPackage(word: string): word is PackageName {
  return Object.hasOwn(PACKAGES, word);
}

async function printSizes(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const rows = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  let total = 0;
  process.stdout.write(`${column("bytes")}${column("brotli")}\n`);
  for (const path of rows.sort()) {
    const body = await readFile(path);
    total += body.length;
    const name = relative(folder, path);
    if (!name.endsWith(".js") && !name.endsWith(".css")) continue;
    const packed = brotliCompressSync(body).length;
    process.stdout.write(`${column(body.length)}${column(packed)}  ${name}\n`);
  }
  process.stdout.write(`${column(total)}${column("")}  ${rows.length} files in all\n`);
}

function column(value: string | number): string {
  return String(value).padStart(SIZE_WIDTH);
}

const words = process.argv.slice(2);
const unknown = words.find((word) => !isPackage(word));
if (unknown !== undefined) {
  const known = Object.keys(PACKAGES).join(", ");
  process.stderr.write(`No package is called ${unknown}; there are ${known}.\n`);
  process.exit(1);
}
const chosen = words.length > 0 ? words : Object.keys(PACKAGES);
for (const name of chosen.filter(isPackage)) {
  const folder = join(root, "dist", PACKAGES[name]);
  await stagePackage(name, folder);
  process.stdout.write(`\n${relative(root, folder)}\n`);
  await printSizes(folder);
}
