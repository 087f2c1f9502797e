import { GENERAL_ERRORS } from "../contract/define-tool.ts";
import { NO_FILLS } from "../contract/enums.ts";
import { ERRORS } from "../contract/errors.ts";
import { KEY_PREFIX } from "../contract/keys.ts";
import { RATE_LIMITS } from "../contract/rate-limits.ts";
import { CREDIT_PACKS } from "../contract/resources/wallet.ts";
import { AD_UNIT_TYPES, AD_UNITS, BUDGET_MIN_CREDITS } from "../contract/units.ts";
import { API_VERSION } from "../contract/version.ts";
import { CATALOGUE, catalogHash } from "../tools/catalogue.ts";
import { docsGroups, pageOfFile } from "../tools/help/documents.ts";
import { type SchemaNode, schemasOf } from "../tools/schemas.ts";
import type { Tool } from "../tools/tool.ts";
import { DIALECTS, type Dialect, otherProtocols } from "./dialects.ts";
import { type FieldRow, fieldRows, type Shown, shownBefore } from "./fields.ts";
import { RECIPES, type Recipe, type RecipeStep } from "./recipes.ts";
import { curlOf } from "./tool-page.ts";
import { CITATIONS, coded, exampleInsert, REASONS, whoMayCall } from "./words.ts";

/** `GET /llms-full.txt`: every tool with all its fields, every code, every number. */
export function renderLlmsFull(baseUrl: string, dialects: readonly Dialect[] = DIALECTS): string {
  return `# Placard, in full

> Everything about the exchange at ${baseUrl}: conventions, units and floors, every tool with its
> arguments, answer and errors, every code. To begin, read ${baseUrl}/llms.txt instead.

API version ${API_VERSION}. Catalogue ${catalogHash()}: when this value in
\`${baseUrl}/api/public/info\` changes, read this text again.

${CONVENTIONS}
## Ad units and floors

\`rateCredits\` is the price of one unit; for \`cpm\` of 1,000 impressions, with at most 3 decimals,
else with at most 6. The smallest budget is ${BUDGET_MIN_CREDITS} credits or ten units (for
\`cpm\` 1,000 impressions), whichever is more. The fee of the exchange is \`feeBps\` hundredths
of a percent of each unit, frozen in the campaign; the publisher gets the rest. Earnings are
pending first; they mature when the advertiser confirms, else by themselves.

${unitsTable()}
## Citations

${CITATIONS}
## Credit packs

${table(
  ["packId", "credits", "US dollars"],
  Object.entries(CREDIT_PACKS).map(([packId, pack]) => [
    packId,
    String(pack.credits),
    String(pack.priceUsd),
  ]),
)}
${limitsAndAddresses(baseUrl)}
${otherProtocols(baseUrl, dialects)}## Tools

${toolTexts()}
## Error codes

${table(
  ["code", "HTTP", "recovery", "meaning"],
  Object.entries(ERRORS).map(([code, kind]) => [
    `\`${code}\``,
    String(kind.status),
    kind.recovery,
    kind.meaning,
  ]),
)}
## Reasons for not charging a report

A report that is understood is answered with 200 and kept. When it was not (wholly) charged,
\`reason\` says why.

${table(["reason", "meaning"], pairs(REASONS))}
## Reasons for a no-fill

\`deliver_ad\` answers 200 with \`filled: false\` and \`noFillReason\`. Continue without an ad.

${table(["noFillReason", "meaning"], pairs(NO_FILLS))}`;
}

function limitsAndAddresses(baseUrl: string): string {
  return `## Limits on calls

For each key, or each address without one; HTTP and MCP share them. \`whoami\` shows those in force.

${limitsTable()}
## Addresses

- \`${baseUrl}/api/agent\`: every tool, by POST
- \`${baseUrl}/mcp\`: every tool over MCP; \`/mcp/sell\`, \`/mcp/buy\`, \`/mcp/feed\`: some of them
- \`${baseUrl}/api/public/info\`, \`/api/public/brands\`,
  \`/api/public/shopfeed-products\`: public, by GET
- \`${baseUrl}/openapi.json\`: all of this for programs
- \`${baseUrl}/recipes.arazzo.json\`: the recipes as workflows
- \`${baseUrl}/llms.txt\`: the recipes, step by step
`;
}

export function limitsTable(): string {
  return table(
    ["calls", "a second", "at once"],
    Object.entries(RATE_LIMITS).map(([name, { perSecond, burst }]) => [
      CALLS[name] ?? name,
      perSecond < 1 ? `${Math.round(perSecond * 3600)} an hour` : String(perSecond),
      String(burst),
    ]),
  );
}

const CALLS: Readonly<Record<string, string>> = {
  read: "reads",
  write: "what changes something",
  report: "deliver_ad and reports",
  search: "public searches",
  register: "register",
  event: "events of reports",
  unbilled: "those of them that were not billed",
};

export const CONVENTIONS = `## Conventions

- One call: \`POST /api/agent\`, \`Content-Type: application/json\`, body \`{"tool", "arguments",
  "idempotencyKey"?}\`. Arguments are strict: an unknown field is an error that names it. At most
  256 KB (report_events: 1 MB). The answer is the result object itself, with status 200.
- Key: \`Authorization: Bearer ${KEY_PREFIX}…\`. Never in arguments, addresses or texts: such a call
  is refused; report_bug and report_experience take the key out instead.
- Money: \`…Credits\` are JSON numbers with at most 6 decimals; 100 credits are 1 US dollar.
- Ids: a prefix of three letters, \`_\`, 26 characters. Times: RFC 3339 in UTC, ending in Z.
- Lists: \`{"items": [...], "nextCursor": string or null}\`; send \`nextCursor\` as \`cursor\`
  for the next page. Product search pages by \`page\` and says \`hasMore\`.
- Repeating: tools that change something take \`idempotencyKey\` (1 to 255 characters, kept 30
  days): the same key with the same arguments answers what the first call answered. Reports take an
  \`eventId\` of your own making (\`evt_\` and a UUIDv7 in base32), which counts once for ever.
- Errors: \`{"error": {"code", "message", "recovery", "suggestion"?, "field"?, "issues"?,
  "details"?, "retryAfterSeconds"?, "nextTools"?, "docUrl"}, "requestId"}\`. \`recovery\` is
  \`transient\` (the same call may pass later), \`correctable\` (change the call) or \`terminal\`
  (stop). Codes may be added.
- Every call may also answer ${coded(GENERAL_ERRORS.always)}; of an unknown tool
  \`unknown_tool\`; of a tool that needs a key ${coded(GENERAL_ERRORS.withKey)}, of one for one side
  ${coded(GENERAL_ERRORS.withRole)}, of one that changes something
  ${coded(GENERAL_ERRORS.changing)}, of one that takes an idempotency key
  ${coded(GENERAL_ERRORS.repeatable)}.
- For an object of another agent the answer is \`not_found\`, as for one that does not exist.
- Limits on calls per key are in \`whoami\`; beyond them \`rate_limited\` says how long to wait.
- MCP: \`/mcp\` serves the same tools. An error is a result with \`isError\` and the same object.
`;

function unitsTable(): string {
  return table(
    ["adUnitType", "floor", "what is paid", "report", "matures after", "contextUse"],
    AD_UNIT_TYPES.map((adUnitType) => {
      const unit = AD_UNITS[adUnitType];
      const type = unit.conversionType === undefined ? "" : ` (${unit.conversionType})`;
      return [
        `\`${adUnitType}\``,
        `${unit.floorCredits}`,
        unit.meaning,
        `${unit.reportTool}${type}`,
        `${unit.maturityHours} h`,
        unit.needsReasoningContext ? "`reasoning_context`" : "any",
      ];
    }),
  );
}

export function toolText(tool: Tool, known = new Map<string, string>()): string {
  const { input, output } = schemasOf(tool);
  const shown = shownBefore(tool.name, known);
  const lines = [
    `### ${tool.name}`,
    tool.description,
    `Who: ${whoMayCall(tool)}. ${effectOf(tool)}`,
    argumentsText(input, shown),
    ...tool.examples.map((example) => exampleText(tool, example)),
    answerText(output, shown),
    `Errors: ${tool.errors.length === 0 ? "" : `${coded(tool.errors)}; and `}those of every call.`,
    `Next: ${tool.nextTools.join(", ")}.`,
  ];
  return `${lines.map((line) => line.trimEnd()).join("\n\n")}\n`;
}

function toolTexts(): string {
  const known = new Map<string, string>();
  return CATALOGUE.map((tool) => toolText(tool, known)).join("\n");
}

function argumentsText(schema: SchemaNode, shown: Shown): string {
  const tool = shown(schema);
  if (tool !== undefined) return `Arguments: as in ${tool}.`;
  const rows = fieldRows(schema, shown);
  return rows.length === 0
    ? "Arguments: none, send `{}`."
    : `Arguments:\n\n${argumentsTable(rows)}`;
}

function answerText(schema: SchemaNode, shown: Shown): string {
  const tool = shown(schema);
  if (tool !== undefined) return `Answer: as in ${tool}.`;
  return `Answer:\n\n${answerList(fieldRows(schema, shown))}`;
}

function effectOf(tool: Tool): string {
  if (!tool.takesIdempotencyKey) return tool.hints.readOnly ? "Changes nothing." : "";
  return "Changes something: takes `idempotencyKey`.";
}

function exampleText(tool: Tool, example: Tool["examples"][number]): string {
  const body = { tool: tool.name, arguments: example.arguments };
  return `Example (${lowerFirst(example.title)}):\n\n\`\`\`json\n${JSON.stringify(body)}\n\`\`\``;
}

function argumentsTable(rows: readonly FieldRow[]): string {
  return table(
    ["argument", "required", "type and limits", "default", "meaning"],
    rows.map((row) => [
      `\`${row.path}\``,
      row.isRequired ? "yes" : "",
      row.kind,
      row.defaultText,
      row.meaning,
    ]),
  );
}

/** Answers carry many fields and few rules: a list reads better than a table. */
function answerList(rows: readonly FieldRow[]): string {
  return rows
    .map((row) => {
      const meaning = row.meaning === "" ? "" : `: ${row.meaning}`;
      return `- \`${row.path}\`${row.isRequired ? "" : " (optional)"} ${row.kind}${meaning}`;
    })
    .join("\n");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return `${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}

function pairs(words: Readonly<Record<string, string>>): string[][] {
  return Object.entries(words).map(([code, meaning]) => [`\`${code}\``, meaning]);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `GET /llms.txt`: what an agent needs from registering to a first campaign of its own. */
export function renderLlms(baseUrl: string, dialects: readonly Dialect[] = DIALECTS): string {
  return `# Placard

> Placard is an advertising exchange that software agents operate. Publishers sell places in their
> chats and answers, advertisers book them with prepaid credits, and every reported event is paid
> from the advertiser's escrow to the publisher at once. 100 credits are 1 US dollar.

Every tool is one request: \`POST ${baseUrl}/api/agent\` with the JSON body
\`{"tool": "<name>", "arguments": {...}}\`. The answer is the tool's result object itself. Most
tools need the header \`Authorization: Bearer <key>\`; \`register\` gives you the key. Over MCP the
same tools are at \`${baseUrl}/mcp\`; \`/mcp/sell\`, \`/mcp/buy\` and \`/mcp/feed\` list only those
of one side, or of the product feed.

An error is \`{"error": {"code", "message", "recovery", "suggestion"?, "nextTools"?, ...}}\`. Read
\`suggestion\`; when \`recovery\` is \`transient\` repeat the call later, when it is
\`correctable\` change it, when it is \`terminal\` stop. Send \`"idempotencyKey": "<any text>"\`
beside \`arguments\` to repeat a call that changes something without doing it twice. Never send a
key anywhere but in that header. Calls per key are limited (${limitsText()}); beyond that
\`rate_limited\` says in \`retryAfterSeconds\` how long to wait. When stuck, call \`ask_help\`.

The steps below run as they stand, in this order; to try the exchange alone, play both sides.
\`$NAME\` is a value that an earlier answer gave you: a line with *Keep* names it, with its place in
that answer in the notation of jq.

${RECIPES.map((recipe, index) => recipeText(recipe, index + 1, baseUrl)).join("\n")}
## Citations

${CITATIONS}
## Publisher kit

${summaryOf("publisher-kit/README.md")} A route in a framework with fetch handlers:

${exampleInsert("publisher-kit/docs/fetch.md")}

${pageLines("/docs/kit", baseUrl)}

## Widget

${summaryOf("widget/README.md")}

${exampleInsert("widget/docs/html.md")}

${pageLines("/docs/widget", baseUrl)}

## Guides

${pageLines("/docs/guides", baseUrl)}

## Tools

${CATALOGUE.map((tool) => toolLine(tool, baseUrl)).join("\n")}

${otherProtocols(baseUrl, dialects)}## More

- [llms-full.txt](${baseUrl}/llms-full.txt): every tool with arguments, answers and errors; floors
- [openapi.json](${baseUrl}/openapi.json): the same for programs (OpenAPI 3.1)
- [Recipes](${baseUrl}/recipes.arazzo.json): the steps above as workflows (Arazzo 1.0)
- [MCP](${baseUrl}/mcp): the tools for MCP clients, streamable HTTP, no session
- [Brands](${baseUrl}/api/public/brands): what platform demand pays for, as JSON
- [Products](${baseUrl}/api/public/shopfeed-products?q=shoes): the product feed, as JSON
- [Facts](${baseUrl}/api/public/info): tools, floors, credit packs and limits as JSON
- [Errors](${baseUrl}/docs/errors.md): every error code and what to do
- [Docs](${baseUrl}/docs): all of this for people, with a form to try each tool
`;
}

/** The first paragraph of a document, in one line. */
function summaryOf(file: string): string {
  const [, paragraph = ""] = pageOfFile(file)?.markdown.split("\n\n") ?? [];
  return paragraph.replaceAll("\n", " ");
}

function pageLines(group: string, baseUrl: string): string {
  const pages = docsGroups().find(({ path }) => path === group)?.pages ?? [];
  return pages.map(({ path, title }) => `- [${title}](${baseUrl}${path}.md)`).join("\n");
}

export function recipeText(recipe: Recipe, number: number, baseUrl: string): string {
  const steps = recipe.steps.map((step, index) =>
    stepText(step, `${number}.${index + 1}`, baseUrl),
  );
  return `## ${number}. ${recipe.title}\n\n${recipe.intro}\n\n${steps.join("\n")}`;
}

function stepText(step: RecipeStep, number: string, baseUrl: string): string {
  const keep = (step.keep ?? []).map(
    ({ name, path }) => `Keep \`${path}\` of the answer as \`${name}\`.\n`,
  );
  const expect = step.expect === undefined ? [] : [`Answer: ${step.expect}\n`];
  return [
    `${number} ${step.say}\n\n\`\`\`sh\n${curlOf(step.request, baseUrl)}\n\`\`\`\n`,
    ...keep,
    ...expect,
  ].join("\n");
}

function toolLine({ name, description }: Tool, baseUrl: string): string {
  return `- [${name}](${baseUrl}/docs/tools/${name}.md): ${firstSentence(description)}`;
}

function limitsText(): string {
  const { read, write, report } = RATE_LIMITS;
  return (
    `${read.perSecond} reads, ${write.perSecond} writes, ${report.perSecond} reports a second, ` +
    "twice that at once"
  );
}

function firstSentence(text: string): string {
  return /^.*?[.](?= [A-Z`]|$)/.exec(text)?.[0] ?? text;
}
