import { CATALOGUE } from "../tools/catalogue.ts";
import { type NavGroup, navGroups } from "./docs-frame.ts";
import { html, type Markup } from "./markup.ts";

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
