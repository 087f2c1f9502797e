import { RATE_LIMITS } from "../contract/rate-limits.ts";
import { CATALOGUE } from "../tools/catalogue.ts";
import { docsGroups } from "../tools/help/pages.ts";
import type { Tool } from "../tools/tool.ts";
import { curlOf } from "./curl.ts";
import { DIALECTS, type Dialect, otherProtocols } from "./dialects.ts";
import { exampleInsert } from "./examples.ts";
import { RECIPES, type Recipe, type RecipeStep } from "./recipes.ts";
import { CITATIONS } from "./words.ts";

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
  const page = docsGroups()
    .flatMap(({ pages }) => pages)
    .find((one) => one.file === file);
  const [, paragraph = ""] = page?.markdown.split("\n\n") ?? [];
  return paragraph.replaceAll("\n", " ");
}

/** A line for each page of a group, with its text. */
function pageLines(group: string, baseUrl: string): string {
  const pages = docsGroups().find(({ path }) => path === group)?.pages ?? [];
  return pages.map(({ path, title }) => `- [${title}](${baseUrl}${path}.md)`).join("\n");
}

/** The steps of a recipe as Markdown. */
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
