import { createHash } from "node:crypto";
import { encodeSteps, type IntentModel } from "../../../publisher-kit/src/language/intent/model.ts";
import { authoredBytes, authoredRows, dataBytes, type Row } from "./data.ts";
import { OPTIONS, type Prepared, prepare } from "./fit.ts";

/** The module of the kit that holds the weights. */
export const WEIGHTS = new URL(
  "../../../publisher-kit/src/language/intent/generated/weights.ts",
  import.meta.url,
);
/** No reader looks at it, and every line end costs a byte of the package. */
const LINE = 16_384;

interface SourceCount {
  readonly source: string;
  readonly license: string;
  readonly turns: number;
  readonly positive: number;
}

/** The text of the weights' module: the same model and rows give the same bytes, on any day. */
export function moduleText(model: IntentModel, rows: readonly Row[], data: string): string {
  const weights = encodeSteps(model.steps);
  const lines = weights.match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
  const provenance = {
    command: "npm run train -- intent --data DIR",
    turns: rows.length,
    positive: rows.filter(({ label }) => label === 1).length,
    sources: countsOf(rows),
    options: OPTIONS,
    authoredSha256: sha256(authoredBytes()),
    featuresSha256: featuresSha256(authoredRows().map(prepare)),
    dataSha256: sha256(dataBytes(data)),
    weightsSha256: sha256(weights),
  };
  const { bias, threshold, scale } = model;
  return `// Written by \`npm run train -- intent\`; do not edit.

/** What the weights were learnt from, under which licences, and how to learn them again. */
export const INTENT_PROVENANCE = ${JSON.stringify(provenance, null, 2)} as const;

/** One character a weight; model.ts reads them. Bias and threshold are in steps of \`scale\`. */
export const INTENT_MODEL = {
  bias: ${bias},
  threshold: ${threshold},
  scale: ${scale},
  weights: \`
${lines.join("\n")}
\`,
} as const;
`;
}

/** What lexicon and rules see in turns: weights fit them only as long as it stays the same. */
export function featuresSha256(turns: readonly Prepared[]): string {
  const seen = turns.map(({ example, isRefused }) => `${isRefused} ${example.features.join(" ")}`);
  return sha256(seen.join("\n"));
}

export const sha256 = (content: Buffer | string): string =>
  createHash("sha256").update(content).digest("hex");

function countsOf(rows: readonly Row[]): SourceCount[] {
  const names = [...new Set(rows.map(({ source }) => source))].sort();
  return names.map((source) => {
    const own = rows.filter((row) => row.source === source);
    const positive = own.filter(({ label }) => label === 1).length;
    return { source, license: own[0]?.license ?? "", turns: own.length, positive };
  });
}
