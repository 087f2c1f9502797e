import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { encodeSteps, type LinearModel } from "../../publisher-kit/src/language/intent/model.ts";
import type { Prepared } from "./fit.ts";
import type { LearnOptions } from "./learn.ts";

/** What every labelled turn states about where it comes from. */
export interface Sourced {
  readonly label: 0 | 1;
  readonly source: string;
  readonly license: string;
}

/** A model with what it was learnt from. */
export interface Learnt {
  /** Its name in `npm run train -- NAME` and among the kit's generated modules. */
  readonly name: string;
  readonly model: LinearModel;
  readonly options: LearnOptions;
  readonly rows: readonly Sourced[];
  /** Checksums of the data and of what the features make of it. */
  readonly checksums: Readonly<Record<string, string>>;
}

/** The module of the kit that holds a model's weights. */
export const moduleOf = (name: string): URL =>
  new URL(`../../publisher-kit/src/language/intent/generated/${name}.ts`, import.meta.url);

/** Writes the module of weights: the same model and rows give the same bytes, on any day. */
export async function writeModule(learnt: Learnt, into: string | URL): Promise<void> {
  const text = moduleText(learnt);
  if (into instanceof URL) await mkdir(new URL(".", into), { recursive: true });
  await writeFile(into, text);
  process.stdout.write(`${learnt.rows.length} turns, ${text.length} characters\n`);
}

export function moduleText({ name, model, options, rows, checksums }: Learnt): string {
  const weights = encodeSteps(model.steps);
  const command = `npm run train -- ${name} --data DIR`;
  const provenance = {
    command,
    turns: rows.length,
    positive: rows.filter(({ label }) => label === 1).length,
    sources: countsOf(rows),
    options,
    ...checksums,
    weightsSha256: sha256(weights),
  };
  const { bias, threshold, scale } = model;
  const constant = name.toUpperCase();
  return `// Written by \`npm run train -- ${name}\`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const ${constant}_PROVENANCE = ${JSON.stringify(provenance, null, 2)} as const;

/** \`model.ts\` reads the weights. */
export const ${constant}_MODEL = {
  bias: ${bias},
  threshold: ${threshold},
  scale: ${scale},
  bits: ${options.bits},
  weights: "${weights}",
} as const;
`;
}

/** What lexicon and rules see in turns: weights fit them only as long as it stays the same. */
export const featuresSha256 = (turns: readonly Prepared[]): string =>
  sha256(turns.map(({ example }) => example.features.join(" ")).join("\n"));

export const sha256 = (content: Buffer | string): string =>
  createHash("sha256").update(content).digest("hex");

interface SourceCount {
  readonly source: string;
  readonly license: string;
  readonly turns: number;
  readonly positive: number;
}

function countsOf(rows: readonly Sourced[]): SourceCount[] {
  const names = [...new Set(rows.map(({ source }) => source))].sort();
  return names.map((source) => {
    const own = rows.filter((row) => row.source === source);
    const positive = own.filter(({ label }) => label === 1).length;
    return { source, license: own[0]?.license ?? "", turns: own.length, positive };
  });
}
