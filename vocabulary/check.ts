import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { cluesOfCategory } from "./src/category-clues.ts";
import { createVocabulary } from "./src/index.ts";
import { faultsOf, readTypes, type TypeLine } from "./src/read.ts";

/**
 * Prints every fault of the type files and a summary; exit status 1 when there is a fault.
 * `--data DIR` adds the share of category paths in the feeds of DIR that name a type, and with
 * `--misses` the other paths.
 */
const { values } = parseArgs({
  options: { data: { type: "string" }, misses: { type: "boolean", default: false } },
});
const folder = new URL("types/", import.meta.url);
const lines: TypeLine[] = [];
const faults: string[] = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
  const read = readTypes(readFileSync(new URL(file, folder), "utf8"), file.replace(".txt", ""));
  lines.push(...read.lines);
  faults.push(...read.faults.map((fault) => `${file}:${fault}`));
}
faults.push(...faultsOf(lines));
for (const fault of faults) console.error(fault);
const names = lines.reduce((sum, { names: all }) => sum + all.length, 0);
console.log(`${lines.length} types, ${names} names, ${faults.length} faults`);
if (values.data !== undefined) printPaths(values.data);
process.exitCode = faults.length === 0 ? 0 : 1;

function printPaths(data: string): void {
  const paths = new Set<string>();
  for (const file of readdirSync(data).filter((name) => /^feed-.*\.jsonl\.gz$/.test(name))) {
    for (const line of gunzipSync(readFileSync(`${data}/${file}`))
      .toString()
      .split("\n")) {
      const category: string[] = line === "" ? [] : (JSON.parse(line).category ?? []);
      if (category.length > 0) paths.add(category.join("\n"));
    }
  }
  const vocabulary = createVocabulary(lines);
  const missed = [...paths].filter((path) =>
    cluesOfCategory(vocabulary, path.split("\n")).every(({ type }) => type === null),
  );
  const share = (100 * (1 - missed.length / paths.size)).toFixed(1);
  console.log(`${paths.size} category paths, ${share} % name a type`);
  if (values.misses) for (const path of missed) console.log(`  ${path.replaceAll("\n", " > ")}`);
}
