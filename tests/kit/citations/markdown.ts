import markdownIt from "markdown-it";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { CLICK_PREFIX } from "./offers.ts";

const rules = markdownIt({ html: true });

/** Two parsers of different lineages; chats show a text with one of these or a relative. */
export const PARSERS: Readonly<Record<string, (markdown: string) => string>> = {
  "markdown-it": (markdown) => rules.render(markdown),
  micromark: (markdown) =>
    micromark(markdown, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
};

export interface Link {
  readonly href: string;
  readonly text: string;
}

/** What a reader sees of an answer, without the links that are labels. */
export interface Shape {
  readonly links: readonly Link[];
  readonly labels: readonly Link[];
  /** For each table the number of cells of each row. */
  readonly tables: readonly (readonly number[])[];
  readonly code: readonly string[];
  /** How often each other tag begins. Emphasis is left out: a label beside it may end it. */
  readonly tags: Readonly<Record<string, number>>;
  /** All visible letters and digits outside of labels. */
  readonly words: string;
}

const UNCOUNTED = new Set(["p", "em", "strong", "del", "a", "code", "tr", "td", "th", "table"]);

const TOKEN = /<\/?[a-z][^>]*>|<!--[\s\S]*?-->|[^<]+|</gi;

/** Paragraphs are not counted: the safety net may add one after a table. */
export function shapeOf(html: string): Shape {
  const reader = new HtmlReader();
  for (const [token] of html.matchAll(TOKEN)) reader.take(token);
  return reader.shape();
}

class HtmlReader {
  private readonly links: Link[] = [];
  private readonly labels: Link[] = [];
  private readonly tables: number[][] = [];
  private readonly code: string[] = [];
  private readonly tags: Record<string, number> = {};
  private words = "";
  private link: { href: string; text: string } | null = null;
  private span: string | null = null;

  take(token: string): void {
    const name = /^<(\/?[a-z][a-z0-9]*)/i.exec(token)?.[1]?.toLowerCase();
    if (name === undefined) this.text(unescaped(token));
    else if (name.startsWith("/")) this.close(name.slice(1));
    else this.open(name, token);
  }

  shape(): Shape {
    const { links, labels, tables, code, tags } = this;
    return { links, labels, tables, code, tags, words: lettersOf(this.words) };
  }

  private open(name: string, token: string): void {
    if (name === "a") this.link = { href: attribute(token, "href"), text: "" };
    if (name === "code") this.span = "";
    if (name === "table") this.tables.push([]);
    if (name === "tr") this.tables.at(-1)?.push(0);
    const row = this.tables.at(-1);
    if ((name === "td" || name === "th") && row) row.push((row.pop() ?? 0) + 1);
    if (!UNCOUNTED.has(name)) this.tags[name] = (this.tags[name] ?? 0) + 1;
  }

  private close(name: string): void {
    if (name === "code" && this.span !== null) {
      this.code.push(this.span.replace(/\s+/g, " ").trim());
      this.span = null;
    }
    if (name !== "a" || this.link === null) return;
    const isLabel = this.link.href.startsWith(CLICK_PREFIX);
    if (isLabel) this.labels.push(this.link);
    else this.links.push({ ...this.link, text: this.link.text.replace(/\s+/g, " ").trim() });
    if (!isLabel) this.words += this.link.text;
    this.link = null;
  }

  private text(text: string): void {
    if (this.span !== null) this.span += text;
    if (this.link) this.link.text += text;
    else this.words += text;
  }
}

function attribute(token: string, name: string): string {
  return unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(token)?.[1] ?? "");
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "");
}
