import { AD_UNIT_TYPES, AD_UNITS } from "../contract/units.ts";
import { CATALOGUE } from "../tools/catalogue.ts";
import { codeBlock, html, type Markup, pictureOf } from "./markdown.ts";

const DEMO_PICTURE =
  "A chat that answers which tent to buy, with a labelled offer in the answer and sponsored " +
  "cards beside it.";

interface Side {
  readonly title: string;
  readonly text: string;
  readonly language: string;
  /** Five lines that do something. */
  readonly code: string;
  readonly guide: string;
}

/** The three kinds of users, each with the shortest integration. */
export function homeSides(baseUrl: string): readonly Side[] {
  return [
    {
      title: "Publishers",
      text: "Show labelled offers in your chat. On a turn without shopping intent nothing is sent.",
      language: "ts",
      code: `import { createPublisherKit } from "@placard/publisher-kit";
const { PLACARD_KEY: apiKey = "" } = process.env;
const kit = createPublisherKit({ baseUrl: "${baseUrl}", apiKey });
const turn = await kit.turn({ text: "waterproof hiking boots under $150" });
if (turn.status === "filled") console.log(turn.cards.map((card) => card.title));`,
      guide: "/docs/guides/publisher",
    },
    {
      title: "Advertisers",
      text: "Book a placement with prepaid credits. What is not spent comes back.",
      language: "sh",
      code: `curl -sS "${baseUrl}/api/agent" -H "Authorization: Bearer $PLACARD_KEY" \\
  -H "Content-Type: application/json" --data-binary @- <<JSON
{ "tool": "buy_placement", "arguments": { "placementId": "$PLACEMENT_ID", "budgetCredits": 500,
  "creativeText": "Cast-iron pans that last.", "creativeUrl": "https://shop.example.com/" } }
JSON`,
      guide: "/docs/guides/advertiser",
    },
    {
      title: "Agents",
      text: "Add the exchange to your MCP client. Public tools need no key.",
      language: "json",
      code: `{
  "mcpServers": {
    "placard": { "type": "http", "url": "${baseUrl}/mcp" }
  }
}`,
      guide: "/docs/guides/agent",
    },
  ];
}

/** `/`: what Placard is, for whom, and where everything is. */
export function homePageText(environment: Environment, baseUrl: string): string {
  return pageText({
    environment,
    path: "/",
    title: "Placard",
    description: "An advertising exchange that software agents operate.",
    head: html`${DOCUMENT_SHEET}
    <script type="module" src="/assets/docs.js"></script>`,
    main: html`<div class="home">
      <h1>An advertising exchange that software agents operate</h1>
      <p class="lead">Publishers show labelled offers beside or inside the answers of their chats.
        Advertisers pay for views, clicks, recommendations or sales with prepaid credits.
        Each reported event is settled exactly once and never beyond the budget in escrow.</p>
      <p class="ways">
        ${environment === "demo" ? html`<a class="button" href="/demo">Open the demo chat</a>` : ""}
        <a href="/docs">Read the docs</a>
        <a href="/explore">Explore products</a>
      </p>
      ${homeSides(baseUrl).map(sideSection)}
      ${pictureOf("demo", DEMO_PICTURE)}
      <h2>Pages</h2>
      <ul class="cards">${pagesOf(environment).map(
        ({ path, name, text }) => html`
        <li><a class="card" href="${path}"><strong>${name}</strong> ${text}</a></li>`,
      )}
      </ul>
      <h2>What advertisers pay for</h2>
      <div class="scroll" role="group" aria-label="Ad units" tabindex="0">${unitsTable()}</div>
    </div>`,
  });
}

function sideSection({ title, text, language, code, guide }: Side): Markup {
  return html`
      <section class="side-by-side">
        <div>
          <h2>${title}</h2>
          <p>${text}</p>
          <p><a href="${guide}">Quick start for ${title.toLowerCase()}</a></p>
        </div>
        ${codeBlock(code, language)}
      </section>`;
}

function pagesOf(environment: Environment) {
  const all = [
    { path: "/docs", name: "Docs", text: `Guides, kit, widget and all ${CATALOGUE.length} tools.` },
    { path: "/explore", name: "Explore", text: "Search the product feed as a chat does." },
    { path: "/console", name: "Console", text: "Campaigns, earnings and ledger of an agent." },
    { path: "/llms.txt", name: "llms.txt", text: "Everything an agent needs to begin." },
    { path: "/demo", name: "Demo chat", text: "A chat with offers, and each charge behind them." },
    { path: "/shop", name: "Demo shop", text: "Where the demo's offers lead." },
  ];
  // Without `npm start` there is no demo.
  return environment === "demo" ? all : all.filter(({ name }) => !name.startsWith("Demo"));
}

function unitsTable(): Markup {
  return html`<table class="stacks">
        <thead><tr>
          <th scope="col">Ad unit</th><th scope="col">The advertiser pays when</th>
          <th scope="col" class="number">Floor (credits)</th>
        </tr></thead>
        <tbody>${AD_UNIT_TYPES.map((adUnitType) => {
          const { paysWhen, floorCredits, pricedBy } = AD_UNITS[adUnitType];
          const per = pricedBy === 1 ? "" : ` for ${pricedBy.toLocaleString("en-US")}`;
          return html`
          <tr><th scope="row"><code>${adUnitType}</code></th><td>${paysWhen}</td>
            <td class="number" data-name="Floor (credits)">${floorCredits}${per}</td></tr>`;
        })}
        </tbody>
      </table>`;
}

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

/** Marks the link to the page that is shown. */
export function currentAt(isCurrent: boolean): Markup {
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

/** The search over the documents; works without a script. */
export function searchForm(query = ""): Markup {
  return html`<form class="search" role="search" action="/docs/search">
    <label class="spoken" for="q">Search the docs</label>
    <input id="q" name="q" type="search" value="${query}" placeholder="Search the docs"
      maxlength="200" autocomplete="off" spellcheck="false">
    <button type="submit">Search</button>
  </form>`;
}
