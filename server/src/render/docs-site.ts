import { posix } from "node:path";
import { CATALOGUE, findTool } from "../tools/catalogue.ts";
import {
  createDocsSearch,
  type DocsPage,
  docsGroups,
  docsPages,
  pageOfFile,
} from "../tools/help/documents.ts";
import type { Tool } from "../tools/tool.ts";
import type { RenderedDocument } from "./documents.ts";
import { expand } from "./inserts.ts";
import { toolText } from "./llms-full.ts";
import { type Heading, html, type Markup, renderMarkdown } from "./markdown.ts";
import {
  DOCUMENT_SHEET,
  type Environment,
  PAGE_TYPE,
  pageText,
  SCRIPTED_PAGE_POLICY,
  searchForm,
} from "./pages.ts";
import { TOOL_HEADINGS, toolPage } from "./tool-page.ts";
import { renderErrorsText, renderReasonsText } from "./words.ts";

const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

export interface DocsOptions {
  readonly environment: Environment;
  readonly baseUrl: string;
}

/** The pages of `/docs`, as pages and, at their path with `.md`, as Markdown. */
export interface DocsSite {
  /** Renders a page when it is first asked for. */
  find(path: string): RenderedDocument | undefined;
  readonly paths: readonly string[];
}

const HOME = { path: "/docs", title: "Docs" };
const ERRORS_PAGE = { path: "/docs/errors", title: "Errors", file: "server/docs/errors.md" };

/** The sections of the docs that answer a question best; each error code is one already. */
export const findInDocs = createDocsSearch(
  () => CATALOGUE,
  () => [{ ...ERRORS_PAGE, markdown: renderReasonsText() }],
);

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
  const all = [
    ...docsPages().map((file) => ({ file, textOf: () => expand(file, options.baseUrl) })),
    { file: { ...ERRORS_PAGE, markdown: "" }, textOf: renderErrorsText },
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
  const found = pageOfFile(path);
  if (found === undefined) return undefined;
  return anchor === undefined ? found.path : `${found.path}#${anchor}`;
}

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
  // What introduces a list or a block of code ends without it.
  if (plain.length <= EXCERPT_MAX) return plain.replace(/[:,;]$/, " …");
  return `${plain.slice(0, plain.lastIndexOf(" ", EXCERPT_MAX))} …`;
}

const STARTS = [
  {
    path: "/docs/guides/publisher",
    title: "Publishers",
    text: "Show offers beside your chat's answers; earn from views, clicks and recommendations.",
  },
  {
    path: "/docs/guides/advertiser",
    title: "Advertisers",
    text: "Buy credits, book a placement and measure what it brings.",
  },
  {
    path: "/docs/guides/agent",
    title: "Agents",
    text: "Connect over MCP or HTTP. Every operation is a tool with a schema.",
  },
] as const;

const TOOLS = "/docs/tools/";

/** `/docs`: where to begin, and every page. */
export function docsHome(baseUrl: string): Markup {
  return html`
    <h1>Docs</h1>
    <p class="lead">Placard is an advertising exchange that software agents operate. Its
      ${CATALOGUE.length} tools are at <code>${baseUrl}/api/agent</code> and, over MCP, at
      <code>${baseUrl}/mcp</code>.</p>
    <div class="cards">${STARTS.map(
      ({ path, title, text }) => html`
      <a class="card" href="${path}"><strong>${title}</strong> ${text}</a>`,
    )}
    </div>
    ${navGroups().map(groupIndex)}
    <h2>For programs</h2>
    <ul class="index">
      <li><a href="/llms.txt">llms.txt</a></li>
      <li><a href="/llms-full.txt">llms-full.txt</a></li>
      <li><a href="/openapi.json">OpenAPI</a></li>
      <li><a href="/recipes.arazzo.json">Arazzo workflows</a></li>
      <li><a href="/api/public/info">Tools, floors and limits as JSON</a></li>
      <li><a href="/docs.md">All tools as Markdown</a></li>
    </ul>
  `;
}

function groupIndex({ title, entries }: NavGroup): Markup {
  return html`
    <h2>${title}</h2>
    <ul class="index">${entries.map(
      ({ path, name }) =>
        html`<li><a href="${path}">${path.startsWith(TOOLS) ? inCode(name) : name}</a></li>`,
    )}</ul>`;
}

function inCode(name: string): Markup {
  return html`<code>${name}</code>`;
}

/** One link of the navigation; a group's own page is its overview. */
interface NavEntry {
  readonly path: string;
  readonly name: string;
}

export interface NavGroup {
  readonly title: string;
  readonly entries: readonly NavEntry[];
}

const MODULES = { shared: "for everyone", sell: "for publishers", buy: "for advertisers" } as const;

/** A tool that either side may call is for everyone, whichever module has it. */
function moduleOf({ access, module }: Tool): Tool["module"] {
  return access === "any" ? "shared" : module;
}

/** Groups after which those of the tools stand. */
const BEFORE_TOOLS = 3;

let known: readonly NavGroup[] | undefined;

/** Every page of the docs, in the order of reading. */
export function navGroups(): readonly NavGroup[] {
  known ??= createNavGroups();
  return known;
}

function createNavGroups(): readonly NavGroup[] {
  const groups = docsGroups().map(({ title, path, pages }) => ({
    title,
    entries: pages.map((page) => ({
      path: page.path,
      name: page.path === path ? "Overview" : page.title,
    })),
  }));
  const [guides, ...others] = groups.slice(0, BEFORE_TOOLS);
  return [
    {
      title: "Guides",
      entries: [...(guides?.entries ?? []), { path: "/docs/errors", name: "Errors" }],
    },
    ...others,
    ...Object.entries(MODULES).map(([module, whom]) => ({
      title: `Tools ${whom}`,
      entries: CATALOGUE.filter((tool) => moduleOf(tool) === module).map(({ name }) => ({
        path: `/docs/tools/${name}`,
        name,
      })),
    })),
    ...groups.slice(BEFORE_TOOLS),
  ];
}

export interface DocsContent {
  readonly environment: Environment;
  readonly path: string;
  readonly title: string;
  readonly main: Markup;
  readonly headings?: readonly Heading[];
  readonly query?: string;
}

/** A page of the docs: search and navigation beside its text. */
export function docsPageText(content: DocsContent): string {
  const { environment, path, title, main, headings = [], query } = content;
  return pageText({
    environment,
    path,
    title: path === "/docs" ? title : `${title} · Docs`,
    head: html`${DOCUMENT_SHEET}
    <link rel="stylesheet" href="/assets/docs.css">
    <script type="module" src="/assets/docs.js"></script>`,
    main: html`<div class="docs">
      <div class="side">
        ${searchForm(query)}
        <button type="button" class="menu quiet" popovertarget="pages">Menu</button>
        <nav id="pages" aria-label="Docs" popover>
          <p><a href="/docs"${currentAt(path === "/docs")}>Overview</a></p>
          ${navGroups().map((group) => navGroup(group, path, headings))}
        </nav>
      </div>
      <article>${main}${footOf(path)}</article>
    </div>`,
  });
}

function navGroup({ title, entries }: NavGroup, path: string, headings: readonly Heading[]) {
  const isOpen = entries.some((entry) => entry.path === path) || title === "Guides";
  return html`<details${isOpen ? html` open` : ""}>
            <summary>${title}</summary>
            <ul>${entries.map((entry) => navEntry(entry, path, headings))}</ul>
          </details>
          `;
}

function navEntry({ path, name }: NavEntry, current: string, headings: readonly Heading[]) {
  const link = html`<a href="${path}"${currentAt(path === current)}>${name}</a>`;
  if (path !== current || headings.length === 0) return html`<li>${link}</li>`;
  return html`<li>${link}<ul>${headings.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  )}</ul></li>`;
}

function currentAt(isCurrent: boolean): Markup {
  return isCurrent ? html` aria-current="page"` : html``;
}

/** The same page as text, and the next one to read. */
function footOf(path: string): Markup {
  const group = navGroups().find(({ entries }) => entries.some((entry) => entry.path === path));
  if (group === undefined) return html``;
  const next = group.entries[group.entries.findIndex((entry) => entry.path === path) + 1];
  return html`<p class="foot">
        <a href="${path}.md">This page as Markdown</a>
        ${next === undefined ? "" : html`<a href="${next.path}">Next: ${next.name}</a>`}
      </p>`;
}
