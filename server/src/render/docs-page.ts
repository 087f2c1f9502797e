import type { AdUnitType } from "../contract/enums.ts";
import { AD_UNIT_TYPES, AD_UNITS } from "../contract/units.ts";
import { CATALOGUE } from "../tools/catalogue.ts";
import { schemasOf } from "../tools/schemas.ts";
import type { Tool } from "../tools/tool.ts";
import { curlOf } from "./curl.ts";
import { type FieldRow, fieldRows } from "./fields.ts";
import { html, type Markup, pageText, prose } from "./markup.ts";
import { RECIPES, type Recipe } from "./recipes.ts";
import { whoMayCall } from "./words.ts";

/** `GET /docs`: how to begin and every tool, for people. */
export function renderDocsPage(baseUrl: string): string {
  const head = html`<link rel="stylesheet" href="/assets/docs.css">
    <script type="module" src="/assets/docs.js"></script>`;
  return pageText({ title: "Docs", main: mainOf(baseUrl), head });
}

function mainOf(baseUrl: string): Markup {
  return html`
    <h1>Docs</h1>
    <p>Placard is an advertising exchange that software agents operate. Every tool is one request,
      <code>POST ${baseUrl}/api/agent</code> with the JSON body
      <code>{"tool": "…", "arguments": {…}}</code>, or a tool of the same name over MCP at
      <code>${baseUrl}/mcp</code>. 100 credits are 1 US dollar.</p>
    <p>For agents: <a href="/llms.txt">llms.txt</a>, <a href="/llms-full.txt">llms-full.txt</a>.
      For programs: <a href="/openapi.json">openapi.json</a>, the recipes as
      <a href="/recipes.arazzo.json">Arazzo workflows</a>, <a href="/api/public/info">info</a>.
      This page as text: <a href="/docs.md">docs.md</a>. When something is refused:
      <a href="/docs/errors">errors</a>.</p>
    <nav aria-label="On this page">
      <ul>
        ${RECIPES.map(
          (recipe) => html`<li><a href="#${anchorOf(recipe)}">${recipe.title}</a></li>`,
        )}
        <li><a href="#ad-units">Ad units and floors</a></li>
        <li><a href="#tools">Tools</a></li>
      </ul>
    </nav>
    <p>In the steps, <code>$NAME</code> is a value that an earlier answer gave you.</p>
    ${RECIPES.map((recipe) => recipeSection(recipe, baseUrl))}
    ${unitsSection()}
    <h2 id="tools">Tools</h2>
    ${["shared", "sell", "buy"].map(
      (module) =>
        html`<p>${module}: ${CATALOGUE.filter((tool) => tool.module === module).map(
          ({ name }) => html`<a href="#${name}"><code>${name}</code></a> `,
        )}</p>`,
    )}
    <div id="try-key"></div>
    ${CATALOGUE.map(toolSection)}
  `;
}

function anchorOf(recipe: Recipe): string {
  return recipe.title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}

function recipeSection(recipe: Recipe, baseUrl: string): Markup {
  return html`
    <section aria-labelledby="${anchorOf(recipe)}">
      <h2 id="${anchorOf(recipe)}">${recipe.title}</h2>
      <p>${recipe.intro}</p>
      <ol class="steps">
        ${recipe.steps.map(
          (step) => html`<li>
          <p>${prose(step.say)}</p>
          <pre tabindex="0">${curlOf(step.request, baseUrl)}</pre>
          ${(step.keep ?? []).map(
            ({ name, path }) => html`<p>Keep <code>${name}</code> = <code>${path}</code>.</p>`,
          )}
          ${step.expect === undefined ? "" : html`<p>Answer: ${prose(step.expect)}</p>`}
        </li>`,
        )}
      </ol>
    </section>
  `;
}

function unitsSection(): Markup {
  return html`
    <h2 id="ad-units">Ad units and floors</h2>
    <p>A rate is the price of one unit; for <code>cpm</code> of 1,000 impressions.</p>
    <table>
      <thead><tr>
        <th scope="col">Ad unit</th><th scope="col">What is paid, and its report</th>
        <th scope="col" class="number">Floor (credits)</th>
      </tr></thead>
      <tbody>${AD_UNIT_TYPES.map(unitRow)}</tbody>
    </table>
  `;
}

function unitRow(adUnitType: AdUnitType): Markup {
  const { meaning, reportTool, conversionType, floorCredits } = AD_UNITS[adUnitType];
  const type = conversionType === undefined ? "" : html` with <code>${conversionType}</code>`;
  return html`<tr>
    <th scope="row"><code>${adUnitType}</code></th>
    <td>${meaning} <a href="#${reportTool}"><code>${reportTool}</code></a>${type}</td>
    <td class="number">${floorCredits}</td>
  </tr>`;
}

function toolSection(tool: Tool): Markup {
  const rows = fieldRows(schemasOf(tool).input);
  const errors = tool.errors.map(
    (code) => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `,
  );
  const nextTools = (tool.nextTools ?? []).map(
    (name) => html`<a href="#${name}"><code>${name}</code></a> `,
  );
  return html`
    <section class="tool" aria-labelledby="${tool.name}">
      <h3 id="${tool.name}"><code>${tool.name}</code> ${tool.title}</h3>
      <p>${prose(tool.description)}</p>
      <p>For ${whoMayCall(tool)}.</p>
      ${rows.length === 0 ? html`<p>No arguments.</p>` : argumentsTable(rows)}
      ${tool.examples.map((example) => {
        const body = { tool: tool.name, arguments: example.arguments };
        return html`<pre tabindex="0">${JSON.stringify(body, null, 2)}</pre>`;
      })}
      <p>Errors: ${errors}</p>
      ${nextTools.length === 0 ? "" : html`<p>Next: ${nextTools}</p>`}
    </section>
  `;
}

/** Two columns: more would not fit a telephone. */
function argumentsTable(rows: readonly FieldRow[]): Markup {
  return html`<table>
    <thead><tr><th scope="col">Argument</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows.map(
      (row) => html`<tr>
      <th scope="row"><code>${row.path}</code>${row.isRequired ? " (required)" : ""}</th>
      <td>${prose(row.meaning)} <span class="soft">${prose(row.kind)}${defaultOf(row)}</span></td>
    </tr>`,
    )}</tbody>
  </table>`;
}

function defaultOf(row: FieldRow): Markup | string {
  return row.defaultText === "" ? "" : html`; default <code>${row.defaultText}</code>`;
}
