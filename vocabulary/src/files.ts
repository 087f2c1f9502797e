import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTypes, type TypeLine } from "./read.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

let vocabulary: Vocabulary | undefined;

/** The vocabulary of all type files, compiled once in a process. */
export function sharedVocabulary(): Vocabulary {
  vocabulary ??= createVocabulary(linesOfFiles());
  return vocabulary;
}

/** The lines of all type files, read from the disk. */
export function linesOfFiles(folder = join(import.meta.dirname, "../types")): TypeLine[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .flatMap(
      (name) => readTypes(readFileSync(join(folder, name), "utf8"), name.replace(".txt", "")).lines,
    );
}
