import { readFileSync } from "node:fs";

const ROOT = new URL("../../../", import.meta.url);
/** The first line of an example names its file: `// server.ts` or `<!-- public/index.html -->`. */
const NAMED = /^(?:\/\/|<!--) ([\w./[\]-]+\.\w+)(?: -->)?\n/;
/** What is never the host's own: such a line belongs to the integration. */
const OURS = /placard|\boffers?\b|\bkit\b/i;

export interface Block {
  readonly file: string;
  readonly code: string;
}

/**
 * The files of pages such as `publisher-kit/docs/express.md`, as they stand there. A later page
 * replaces a file of an earlier one.
 */
export function filesOf(pages: readonly string[]): Block[] {
  const named = pages.flatMap(blocksOf).flatMap(({ code }) => {
    const file = NAMED.exec(code)?.[1];
    return file === undefined ? [] : [{ file, code }];
  });
  return [...new Map(named.map((block) => [block.file, block])).values()];
}

/** The page's other examples in TypeScript, which are compiled beside its files. */
export function snippetsOf(page: string): Block[] {
  return blocksOf(page).flatMap(({ language, code }, place) => {
    const isTyped = /^tsx?$/.test(language) && !NAMED.test(code);
    const name = page.replace(/^.*\//, "").replace(".md", "");
    return isTyped ? [{ file: `snippet-${name}-${place}.${language}`, code }] : [];
  });
}

/** The commands of a page. */
export function commandsOf(page: string): string[] {
  return blocksOf(page).flatMap(({ language, code }) =>
    language === "sh" ? code.trim().split("\n") : [],
  );
}

function blocksOf(page: string): { language: string; code: string }[] {
  const text = readFileSync(new URL(page, ROOT), "utf8");
  return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
}

/**
 * The lines that an integration adds to a host: those of its page without blank lines, names of
 * files, and the lines `own` names, which the host has without offers.
 *
 * **Errors** throws for an own line that speaks of offers.
 */
export function countLines(blocks: readonly Block[], own: readonly RegExp[]): number {
  const lines = blocks
    .flatMap(({ code }) => code.replace(NAMED, "").split("\n"))
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
  const isOwn = (line: string) => own.some((pattern) => pattern.test(line));
  const wrong = lines.find((line) => isOwn(line) && OURS.test(line));
  if (wrong !== undefined)
    throw new Error(`A line of the integration counts as the host's: ${wrong}`);
  return lines.filter((line) => !isOwn(line)).length;
}
