/** A record of a CSV file; the line is where it begins, 1-based. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV with quoted fields, which may hold commas and line breaks. Empty lines are left out.
 *
 * **Errors** a SyntaxError that names the line of a quote that is never closed, or of text beside a
 * quoted field.
 * **Source** RFC 4180.
 */
export function parseCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  const field = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
  let line = 1;
  let cells: string[] = [];
  let startsAt = 1;
  for (let at = 0; at < text.length || cells.length > 0; ) {
    field.lastIndex = at;
    const found = field.exec(text);
    if (found === null) break;
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    line += found[0].split("\n").length - 1;
    at = field.lastIndex;
    if (text[at] === ",") {
      at += 1;
      continue;
    }
    const ending = text.startsWith("\r\n", at) ? 2 : 1;
    if (at < text.length && text[at] !== "\n" && ending === 1) {
      throw new SyntaxError(`Line ${line} has a quote that does not stand around a whole field.`);
    }
    if (cells.length > 1 || cells[0] !== "") records.push({ line: startsAt, cells });
    at += ending;
    line += 1;
    startsAt = line;
    cells = [];
  }
  return records;
}
