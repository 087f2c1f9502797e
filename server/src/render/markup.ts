/** Markup whose values have been escaped; only `html` and the Markdown renderer make it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** Writes markup; every value is escaped unless it is markup already. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const text = parts.reduce((done, part, index) => done + rendered(values[index - 1]) + part);
  return new Markup(text);
}

function rendered(value: Value | undefined): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map((item) => item.text).join("");
  return String(value).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
