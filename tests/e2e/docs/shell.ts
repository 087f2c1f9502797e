import { spawn } from "node:child_process";
import { expect } from "vitest";
import { z } from "zod";

export interface ShellResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the text of a document in bash, stopping at the first command that fails. */
export function runShell(
  script: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ShellResult> {
  const child = spawn("bash", ["-euo", "pipefail", "-c", script], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
  /** What follows up to the next block or heading. */
  readonly after: string;
}

/** The fenced blocks of a Markdown text, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks = markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```\n((?:(?!^```|^#)[^\n]*\n?)*)/gm);
  return [...blocks].map(([, language = "", code = "", after = ""]) => ({ language, code, after }));
}

/** The part of a Markdown text below one heading, up to the next one of the same level. */
export function sectionOf(markdown: string, heading: string): string {
  const start = markdown.indexOf(`## ${heading}\n`);
  if (start < 0) throw new Error(`There is no section ${heading}.`);
  const end = markdown.indexOf("\n## ", start + 1);
  return markdown.slice(start, end < 0 ? undefined : end);
}

/** What stands at a path such as `.items[0].placementId`. */
export function valueAt(json: unknown, path: string): unknown {
  const steps = [...path.matchAll(/\.([A-Za-z]\w*)|\[(\d+)\]/g)];
  if (steps.map(([step]) => step).join("") !== path) throw new Error(`Not a path: ${path}`);
  return steps.reduce<unknown>((value, [, name, index]) => {
    if (name !== undefined) return z.record(z.string(), z.unknown()).parse(value)[name];
    return z.array(z.unknown()).parse(value)[Number(index)];
  }, json);
}

const KEEP = /^Keep `([^`]+)` of the answer as `([A-Z_]+)`\.$/gm;
const TOOL = /"tool": "(\w+)"/;

const keptSchema = z.union([z.string().min(1), z.number()]);

/** One block that ran, with what its call was answered. */
export interface Ran {
  readonly tool: string;
  readonly answer: unknown;
}

/** Follows the document to the letter: runs a block, keeps what the lines below it say. */
export async function follow(
  blocks: readonly CodeBlock[],
  kept: Record<string, string> = {},
): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const { code, after } of blocks) {
    const { code: exitCode, stdout, stderr } = await runShell(code, kept);
    expect(exitCode, `${code}\n${stderr}\n${stdout}`).toBe(0);
    const answer: unknown = JSON.parse(stdout);
    for (const [, path = "", name = ""] of after.matchAll(KEEP)) {
      kept[name] = String(keptSchema.parse(valueAt(answer, path)));
    }
    ran.push({ tool: TOOL.exec(code)?.[1] ?? "", answer });
  }
  return ran;
}
