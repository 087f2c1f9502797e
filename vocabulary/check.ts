import { readdirSync, readFileSync } from "node:fs";
import { faultsOf, readTypes, type TypeLine } from "./src/read.ts";

/** Prints every fault of the type files and a summary; exit status 1 when there is a fault. */
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
process.exitCode = faults.length === 0 ? 0 : 1;
