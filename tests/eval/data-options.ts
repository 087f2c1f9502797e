import { parseArgs } from "node:util";

export interface DataOptions {
  /** The folder of the labelled data. */
  readonly data: string;
  readonly json: boolean;
  readonly misses: boolean;
}

/** The words after an evaluation's name; `undefined`, and said so, without a folder. */
export function readDataOptions(name: string, words: readonly string[]): DataOptions | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string" },
      json: { type: "boolean", default: false },
      misses: { type: "boolean", default: false },
    },
  });
  const { data, json, misses } = values;
  if (data !== undefined) return { data, json, misses };
  process.stderr.write(`eval ${name}: --data DIR is required\n`);
  return undefined;
}
