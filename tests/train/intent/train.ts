import { mkdir, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { authoredRows, dataRows, type Row } from "./data.ts";
import { fitModel, prepare } from "./fit.ts";
import { moduleText, WEIGHTS } from "./write.ts";

/**
 * `npm run train -- intent --data DIR [--into FILE]`: learns the intent model again, from
 * the rows of the data whose licence permits to ship what is learnt from them and from our own
 * turns, and writes the kit's module of weights. Running it twice gives the same bytes.
 */
export async function trainIntent(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: { data: { type: "string" }, into: { type: "string" } },
  });
  const { data, into = WEIGHTS } = values;
  if (data === undefined) {
    process.stderr.write("train intent: --data DIR is required\n");
    return 2;
  }
  const rows = shippableRows(data);
  const text = moduleText(fitModel(rows.map(prepare)), rows, data);
  if (into instanceof URL) await mkdir(new URL(".", into), { recursive: true });
  await writeFile(into, text);
  process.stdout.write(`${rows.length} turns, ${text.length} characters of weights\n`);
  return 0;
}

/** What a shipped model may learn from: rows marked so, and our own turns. */
export function shippableRows(data: string): Row[] {
  return [...dataRows(data).filter((row) => row.ship_ok), ...authoredRows()];
}
