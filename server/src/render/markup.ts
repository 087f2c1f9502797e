/** Markup whose values have been escaped; only `html` and `prose` make it. */
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

/** A plain sentence in which backticks mark code. */
export function prose(text: string): Markup {
  const parts = text.split("`");
  // An odd number of backticks marks nothing.
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, index) =>
    index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`,
  )}`;
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

/** What a page of the common frame may load: our own style and pictures, nothing else. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'";

/** The same for a page with forms that call this exchange; no markup is made from strings. */
export const FORMS_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

export const PAGE_TYPE = "text/html; charset=utf-8";

/** A whole server-rendered page in the common frame: name, where am I, environment badge. */
export function pageText(content: {
  title: string;
  badge?: string;
  main: Markup;
  /** What only this page loads, and whatever else its head needs. */
  head?: Markup;
}): string {
  const badge =
    content.badge === undefined ? "" : html`<span class="badge">${content.badge}</span>`;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${content.title} · Placard</title>
    <link rel="icon" href="/assets/icon.svg">
    <link rel="stylesheet" href="/assets/page.css">
    ${content.head ?? ""}
  </head>
  <body>
    <header>
      <a class="name" href="/">Placard</a>
      <span class="where">${content.title}</span>
      ${badge}
    </header>
    <main>${content.main}</main>
  </body>
</html>
`.text;
}
