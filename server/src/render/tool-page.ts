import { generalErrorsOf } from "../contract/define-tool.ts";
import { ERRORS, type ErrorCode } from "../contract/errors.ts";
import { RATE_LIMITS } from "../contract/rate-limits.ts";
import { type SchemaNode, schemasOf } from "../tools/schemas.ts";
import type { Tool } from "../tools/tool.ts";
import { type FieldRow, fieldRows } from "./fields.ts";
import { codeBlock, html, inline, Markup } from "./markdown.ts";
import type { PlainRequest, RecipeStep, ToolRequest } from "./recipes.ts";
import { coded, recordedAnswer, whoMayCall } from "./words.ts";

export const TOOL_HEADINGS = [
  { id: "example", title: "Example" },
  { id: "arguments", title: "Arguments" },
  { id: "answer", title: "Answer" },
  { id: "errors", title: "Errors" },
];

export function toolPage(tool: Tool, baseUrl: string): Markup {
  const path = `/docs/tools/${tool.name}`;
  const { input, output } = schemasOf(tool);
  const hasOwn = tool.errors.length > 0;
  const also = hasOwn ? " also" : "";
  const nextTools = tool.nextTools.map((name) => html`<li>${inline(coded([name]), path)}</li>`);
  return html`
    <h1><code>${tool.name}</code></h1>
    <p class="lead">${tool.title}</p>
    <div class="tool">
      <div class="about">
        <p>${inline(tool.description, path)}</p>
        <dl class="facts">
          <dt>Who may call it</dt><dd>${capitalized(whoMayCall(tool))}</dd>
          <dt>Effect</dt><dd>${effectOf(tool)}</dd>
          <dt>Limit</dt><dd>${limitOf(tool)}</dd>
        </dl>
        <p>Often called next:</p><ul>${nextTools}</ul>
      </div>
      <div class="calls">
        ${heading("example", "Example")}
        ${exampleOf(tool, baseUrl)}
        ${tryForm(tool, input)}
        ${answerOf(tool, baseUrl)}
      </div>
      <div class="fields">
        ${heading("arguments", "Arguments")}
        ${fieldsTable(fieldRows(input), "Argument", path) ?? html`<p>None.</p>`}
        ${heading("answer", "Answer")}
        ${fieldsTable(fieldRows(output), "Field", path) ?? html`<p>An empty object.</p>`}
        ${heading("errors", "Errors")}
        ${hasOwn ? errorsTable(tool.errors, path) : ""}
        <p class="soft">Any call may${also} answer ${inline(coded(otherErrorsOf(tool)), path)}.</p>
      </div>
    </div>
  `;
}

function heading(id: string, title: string): Markup {
  return html`<h2 id="${id}"><a class="anchor" href="#${id}">${title}</a></h2>`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function effectOf({ hints, takesIdempotencyKey }: Tool): string {
  if (hints.readOnly) return "Reads only";
  const what = hints.destructive ? "Moves money or ends something" : "Changes something";
  return takesIdempotencyKey ? `${what}; takes an idempotency key` : what;
}

function limitOf({ rateClass }: Tool): string {
  const { perSecond } = RATE_LIMITS[rateClass];
  if (perSecond < 1) return `${Math.round(perSecond * 3600)} calls an hour for each address`;
  return `${perSecond} calls a second for each key`;
}

/** A call that a running exchange answered, by each way to call. */
function exampleOf(tool: Tool, baseUrl: string): Markup {
  const recorded = recordedAnswer(tool.name);
  const args = recorded?.arguments ?? tool.examples[0]?.arguments ?? {};
  const ways = toolCode(tool, args, baseUrl);
  return html`
    <fieldset class="tabs">
      <legend class="spoken">Language of the example</legend>
      ${ways.map(
        ({ id, name }, index) => html`
      <input type="radio" name="way" id="way-${id}"${index === 0 ? html` checked` : ""}>
      <label for="way-${id}">${name}</label>`,
      )}
      ${ways.map(
        ({ id, code, language }) =>
          html`<div class="panel ${id}">${codeBlock(code, language)}</div>`,
      )}
    </fieldset>`;
}

/** The exchange whose answers were recorded. */
const RECORDED_AT = "http://127.0.0.1:8787";

function answerOf(tool: Tool, baseUrl: string): Markup | string {
  const recorded = recordedAnswer(tool.name);
  if (recorded === undefined) return "";
  const text = JSON.stringify(recorded.answer, null, 2).replaceAll(RECORDED_AT, baseUrl);
  return html`<p>The answer, with lists cut to two items:</p>
    <div class="answer">${codeBlock(text, "json")}</div>`;
}

/** The page's script makes a form of the schema when it is opened. */
function tryForm(tool: Tool, schema: SchemaNode): Markup {
  const data = { tool: tool.name, schema, example: tool.examples[0]?.arguments ?? {} };
  return html`<details class="try" id="try">
      <summary>Try ${tool.name}</summary>
      <noscript><p>The form needs JavaScript. The example above works in a shell.</p></noscript>
      <div id="try-form"></div>
    </details>
    <script type="application/json" id="try-data">${scriptData(data)}</script>`;
}

/** JSON that cannot end the element it stands in. */
function scriptData(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll("<", "\\u003c"));
}

function fieldsTable(rows: readonly FieldRow[], what: string, path: string): Markup | undefined {
  if (rows.length === 0) return undefined;
  return twoColumns(
    what,
    rows.map(
      (row) => html`<tr>
      <th scope="row"><code>${broken(row.path)}</code>${marker(row, what)}</th>
      <td>${row.meaning === "" ? "" : html`${inline(row.meaning, path)} `}<span class="soft"
        >${inline(row.kind, path)}${defaultOf(row)}</span></td>
    </tr>`,
    ),
  );
}

/** More columns would not fit a telephone. */
function twoColumns(what: string, rows: readonly Markup[]): Markup {
  return html`<table class="of-fields">
    <thead><tr><th scope="col">${what}</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
}

/** Arguments say what must be sent, answers what may be absent. */
function marker({ isRequired }: FieldRow, what: string): Markup | string {
  if (what === "Argument") return isRequired ? html` <span class="required">required</span>` : "";
  return isRequired ? "" : html` <span class="soft">optional</span>`;
}

/** A long name may be broken where a word of it ends, and nowhere else. */
function broken(name: string): Markup {
  const parts = name.split(/(?<=[._])|(?<=[a-z])(?=[A-Z])/);
  return html`${parts.map((part, index) => html`${index === 0 ? "" : html`<wbr>`}${part}`)}`;
}

function defaultOf(row: FieldRow): Markup | string {
  return row.defaultText === "" ? "" : html`; default <code>${row.defaultText}</code>`;
}

function errorsTable(errors: readonly ErrorCode[], path: string): Markup {
  return twoColumns(
    "Code",
    errors.map(
      (code) => html`<tr>
      <th scope="row"><a href="/docs/errors#${code}"><code>${broken(code)}</code></a></th>
      <td>${inline(ERRORS[code].meaning, path)}
        <span class="soft">HTTP ${ERRORS[code].status}</span></td>
    </tr>`,
    ),
  );
}

/** What every tool like it may answer, without what its own table has. */
function otherErrorsOf(tool: Tool): ErrorCode[] {
  return [...new Set(generalErrorsOf(tool))].filter((code) => !tool.errors.includes(code));
}

/** `id`: of its tab. */
export function toolCode(tool: Tool, args: Readonly<Record<string, unknown>>, baseUrl: string) {
  const call = { tool: tool.name, arguments: args };
  const key = tool.access === "public" ? undefined : "PLACARD_KEY";
  const body = JSON.stringify(call, null, 2);
  const curl = postWithCurl({ baseUrl, key, end: "'JSON'", body });
  return [
    { id: "curl", name: "curl", language: "sh", code: curl },
    { id: "ts", name: "TypeScript", language: "ts", code: typescript(call, baseUrl, key) },
    { id: "mcp", name: "MCP", language: "ts", code: mcp(call, baseUrl, key) },
  ];
}

/** `end` ends the body; in quotation marks it keeps the shell from filling anything in. */
function postWithCurl(post: {
  baseUrl: string;
  key: string | undefined;
  end: string;
  body: string;
}) {
  const { baseUrl, key, end, body } = post;
  const header = key === undefined ? "" : `  -H "Authorization: Bearer $${key}" \\\n`;
  return `curl -sS --fail-with-body "${baseUrl}/api/agent" \\
${header}  -H "Content-Type: application/json" --data-binary @- <<${end}
${body}
JSON`;
}

/** The header that has the key of a variable. */
const authorization = (key: string) => `authorization: \`Bearer $\{process.env.${key}}\``;

function typescript(call: ToolRequest, baseUrl: string, key: string | undefined): string {
  const headers =
    key === undefined
      ? '{ "content-type": "application/json" }'
      : `{
    "content-type": "application/json",
    ${authorization(key)},
  }`;
  return `const response = await fetch("${baseUrl}/api/agent", {
  method: "POST",
  headers: ${headers},
  body: JSON.stringify(${indented(call)}),
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.error.message);
console.log(answer);`;
}

function mcp(
  { tool: name, arguments: args }: ToolRequest,
  baseUrl: string,
  key: string | undefined,
): string {
  const [init, options] =
    key === undefined
      ? ["", ""]
      : [`const requestInit = { headers: { ${authorization(key)} } };\n`, ", { requestInit }"];
  return `import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const url = new URL("${baseUrl}/mcp");
${init}const transport = new StreamableHTTPClientTransport(url${options});
const client = new Client({ name: "my-agent", version: "1.0.0" });
await client.connect(transport);
const answer = await client.callTool(${indented({ name, arguments: args }, "")});
console.log(answer.structuredContent);
await client.close();`;
}

/** JSON whose later lines stand as far right as the line it begins on. */
function indented(value: object, indent = "  "): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}

/**
 * A request as a shell command. `$NAME` stands for what an earlier step kept: the shell fills it
 * in, and so can anything else that replaces text.
 */
export function curlOf(request: RecipeStep["request"], baseUrl: string): string {
  if (!("tool" in request)) {
    const post = request.method === "POST" ? " -X POST" : "";
    const address = baseUrl + pathOf(request);
    return `curl -sS --fail-with-body${post} "${address}" -H "Accept: application/json"`;
  }
  const { tool, key, arguments: args } = request;
  const body = JSON.stringify({ tool, arguments: args }, null, 2).replace(NUMBER, "$1");
  return postWithCurl({ baseUrl, key, end: "JSON", body });
}

/** A number stands without quotes. */
const NUMBER = /"(\$[A-Z_]+_CREDITS)"/g;

function pathOf({ path, values }: PlainRequest): string {
  const entries = Object.entries(values);
  const filled = entries.reduce(
    (done, [name, value]) => done.replace(`{${name}}`, String(value)),
    path,
  );
  const query = entries
    .filter(([name]) => !path.includes(`{${name}}`))
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%20", "+")}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}
