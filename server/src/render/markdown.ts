import MarkdownIt, { type RendererRule, type Token } from "markdown-it";
import { isErrorCode } from "../contract/advice.ts";
import { findTool } from "../tools/catalogue.ts";
import { createSlugger } from "../tools/help/documents.ts";

export interface MarkdownSource {
  readonly markdown: string;
  /** Path of the page: its own tool or error is no link there. */
  readonly path: string;
  /** The address for a link as it is written; undefined for what is no page. */
  readonly linkTo: (href: string) => string | undefined;
}

export interface Heading {
  readonly id: string;
  readonly title: string;
}

interface PageState {
  readonly source: MarkdownSource;
  readonly slugOf: (heading: string) => string;
  readonly headings: Heading[];
  /** A heading is a link to itself; links inside of it are none. */
  isHeading: boolean;
  /** Of the table that is rendered: its columns' names, and the cells before this one. */
  columns: string[];
  cells: number;
}

/** What is rendered now: rendering never waits, so one at a time. */
let page: PageState = stateOf({ markdown: "", path: "", linkTo: () => undefined });

function stateOf(source: MarkdownSource): PageState {
  return { source, slugOf: createSlugger(), headings: [], isHeading: false, columns: [], cells: 0 };
}

/** A Markdown text as markup, with its headings of the second level. */
export function renderMarkdown(source: MarkdownSource): { main: Markup; headings: Heading[] } {
  page = stateOf(source);
  const main = new Markup(markdownIt.render(source.markdown));
  return { main, headings: page.headings };
}

export function inline(text: string, path: string): Markup {
  page = stateOf({ markdown: text, path, linkTo: () => undefined });
  return new Markup(markdownIt.renderInline(withToolsMarked(text)));
}

/** Marks the names of tools as code, where a text for programs does not. */
export function withToolsMarked(text: string): string {
  return text.replace(/(?<![`\w])[a-z]+(?:_[a-z]+)+(?![`\w])/g, (name) =>
    findTool(name) === undefined ? name : `\`${name}\``,
  );
}

const headingOpen: RendererRule = (tokens, index) => {
  const tag = tokens[index]?.tag ?? "h2";
  const title = textOf(tokens[index + 1]);
  const id = page.slugOf(title);
  page.isHeading = tag !== "h1";
  if (tag === "h1") return "<h1>";
  if (tag === "h2") page.headings.push({ id, title });
  return html`<${new Markup(tag)} id="${id}"><a class="anchor" href="#${id}">`.text;
};

const headingClose: RendererRule = (tokens, index) => {
  const tag = tokens[index]?.tag ?? "h2";
  page.isHeading = false;
  return tag === "h1" ? "</h1>\n" : `</a></${tag}>\n`;
};

function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join("");
}

/** The name of a tool or an error code leads to its page. */
const codeInline: RendererRule = (tokens, index) => {
  const name = tokens[index]?.content ?? "";
  const code = html`<code>${name}</code>`;
  const address = addressOf(name);
  if (address === undefined || address === page.source.path) return code.text;
  const isLinked = page.isHeading || isInLink(tokens, index);
  return isLinked ? code.text : html`<a href="${address}">${code}</a>`.text;
};

function addressOf(name: string): string | undefined {
  if (findTool(name) !== undefined) return `/docs/tools/${name}`;
  return isErrorCode(name) ? `/docs/errors#${name}` : undefined;
}

function isInLink(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(0, index);
  return before.findLast(({ type }) => type.startsWith("link_"))?.type === "link_open";
}

/** What is no page of ours keeps its words and loses its link. */
const linkOpen: RendererRule = (tokens, index) => {
  const address = targetOf(tokens[index]);
  return address === undefined ? "<span>" : html`<a href="${address}">`.text;
};

const linkClose: RendererRule = (tokens, index) => {
  const open = tokens.slice(0, index).findLast(({ type }) => type === "link_open");
  return targetOf(open) === undefined ? "</span>" : "</a>";
};

function targetOf(link: Token | undefined): string | undefined {
  return page.isHeading ? undefined : page.source.linkTo(String(link?.attrGet("href") ?? ""));
}

/** A picture of a page, in the reader's color scheme; `npm run pictures` makes both. */
const image: RendererRule = (tokens, index) => {
  const { content = "" } = tokens[index] ?? {};
  const [, name] = /([\w-]+)-light\.webp$/.exec(String(tokens[index]?.attrGet("src") ?? "")) ?? [];
  return name === undefined ? "" : pictureOf(name, content).text;
};

/** **Units** CSS pixels; the size reserves the picture's place before it has loaded. */
export function pictureOf(name: string, alt: string): Markup {
  return html`<picture>
        <source media="(prefers-color-scheme: dark)" srcset="/assets/${name}-dark.webp">
        <img class="picture" src="/assets/${name}-light.webp" alt="${alt}" width="1280" height="800"
          loading="lazy">
      </picture>`;
}

/** On a telephone, rows of more than two columns become blocks whose values have names. */
const tableOpen: RendererRule = (tokens, index) => {
  const rest = tokens.slice(index);
  const head = rest.slice(
    0,
    rest.findIndex(({ type }) => type === "thead_close"),
  );
  page.columns = head.filter(({ type }) => type === "inline").map(textOf);
  page.cells = 0;
  const look = page.columns.length > 2 ? ' class="stacks"' : "";
  return `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table${look}>\n`;
};

const cellOpen: RendererRule = () => {
  const place = page.cells++ % page.columns.length;
  const name = page.columns[place] ?? "";
  const shown = name.charAt(0).toUpperCase() + name.slice(1);
  return place === 0 ? "<td>" : html`<td data-name="${shown}">`.text;
};

const fence: RendererRule = (tokens, index) => {
  const { content = "", info = "" } = tokens[index] ?? {};
  return codeBlock(content.trimEnd(), info).text;
};

const markdownIt = createMarkdownIt();

/** **Source** CommonMark with tables. Markup inside of a text is shown, never passed on. */
function createMarkdownIt() {
  const made = new MarkdownIt({ html: false, linkify: false });
  Object.assign(made.renderer.rules, {
    heading_open: headingOpen,
    heading_close: headingClose,
    code_inline: codeInline,
    link_open: linkOpen,
    link_close: linkClose,
    fence,
    image,
    table_open: tableOpen,
    table_close: () => "</table></div>\n",
    th_open: () => '<th scope="col">',
    td_open: cellOpen,
  });
  return made;
}

/** Languages by the name that a block of code has in Markdown. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "Shell",
  console: "Console",
  ts: "TypeScript",
  tsx: "TypeScript with JSX",
  js: "JavaScript",
  json: "JSON",
  html: "HTML",
  python: "Python",
  go: "Go",
  nginx: "nginx",
};

/** A block of code that can be scrolled by keyboard; the page's script adds a copy button. */
export function codeBlock(code: string, language: string): Markup {
  return html`<div class="code"><p class="bar">${LANGUAGES[language] ?? language}</p><pre
    tabindex="0"><code>${code}</code></pre></div>
`;
}

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
