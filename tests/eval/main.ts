/** `npm run eval -- <name>`: quality on labelled data. */
interface Evaluation {
  readonly usage: string;
  /** Returns the exit code. */
  run(words: readonly string[]): Promise<number>;
}

const evaluations: Readonly<Record<string, Evaluation>> = {
  citations: {
    usage: "citations --base-url URL --model NAME [--key KEY] [--json] [--turns N]",
    run: async (words) => (await import("./citations.ts")).evaluateCitations(words),
  },
  intent: {
    usage: "intent --data DIR [--json] [--misses]",
    run: async (words) => (await import("./intent.ts")).evaluateIntent(words),
  },
  lint: {
    usage: "lint [--data DIR] [--misses]",
    run: async (words) => (await import("./lint.ts")).evaluateLint(words),
  },
  query: {
    usage: "query --data DIR [--json]",
    run: async (words) => (await import("./query.ts")).evaluateQuery(words),
  },
  questions: {
    usage: "questions [--url BASE]",
    run: async (words) => (await import("./questions.ts")).evaluateQuestions(words),
  },
  search: {
    usage: "search --data DIR [--url BASE] [--cross-validate] [--json]",
    run: async (words) => (await import("./search.ts")).evaluateSearch(words),
  },
  understanding: {
    usage: "understanding --data DIR [--part NAME] [--misses]",
    run: async (words) => (await import("./understanding.ts")).evaluateUnderstanding(words),
  },
};

const [name = "", ...words] = process.argv.slice(2);
const evaluation = evaluations[name];
if (evaluation === undefined) {
  for (const { usage } of Object.values(evaluations)) {
    process.stderr.write(`npm run eval -- ${usage}\n`);
  }
}
process.exitCode = (await evaluation?.run(words)) ?? 1;
