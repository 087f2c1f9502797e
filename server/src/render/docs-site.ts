import { posix } from "node:path";
import { lazily } from "../contract/lazily.ts";
import { CATALOGUE, moduleOf } from "../tools/catalogue.ts";
import {
  createDocsSearch,
  type DocsPage,
  docsGroups,
  docsPages,
  pageOfFile,
} from "../tools/help/documents.ts";
import type { Tool } from "../tools/tool.ts";
import { MARKDOWN_TYPE, type RenderedDocument } from "./documents.ts";
import { expand } from "./inserts.ts";
import { toolText } from "./llms-full.ts";
import { type Heading, html, type Markup, renderMarkdown } from "./markdown.ts";
import {
  currentAt,
  DOCUMENT_SHEET,
  type Environment,
  homeSides,
  PAGE_TYPE,
  pageText,
  SCRIPTED_PAGE_POLICY,
  searchForm,
} from "./pages.ts";
import { TOOL_HEADINGS, toolPage } from "./tool-page.ts";
import { renderErrorsText, renderReasonsText } from "./words.ts";

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

const ERRORS_PAGE = { path: "/docs/errors", title: "Errors", file: "server/docs/errors.md" };

/** The sections of the docs that answer a question best; each error code is one already. */
export const findInDocs = createDocsSearch(
  () => CATALOGUE,
  () => [{ ...ERRORS_PAGE, markdown: renderReasonsText() }],
);

/** What stands at a path, as a page and as Markdown; the home page has no Markdown. */
interface Source {
  readonly title: string;
  page(): { readonly main: Markup; readonly headings?: readonly Heading[] };
  readonly markdown?: () => string;
}

export function createDocsSite({ environment, baseUrl }: DocsOptions): DocsSite {
  const made = new Map<string, RenderedDocument>();
  const home: Source = { title: "Docs", page: () => ({ main: docsHome(baseUrl) }) };
  const sources = new Map<string, Source>([
    ["/docs", home],
    ...docsPages().map((file) => sourceOf(file, () => expand(file, baseUrl))),
    sourceOf(ERRORS_PAGE, renderErrorsText),
    ...CATALOGUE.map((tool) => sourceOfTool(tool, baseUrl)),
  ]);
  const make = (path: string): RenderedDocument | undefined => {
    const page = sources.get(path);
    if (page !== undefined) {
      const text = docsPageText({ environment, path, title: page.title, ...page.page() });
      const headers = { "Content-Security-Policy": SCRIPTED_PAGE_POLICY };
      return { path, type: PAGE_TYPE, text, headers };
    }
    const [, of = ""] = /^(.*)\.md$/.exec(path) ?? [];
    const text = sources.get(of)?.markdown?.();
    return text === undefined ? undefined : { path, type: MARKDOWN_TYPE, text };
  };
  return {
    paths: [...sources.keys()],
    find(path) {
      const document = made.get(path) ?? make(path);
      if (document !== undefined) made.set(path, document);
      return document;
    },
  };
}

/** A Markdown file, or the list of errors, which is made from the codes. */
function sourceOf(
  { path, title, file }: Omit<DocsPage, "markdown">,
  textOf: () => string,
): [string, Source] {
  const linkTo = (href: string) => addressOf(href, file);
  const page = () => renderMarkdown({ markdown: textOf(), path, linkTo });
  return [path, { title, page, markdown: () => withAddresses(textOf(), file) }];
}

/** A tool's page, whose Markdown is its part of llms-full.txt. */
function sourceOfTool(tool: Tool, baseUrl: string): [string, Source] {
  const page = () => ({ main: toolPage(tool, baseUrl), headings: TOOL_HEADINGS });
  const markdown = () => toolText(tool).replace(/^### /, "# ");
  return [`/docs/tools/${tool.name}`, { title: tool.name, page, markdown }];
}

/** The links of a file as they are from anywhere, to the Markdown of their pages. */
function withAddresses(markdown: string, file: string): string {
  return markdown.replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_link, text: string, href: string) => {
    const address = addressOf(href, file)?.replace(/^(\/docs\/[^#.]+)/, "$1.md");
    return address === undefined ? text : `[${text}](${address})`;
  });
}

/** The page for a link that a file has; undefined for other files of the repository. */
function addressOf(href: string, file: string): string | undefined {
  if (/^(?:https?:|#|\/)/.test(href)) return href;
  const [target = "", anchor] = href.split("#");
  const found = pageOfFile(posix.join(posix.dirname(file), target));
  return anchor === undefined ? found?.path : found && `${found.path}#${anchor}`;
}

function pageName(path: string): string {
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

/** `/docs`: where to begin, and every page. */
function docsHome(baseUrl: string): Markup {
  return html`
    <h1>Docs</h1>
    <p class="lead">Placard is an advertising exchange that software agents operate. Its
      ${CATALOGUE.length} tools are at <code>${baseUrl}/api/agent</code> and, over MCP, at
      <code>${baseUrl}/mcp</code>.</p>
    <div class="cards">${homeSides(baseUrl).map(
      ({ guide, title, text }) => html`
      <a class="card" href="${guide}"><strong>${title}</strong> ${text}</a>`,
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
    <ul class="index">${entries.map(({ path, name }) => {
      const shown = path.startsWith("/docs/tools/") ? html`<code>${name}</code>` : name;
      return html`<li><a href="${path}">${shown}</a></li>`;
    })}</ul>`;
}

/** One link of the navigation; a group's own page is its overview. */
interface NavEntry {
  readonly path: string;
  readonly name: string;
}

interface NavGroup {
  readonly title: string;
  readonly entries: readonly NavEntry[];
}

const MODULES = { shared: "for everyone", sell: "for publishers", buy: "for advertisers" } as const;

/** Groups after which those of the tools stand. */
const BEFORE_TOOLS = 3;

/** Every page of the docs, in the order of reading. */
export const navGroups = lazily((): readonly NavGroup[] => {
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
      // A tool that either side may call is for everyone, whichever module has it.
      entries: CATALOGUE.filter(
        (tool) => module === (tool.access === "any" ? "shared" : moduleOf(tool)),
      ).map(({ name }) => ({ path: `/docs/tools/${name}`, name })),
    })),
    ...groups.slice(BEFORE_TOOLS),
  ];
});

/** A page of the docs: search and navigation beside its text. */
function docsPageText(page: {
  readonly environment: Environment;
  readonly path: string;
  readonly title: string;
  readonly main: Markup;
  readonly headings?: readonly Heading[];
  readonly query?: string;
}): string {
  const { environment, path, title, main, headings = [], query } = page;
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
