import { readFile, stat } from "node:fs/promises";

const PAGE = new URL("../../../widget/dist/mcp-app.html", import.meta.url);
/** What the page carries in the place of the exchange's origin. */
const HOLE = '"EXCHANGE_ORIGIN"';

let kept: { readonly mtimeMs: number; readonly text: string } | undefined;

/**
 * The page of the MCP App, which shows links to this origin and no other; undefined until it is
 * built. It is read again after a new build.
 */
export async function offersPage(origin: string): Promise<string | undefined> {
  const info = await stat(PAGE).catch(() => undefined);
  if (info === undefined) return undefined;
  if (kept?.mtimeMs !== info.mtimeMs) {
    kept = { mtimeMs: info.mtimeMs, text: await readFile(PAGE, "utf8") };
  }
  // Replaced by a function, because `$` in the text of a replacement has a meaning.
  return kept.text.replace(HOLE, () => JSON.stringify(origin).replaceAll("<", "\\u003c"));
}
