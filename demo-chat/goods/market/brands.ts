import { readFile } from "node:fs/promises";

/** Invented brands for the public catalogue, in the form of `operator brands import`. */
export function readDemoBrands(): Promise<string> {
  return readFile(new URL("./brands.jsonl", import.meta.url), "utf8");
}
