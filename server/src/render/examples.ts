import { docsGroups } from "../tools/help/pages.ts";

/** The first block of code, or the blocks in a row, of another page. */
export function exampleInsert(file: string): string {
  const page = docsGroups()
    .flatMap(({ pages }) => pages)
    .find((one) => one.file === file);
  const [blocks] = /^(?:```\w+\n[\s\S]*?^```\n\n?)+/m.exec(page?.markdown ?? "") ?? [];
  if (blocks === undefined) throw new Error(`${file} has no block of code.`);
  return blocks.trim();
}
