import type { MentionText } from "../../../publisher-kit/src/mention/scorer.ts";
import { sha256 } from "../intent/write.ts";
import { TRAINING_SETS, trainingBytes } from "./data.ts";
import { OPTIONS } from "./fit.ts";
import { frameBytes } from "./frames.ts";

/** The module of the kit that holds the weights. */
export const WEIGHTS = new URL(
  "../../../publisher-kit/src/mention/generated/weights.ts",
  import.meta.url,
);
const LINE = 96;

/** What a model was learnt from, by checksum. */
export const sources = (): Record<string, string> => ({
  ...Object.fromEntries(TRAINING_SETS.map((set) => [set, sha256(trainingBytes(set))])),
  frames: sha256(frameBytes()),
});

/** The text of the weights' module: the same model and answers give the same bytes, on any day. */
export function moduleText(text: MentionText): string {
  const { affirmed, decided, thresholds, weights, words, numbers } = text;
  const provenance = {
    command: "npm run train -- mention",
    license: "Apache-2.0",
    sources: sources(),
    options: OPTIONS,
    weightsSha256: sha256([weights, words, numbers].join(" ")),
  };
  return `// Written by \`npm run train -- mention\`; do not edit.

/** What the weights were learnt from and how to learn them again. */
export const MENTION_PROVENANCE = ${JSON.stringify(provenance, null, 2)} as const;

/** scorer.ts reads them. Biases and thresholds are log-odds, a step is \`scale\` of them. */
export const MENTION_MODEL = {
  affirmed: ${JSON.stringify(affirmed)},
  decided: ${JSON.stringify(decided)},
  thresholds: ${JSON.stringify(thresholds)},
  classes: ${JSON.stringify(text.classes)},
  zones: ${JSON.stringify(text.zones)},
  weights: \`\n${wrapped(weights)}\n\`,
  words: \`\n${wrapped(words)}\n\`,
  numbers: \`\n${wrapped(numbers)}\n\`,
} as const;
`;
}

const wrapped = (text: string): string =>
  (text.match(new RegExp(`.{1,${LINE}}`, "g")) ?? []).join("\n");
