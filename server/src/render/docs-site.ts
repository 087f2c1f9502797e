import { posix } from "node:path";
import { CATALOGUE, findTool } from "../tools/catalogue.ts";
import { type DocsPage, docsGroups } from "../tools/help/pages.ts";
import { docsPageText, navGroups } from "./docs-frame.ts";
import { docsHome } from "./docs-home.ts";
import type { RenderedDocument } from "./documents.ts";
import { renderErrorsText } from "./errors-text.ts";
import { type Environment, PAGE_TYPE, SCRIPTED_PAGE_POLICY } from "./frame.ts";
import { expand } from "./inserts.ts";
import { toolText } from "./llms-full.ts";
import { renderMarkdown } from "./markdown.ts";
import { html } from "./markup.ts";
import { TOOL_HEADINGS, toolPage } from "./tool-page.ts";

const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

export interface DocsOptions {
  readonly environment: Environment;
  readonly baseUrl: string;
}

/** The pages of `/docs`, as pages and, at their path with `.md`, as Markdown. */
export interface DocsSite {
  /** Renders a page when it is first asked for. */
  find(path: string): RenderedDocument | undefined;
  /** Every page, without the Markdown forms. */
  readonly paths: readonly string[];
}

const HOME = { path: "/docs", title: "Docs" };

type Make = () => RenderedDocument;

export function createDocsSite(options: DocsOptions): DocsSite {
  const made = new Map<string, RenderedDocument>();
  const makers = new Map<string, Make>([
    ["/docs", () => page(options, { ...HOME, main: docsHome(options.baseUrl) })],
    ...markdownPages(options),
    ...CATALOGUE.flatMap(({ name }) => toolPages(name, options)),
  ]);
  return {
    paths: [...makers.keys()].filter((path) => !path.endsWith(".md")),
    find(path) {
      const known = made.get(path);
      if (known !== undefined) return known;
      const document = makers.get(path)?.();
      if (document !== undefined) made.set(path, document);
      return document;
    },
  };
}

/** Each Markdown file, and the list of errors, which is made from the codes. */
function markdownPages(options: DocsOptions): [string, Make][] {
  const files = docsGroups().flatMap(({ pages }) => pages);
  const errors = { path: "/docs/errors", title: "Errors", file: "server/docs/errors.md" };
  const all = [
    ...files.map((file) => ({ file, textOf: () => expand(file, options.baseUrl) })),
    { file: { ...errors, markdown: "" }, textOf: renderErrorsText },
  ];
  return all.flatMap(({ file, textOf }): [string, Make][] => [
    [file.path, () => markdownPage(file, textOf(), options)],
    [`${file.path}.md`, () => markdownText(file.path, withAddresses(textOf(), file.file))],
  ]);
}

function markdownPage(file: DocsPage, markdown: string, options: DocsOptions): RenderedDocument {
  const { path, title } = file;
  const linkTo = (href: string) => addressOf(href, file.file);
  const { main, headings } = renderMarkdown({ markdown, path, linkTo });
  return page(options, { path, title, main, headings });
}

/** A tool's page, whose Markdown is its part of llms-full.txt. */
function toolPages(name: string, options: DocsOptions): [string, Make][] {
  const tool = findTool(name);
  if (tool === undefined) return [];
  const path = `/docs/tools/${name}`;
  const make = () => {
    const main = toolPage(tool, options.baseUrl);
    return page(options, { path, title: name, main, headings: TOOL_HEADINGS });
  };
  return [
    [path, make],
    [`${path}.md`, () => markdownText(path, toolText(tool).replace(/^### /, "# "))],
  ];
}

function markdownText(path: string, text: string): RenderedDocument {
  return { path: `${path}.md`, type: MARKDOWN_TYPE, text };
}

function page(
  { environment }: DocsOptions,
  content: Omit<Parameters<typeof docsPageText>[0], "environment">,
): RenderedDocument {
  return {
    path: content.path,
    type: PAGE_TYPE,
    text: docsPageText({ environment, ...content }),
    headers: { "Content-Security-Policy": SCRIPTED_PAGE_POLICY },
  };
}

/** The links of a file as they are from anywhere, to the Markdown of their pages. */
function withAddresses(markdown: string, file: string): string {
  return markdown.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_link, text: string, href: string) => {
    const address = addressOf(href, file);
    return address === undefined ? text : `[${text}](${markdownAddressOf(address)})`;
  });
}

function markdownAddressOf(address: string): string {
  return address.replace(/^(\/docs\/[^#.]+)/, "$1.md");
}

/** The page for a link that a file has; undefined for other files of the repository. */
function addressOf(href: string, file: string): string | undefined {
  if (/^(?:https?:|#|\/)/.test(href)) return href;
  const [target = "", anchor] = href.split("#");
  const path = posix.join(posix.dirname(file), target);
  const found = docsGroups()
    .flatMap(({ pages }) => pages)
    .find((one) => one.file === path);
  if (found === undefined) return undefined;
  return anchor === undefined ? found.path : `${found.path}#${anchor}`;
}

/** The name of a page, for lists of results. */
export function pageName(path: string): string {
  const [page = ""] = path.split("#", 1);
  for (const { title, entries } of navGroups()) {
    const entry = entries.find((one) => one.path === page);
    if (entry !== undefined) return `${title} / ${entry.name}`;
  }
  return "Docs";
}

/** `/docs/search`: the sections that answer a question. */
export function searchPageText(
  environment: Environment,
  query: string,
  found: readonly { path: string; title: string; text: string }[],
): string {
  const results = found.map(
    ({ path, title, text }) => html`<li>
      <h2><a href="${path}">${title}</a></h2>
      <p class="soft">${pageName(path)}</p>
      <p>${excerptOf(text)}</p>
    </li>`,
  );
  const none =
    query === ""
      ? html`<p>Type a word, a tool, an error code or a question.</p>`
      : html`<p>Nothing matches. Try other words, or look through
          <a href="/docs">all pages</a>.</p>`;
  return docsPageText({
    environment,
    path: "/docs/search",
    title: "Search",
    query,
    main: html`<h1>Search</h1>
      ${query === "" ? "" : html`<p>Results for <strong>${query}</strong></p>`}
      ${results.length === 0 ? none : html`<ol class="results">${results}</ol>`}`,
  });
}

const EXCERPT_MAX = 220;

function excerptOf(text: string): string {
  const plain = text.replace(/[`*]/g, "");
  if (plain.length <= EXCERPT_MAX) return plain;
  return `${plain.slice(0, plain.lastIndexOf(" ", EXCERPT_MAX))} …`;
}
