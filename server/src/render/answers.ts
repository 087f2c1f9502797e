import { readFileSync } from "node:fs";

const FILE = new URL("../../generated/answers.json", import.meta.url);

/** A call that a running exchange answered, recorded by `tests/mcp/answers.test.ts`. */
export interface RecordedAnswer {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

let known: ReadonlyMap<string, RecordedAnswer> | undefined;

/** The recorded call of a tool. */
export function recordedAnswer(tool: string): RecordedAnswer | undefined {
  if (known === undefined) {
    const all: Record<string, RecordedAnswer> = JSON.parse(readFileSync(FILE, "utf8"));
    known = new Map(Object.entries(all));
  }
  return known.get(tool);
}
