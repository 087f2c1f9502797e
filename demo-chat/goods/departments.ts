import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Color, Department, ProductType } from "./types.ts";

type DepartmentRow = Omit<Department, "brands" | "lines" | "types"> & { lines: string };
type TypeRow = Omit<ProductType, "colors"> & { colors: string };

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
  return recordsOf<DepartmentRow>("departments.jsonl").map((row) => ({
    ...row,
    brands: brands.flatMap(([name = "", keys = ""]) =>
      keys.split(" ").includes(row.key) ? [name] : [],
    ),
    lines: (lines.get(row.lines) ?? "").split(" "),
    types: recordsOf<TypeRow>(`departments/${row.key}.jsonl`).map((type) => ({
      ...type,
      colors: colorsOf(type.colors),
    })),
  }));
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
