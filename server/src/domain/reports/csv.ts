/**
 * Rows as RFC 4180 text, the first line naming the columns. Every text is harmless in a
 * spreadsheet: it becomes no formula and does not change the direction of what follows.
 *
 * **Shape** a column `a.b` holds member `b` of the record `a` of its row; what a row does not have
 * is empty.
 * **Source** OWASP, CSV injection; ASVS 1.2.10; Unicode, bidirectional formatting characters.
 */
export function csvOf(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => {
    const cells = new Map(flattened(row, ""));
    return columns.map((column) => cellOf(cells.get(column))).join(",");
  });
  return `${[columns.map(quoted).join(","), ...lines].join("\r\n")}\r\n`;
}

function flattened(row: object, prefix: string): [string, unknown][] {
  const members: [string, unknown][] = Object.entries(row);
  return members.flatMap(([name, value]): [string, unknown][] =>
    typeof value === "object" && value !== null
      ? flattened(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value]],
  );
}

/** Numbers are ours, and a minus before one is no formula. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? quoted(harmless(value)) : String(value);
}

/** What spreadsheets take for the beginning of a formula, also in its full-width forms. */
const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r])/u;
/** Marks, embeddings, overrides and isolates that turn the direction of text. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function harmless(text: string): string {
  const straight = text.replaceAll("\0", "").replace(TURNING, "");
  return FORMULA.test(straight) ? `'${straight}` : straight;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
