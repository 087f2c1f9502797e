import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { prepareFrames, prepareSet, TRAINING_SETS } from "./data.ts";
import { fitModel } from "./fit.ts";
import { moduleText, WEIGHTS } from "./write.ts";

/**
 * `npm run train -- mention [--into FILE]`: learns the scorer of mentions again, from the labelled
 * answers for tuning and from the frames beside this file, and writes the kit's module of weights.
 * Running it twice gives the same bytes.
 */
export async function trainMention(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...words], options: { into: { type: "string" } } });
  const { into = WEIGHTS } = values;
  const answers = TRAINING_SETS.flatMap((set) => prepareSet(set).candidates);
  const frames = prepareFrames().candidates;
  const model = fitModel(answers, frames);
  const text = moduleText(model);
  if (into instanceof URL) await mkdir(new URL(".", into), { recursive: true });
  await writeFile(into, text);
  const [yes, chosen] = [model.affirmed, model.decided].map(
    ({ steps }) => steps.filter((step) => step !== 0).length,
  );
  process.stdout.write(
    `${answers.length} named offers of answers, ${frames.length} of frames; ` +
      `${yes} and ${chosen} weights, ${text.length} characters\n`,
  );
  return 0;
}
