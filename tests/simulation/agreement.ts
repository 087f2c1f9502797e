import { openPostgres, type Postgres } from "./postgres.ts";
import { seedsFrom } from "./search.ts";
import { type Result, runOnModel, runOnPostgres, runTogetherOnPostgres } from "./stages.ts";

export interface Finding {
  readonly name: string;
  /** Null when all is well. */
  readonly problem: string | null;
}

/** Seeds that no world uses, so that what agrees here is not what was looked at there. */
const FIRST_SEED = 1_000_001;
const FIRST_CROWD_SEED = 2_000_001;
/** For so many sequences one after the other, one by several clients at once. */
const TOGETHER_ONE_IN = 6;

/**
 * Runs the same commands on the model of the database and on PostgreSQL itself: that every answer
 * and every row agree is what makes the worlds over the model mean something.
 */
export async function runAgreement(seeds: number): Promise<Finding[]> {
  if (seeds === 0) return [];
  const postgres = await openPostgres();
  try {
    const problem = await firstDifference(seeds, postgres);
    const together = Math.ceil(seeds / TOGETHER_ONE_IN);
    const crowdProblem = await firstCrowdProblem(together, postgres);
    const broken = await postgres.problems();
    return [
      { name: `${seeds} sequences agree with PostgreSQL, answers and rows`, problem },
      {
        name: `${together} sequences by four clients at once lose nothing in PostgreSQL`,
        problem: crowdProblem,
      },
      {
        name: "the books of these sequences in PostgreSQL add up",
        problem: broken.length === 0 ? null : broken.join("; "),
      },
    ];
  } finally {
    await postgres.close();
  }
}

async function firstCrowdProblem(seeds: number, postgres: Postgres): Promise<string | null> {
  for (const seed of seedsFrom(FIRST_CROWD_SEED, seeds)) {
    const problems = await runTogetherOnPostgres(seed, postgres);
    if (problems.length > 0) return `seed ${seed}: ${problems.join("; ")}`;
  }
  return null;
}

async function firstDifference(seeds: number, postgres: Postgres): Promise<string | null> {
  for (const seed of seedsFrom(FIRST_SEED, seeds)) {
    const model = await runOnModel(seed);
    const real = await runOnPostgres(seed, postgres);
    const difference = differenceOf(model, real);
    if (difference !== null) return `seed ${seed}: ${difference}`;
  }
  return null;
}

function differenceOf(model: Result, real: Result): string | null {
  const ofAnswers = firstLine(model.answers, real.answers);
  if (ofAnswers !== null) return ofAnswers;
  for (const [table, rows] of Object.entries(model.rows)) {
    const ofRows = firstLine(rows, real.rows[table] ?? []);
    if (ofRows !== null) return `${table}: ${ofRows}`;
  }
  return null;
}

function firstLine(model: readonly string[], real: readonly string[]): string | null {
  for (let index = 0; index < Math.max(model.length, real.length); index += 1) {
    if (model[index] === real[index]) continue;
    return `the model has\n  ${model[index]}\nPostgreSQL has\n  ${real[index]}`;
  }
  return null;
}
