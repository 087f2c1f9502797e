import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import {
  type Candidate,
  candidatesOf,
  FOLDS,
  type Prepared,
  prepareSet,
  TRAINING_SETS,
} from "./data.ts";
import { type Scored, thresholdsOf } from "./fit.ts";
import { linesOf } from "./report.ts";
import { moduleText, WEIGHTS } from "./write.ts";

const scorerSchema = z.object({ bias: z.number(), scale: z.number() });
const marginsSchema = z.object({ affirmed: z.number(), decided: z.number() });
const learntSchema = z.object({
  text: z.object({
    affirmed: scorerSchema,
    decided: scorerSchema,
    weights: z.string(),
    words: z.string(),
    classes: z.string(),
    zones: z.string(),
    numbers: z.string(),
  }),
  margins: z.array(marginsSchema),
});
type Learnt = z.infer<typeof learntSchema>;

/** Models learnt at the same time. */
const THREADS = 2;

/**
 * `npm run train -- mention [--into FILE]`: learns how mentions are read again, from the labelled
 * answers but `held` and `fresh` and from the frames beside this file, writes the kit's module of
 * weights, and says how models read the answers of hands they had not seen. Running it twice gives
 * the same bytes. It takes a while: four models are learnt, three of them only to choose the
 * thresholds.
 */
export async function trainMention(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...words], options: { into: { type: "string" } } });
  const { into = WEIGHTS } = values;
  const [whole, ...folds] = await learnAll();
  if (whole === undefined) throw new Error("No model was learnt.");
  const { answers } = candidatesOf();
  const scored = folds.flatMap(({ margins }, fold) => scoredOf(answers, fold, margins));
  const thresholds = thresholdsOf(scored);
  const text = moduleText({ ...whole.text, thresholds });
  if (into instanceof URL) await mkdir(new URL(".", into), { recursive: true });
  await writeFile(into, text);
  const missed = new Map<string, Prepared["missed"]>(
    TRAINING_SETS.map((set) => [set, prepareSet(set).missed]),
  );
  process.stdout.write(`${linesOf(scored, thresholds, missed).join("\n")}\n`);
  process.stdout.write(`${answers.length} named offers, ${text.length} characters\n`);
  return 0;
}

/** The model of everything, then those that leave a fold out. */
async function learnAll(): Promise<Learnt[]> {
  const wanted = [FOLDS, ...Array.from({ length: FOLDS }, (_, fold) => fold)];
  const learnt: Learnt[] = [];
  const next = wanted.entries();
  const work = async (): Promise<void> => {
    for (const [at, fold] of next) learnt[at] = await learnFold(fold);
  };
  await Promise.all(Array.from({ length: THREADS }, work));
  return learnt;
}

function learnFold(fold: number): Promise<Learnt> {
  const worker = new Worker(new URL("./fit-fold.ts", import.meta.url), { workerData: { fold } });
  return new Promise((resolve, reject) => {
    worker.once("message", (message) => resolve(learntSchema.parse(message)));
    worker.once("error", reject);
  });
}

function scoredOf(
  answers: readonly Candidate[],
  fold: number,
  margins: Learnt["margins"],
): Scored[] {
  const out = answers.filter((row) => row.fold === fold);
  return margins.flatMap((own, at) => {
    const candidate = out[at];
    return candidate === undefined ? [] : [{ candidate, margins: own }];
  });
}
