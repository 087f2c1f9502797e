import { CATALOGUE } from "../tools/catalogue.ts";
import { docsGroups } from "../tools/help/pages.ts";
import { DOCUMENT_SHEET, type Environment, pageText } from "./frame.ts";
import type { Heading } from "./markdown.ts";
import { html, type Markup } from "./markup.ts";
import { searchForm } from "./search-form.ts";

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
      entries: CATALOGUE.filter((tool) => tool.module === module).map(({ name }) => ({
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
  /** Shown below the page's entry in the navigation. */
  readonly headings?: readonly Heading[];
  /** What the search field has. */
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
