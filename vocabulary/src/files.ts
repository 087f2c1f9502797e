import { readdirSync, readFileSync } from "node:fs";
import { readTypes, type TypeLine } from "./read.ts";

/** The lines of all type files, read from the disk. */
export function linesOfFiles(folder = new URL("../types/", import.meta.url)): TypeLine[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .flatMap(
      (name) =>
        readTypes(readFileSync(new URL(name, folder), "utf8"), name.replace(".txt", "")).lines,
    );
}
