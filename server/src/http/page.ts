import type { Context } from "koa";

/** Markup whose values have been escaped; only `html` makes it. */
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

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'";

/** Answers with a small server-rendered page in the common frame. */
export function page(ctx: Context, content: { title: string; badge: string; main: Markup }): void {
  ctx.set("Content-Security-Policy", POLICY);
  ctx.type = "text/html; charset=utf-8";
  ctx.body = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${content.title} · Placard</title>
    <link rel="icon" href="/assets/icon.svg">
    <link rel="stylesheet" href="/assets/page.css">
  </head>
  <body>
    <header>
      <a class="name" href="/">Placard</a>
      <span class="where">${content.title}</span>
      <span class="badge">${content.badge}</span>
    </header>
    <main>${content.main}</main>
  </body>
</html>
`.text;
}
