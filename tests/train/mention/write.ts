import { encodeSteps, type MentionModel } from "../../../publisher-kit/src/mention/scorer.ts";
import { answerBytes } from "../../eval/mention/score.ts";
import { sha256 } from "../intent/write.ts";
import { TRAINING_SETS } from "./data.ts";
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
  ...Object.fromEntries(TRAINING_SETS.map((set) => [set, sha256(answerBytes(set))])),
  frames: sha256(frameBytes()),
});

/** The text of the weights' module: the same model and answers give the same bytes, on any day. */
export function moduleText(model: MentionModel): string {
  const weights = encodeSteps(model);
  const lines = weights.match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
  const provenance = {
    command: "npm run train -- mention",
    license: "Apache-2.0",
    sources: sources(),
    options: OPTIONS,
    weightsSha256: sha256(weights),
  };
  const { affirmed, decided } = model;
  const scorer = ({ bias, threshold, scale }: MentionModel["affirmed"]): string =>
    JSON.stringify({ bias, threshold, scale });
  return `// Written by \`npm run train -- mention\`; do not edit.

/** What the weights were learnt from and how to learn them again. */
export const MENTION_PROVENANCE = ${JSON.stringify(provenance, null, 2)} as const;

/** scorer.ts reads the weights. Bias and threshold are log-odds, a step is \`scale\` of them. */
export const MENTION_MODEL = {
  affirmed: ${scorer(affirmed)},
  decided: ${scorer(decided)},
  weights: \`
${lines.join("\n")}
\`,
} as const;
`;
}
