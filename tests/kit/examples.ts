import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const KIT = new URL("../../publisher-kit/", import.meta.url);
const SCRATCH = new URL("../.artifacts/examples/", import.meta.url);

/** The examples of one of the kit's pages, in order, such as `docs/koa.md`. */
export function examplesOf(
  page: string,
  language: "ts" | "js" | "python" | "yaml" = "ts",
): string[] {
  const text = readFileSync(new URL(page, KIT), "utf8");
  const blocks = text.matchAll(/```(\w+)\n([\s\S]*?)```/g);
  return [...blocks].flatMap(([, kind, code = ""]) => (kind === language ? [code] : []));
}

/**
 * Runs an example as it stands there. `places` says where its foreign packages lie here: versions
 * of one package side by side, or a module that stands for the reader's own.
 */
export async function runExample(
  code: string,
  name: string,
  places: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  if (code === "") throw new Error(`There is no example for ${name}.`);
  const placed = Object.entries(places).reduce(
    (text, [specifier, place]) => text.replaceAll(`from "${specifier}"`, `from "${place}"`),
    code,
  );
  return import(writeModule(placed, name));
}

/** Writes a module where examples can import it. **Shape** its address. */
export function writeModule(code: string, name: string): string {
  mkdirSync(SCRATCH, { recursive: true });
  const file = new URL(`${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.ts`, SCRATCH);
  writeFileSync(file, code);
  return file.pathname;
}
