import { readFileSync } from "node:fs";
import { join } from "node:path";
import { linesOfFiles } from "@placard/vocabulary/files";
import { categoryName, titleCase } from "./names.ts";
import type { Color, Department, Option, ProductType } from "./types.ts";

type DepartmentRow = Omit<Department, "brands" | "lines" | "types"> & { lines: string };

/** The vocabulary's name and parent of a type. */
type Word = { name: string; parent: string };

let loaded: readonly Department[] | undefined;

/**
 * All departments of the demo catalogue, read once from the data files beside this one. The order
 * of departments and of their types is part of what a seed means: appending a type changes every
 * product, so ids of old pictures change meaning.
 */
export function departments(): readonly Department[] {
  loaded ??= load();
  return loaded;
}

function load(): Department[] {
  const brands = rowsOf("brands.csv");
  const lines = new Map(rowsOf("lines.csv").map(([style = "", words = ""]) => [style, words]));
  const palettes = Map.groupBy(rowsOf("colors.csv"), ([palette = ""]) => palette);
  const colorsOf = (palette: string): Color[] =>
    (palettes.get(palette) ?? []).map(([, name = "", hex = ""]) => [name, hex]);
  const words = new Map(
    linesOfFiles().map(({ id, names, parent }) => [id, { name: names[0]?.text ?? id, parent }]),
  );
  return recordsOf<DepartmentRow>("departments.jsonl").map((row) => ({
    ...row,
    brands: brands.flatMap(([name = "", keys = ""]) =>
      keys.split(" ").includes(row.key) ? [name] : [],
    ),
    lines: (lines.get(row.lines) ?? "").split(" "),
    types: linesOf(`departments/${row.key}.txt`).map((line) => typeOf(line, words, colorsOf)),
  }));
}

/** Reads `type [= Noun] | price | sizes | kinds | palette | picture | facts`. */
function typeOf(
  line: string,
  words: ReadonlyMap<string, Word>,
  colorsOf: (palette: string) => Color[],
): ProductType {
  const [what = "", price = "", sizes = "", kinds = "", palette = "", picture = "", facts = ""] =
    line.split(" | ");
  const [type = "", ownNoun] = what.split(" = ");
  const noun = ownNoun ?? titleCase(words.get(type)?.name ?? type);
  const [low = 0, high = 0] = price.split("-").map(Number);
  return {
    type,
    noun,
    path: [...pathOf(words.get(type)?.parent ?? "", words), noun].map(categoryName),
    picture,
    priceUsd: [low, high],
    sizes: optionsOf(sizes),
    kinds: optionsOf(kinds),
    colors: colorsOf(palette),
    facts: facts.split(" / "),
  };
}

/** The names of a type and of what it is a kind of, widest first, without the root. */
function pathOf(type: string, words: ReadonlyMap<string, Word>): string[] {
  const word = words.get(type);
  if (word === undefined || word.parent === "") return [];
  return [...pathOf(word.parent, words), word.name];
}

/** Options such as `128 GB, 256 GB*1.15`; `-` is an option without a label. */
function optionsOf(list: string): Option[] {
  return list.split(", ").map((option) => {
    const [label = "", factor = "1"] = option.split("*");
    return [label === "-" ? "" : label, Number(factor)];
  });
}

function linesOf(file: string): string[] {
  return readFileSync(join(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n");
}

/** The records of a JSON Lines file; they are ours, and the tests check them. */
function recordsOf<Row>(file: string): Row[] {
  return linesOf(file).map((line) => JSON.parse(line));
}

/** The rows of a CSV file below its header; no field has a comma. */
function rowsOf(file: string): string[][] {
  return linesOf(file)
    .slice(1)
    .map((line) => line.split(","));
}
