type Cell = string | number | undefined;

/**
 * Rows as RFC 4180 text. A text becomes no formula in a spreadsheet and does not change the
 * direction of what follows.
 *
 * **Source** OWASP, CSV injection; Unicode, bidirectional formatting characters.
 */
export function csvOf(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [names, ...rows].map((cells) => `${cells.map(cellOf).join(",")}\r\n`).join("");
}

const FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r])/u;
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function cellOf(value: Cell): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const straight = value.replaceAll("\0", "").replace(TURNING, "");
  const harmless = FORMULA.test(straight) ? `'${straight}` : straight;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Saves a text as a file named by what it holds and the day. */
export function saveCsv(text: string, subject: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${subject.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${today()}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}

const today = () => new Date(performance.timeOrigin + performance.now()).toISOString().slice(0, 10);
