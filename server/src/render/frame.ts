import { html, type Markup } from "./markup.ts";

/** What the money on this exchange is: sample data, test money or real money. */
export type Environment = "demo" | "sandbox" | "live";

/** The pages in the navigation of every page; the demo exists only under `npm start`. */
const PAGES = [
  { path: "/docs", name: "Docs" },
  { path: "/explore", name: "Explore" },
  { path: "/console", name: "Console" },
  { path: "/demo", name: "Demo", only: "demo" },
  { path: "/shop", name: "Shop", only: "demo" },
] as const;

const BADGES: Readonly<Record<Environment, string>> = {
  demo: "Sample data and test money",
  sandbox: "Test money",
  live: "Real money",
};

/** What a page of the common frame may load: our own style and pictures, nothing else. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'";

/** The same for a page with a script of ours, which makes no markup from strings. */
export const SCRIPTED_PAGE_POLICY =
  `${PAGE_POLICY}; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; ` +
  "trusted-types 'none'";

/** The sheet of server-rendered documents, for the head of a page. */
export const DOCUMENT_SHEET = html`<link rel="stylesheet" href="/assets/document.css">`;

export const PAGE_TYPE = "text/html; charset=utf-8";

export interface PageContent {
  readonly environment: Environment;
  /** Path of the page; marks its entry in the navigation. */
  readonly path: string;
  readonly title: string;
  readonly description?: string;
  readonly main: Markup;
  /** What only this page loads, and whatever else its head needs. */
  readonly head?: Markup;
}

/** A whole server-rendered page: skip link, header, main part, footer. */
export function pageText(page: PageContent): string {
  const { title, description, main, head = "" } = page;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title === "Placard" ? title : `${title} · Placard`}</title>
    ${description === undefined ? "" : html`<meta name="description" content="${description}">`}
    <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/assets/page.css">
    ${head}
  </head>
  <body>
    ${pageHeader(page)}
    <main id="main" tabindex="-1">${main}</main>
    ${FOOTER}
  </body>
</html>
`.text;
}

/** The skip link and the header, the first things in the body of every page. */
export function pageHeader(page: Pick<PageContent, "environment" | "path">): Markup {
  const { environment, path } = page;
  const pages = PAGES.filter((one) => !("only" in one) || one.only === environment);
  return html`<a class="skip" href="#main">Skip to content</a>
    <header class="top">
      <a class="name" href="/"${currentAt(path === "/")}>Placard</a>
      <nav aria-label="Site">${pages.map(
        (one) => html`
        <a href="${one.path}"${currentAt(path === one.path || path.startsWith(`${one.path}/`))}>${
          one.name
        }</a>`,
      )}
      </nav>
      <span class="badge ${environment}" title="${BADGES[environment]}"
        ><span class="spoken">Environment: </span>${environment}</span>
    </header>`;
}

function currentAt(isCurrent: boolean): Markup {
  return isCurrent ? html` aria-current="page"` : html``;
}

const FOOTER = html`<footer class="bottom">
      <nav aria-label="Documents">
        <a href="/llms.txt">llms.txt</a>
        <a href="/openapi.json">OpenAPI</a>
        <a href="/api/public/info">Facts as JSON</a>
        <a href="/docs/errors">Errors</a>
        <a href="/.well-known/security.txt">Security contact</a>
      </nav>
    </footer>`;
