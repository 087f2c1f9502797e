import { EMIT, type Host, NODE } from "./host.ts";

const AI_SDK = "publisher-kit/docs/ai-sdk.md";
const MESSAGES = { shows: "messages", cites: true } as const;
const TEXT = { shows: "text", cites: true } as const;

/** Built for development, because only then StrictMode runs each effect twice. */
const BUILD_PAGE = "NODE_ENV=development npx vite build --mode development";
const SERVER = ["hono@4", "@hono/node-server@2", ...NODE];
const REACT = [
  "react-markdown@10",
  "react@19",
  "react-dom@19",
  "@types/react@19",
  "@types/react-dom@19",
  "vite@8",
];
const PAGE = {
  "index.html": `<div id="app"></div><script type="module" src="/main.tsx"></script>`,
  "main.tsx": `import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./chat.tsx";
const app = document.querySelector("#app");
if (app) createRoot(app).render(<StrictMode><Chat /></StrictMode>);
`,
  "vite.config.mjs": `const build = { outDir: "public", minify: false };
export default { publicDir: false, build };
`,
};

const serving = (
  imports: string,
  routes: string,
): string => `import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
${imports}
const app = new Hono();
${routes}
app.use("*", serveStatic({ root: "public" }));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });
`;

const CHAT_SERVER = serving(
  `import { offers, POST } from "./route.ts";`,
  `app.post("/api/chat", (context) => POST(context.req.raw));
app.all("/offers/*", (context) => offers(context.req.raw));`,
);

const AI_MODEL = `import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
const { MODEL_URL: baseURL = "" } = process.env;
export const model = createOpenAICompatible({ name: "local", baseURL }).chatModel("scripted");
`;

/** The route without offers: a stream of a message with a writer, of a model of its own. */
const OWN_ROUTE = [
  ...[/^import \* as ai/, /your-model/, /^export async function POST/, /convertToModelMessages/],
  ...[/createUIMessageStream\(/, /^writer\.merge/],
];
const OWN_CHAT = [
  ...[
    /useChat/,
    /react-markdown/,
    /^const (send|parts)/,
    /^export function Chat/,
    /^return \(/,
    /^<\/?(form|input|button)/,
  ],
  ...[/^\{parts/, /"text"/],
];

const aiPackages = (versions: readonly [string, string, string]): string[] => [
  `ai@${versions[0]}`,
  `@ai-sdk/react@${versions[1]}`,
  `@ai-sdk/openai-compatible@${versions[2]}`,
  "zod@4",
];

const aiSdk = (version: string, versions: readonly [string, string, string]): Host => ({
  name: `ai-sdk-${version}`,
  pages: [AI_SDK],
  packages: [...aiPackages(versions), ...REACT, ...SERVER],
  own: [...OWN_ROUTE, ...OWN_CHAT],
  files: { ...PAGE, "start.ts": CHAT_SERVER, "your-model.ts": AI_MODEL },
  builds: [BUILD_PAGE, EMIT],
  start: "node dist/start.js",
  linesMax: 10,
  drive: MESSAGES,
});

const assistantUi: Host = {
  ...aiSdk("7", ["7", "4", "3"]),
  name: "assistant-ui",
  pages: [AI_SDK, "publisher-kit/docs/assistant-ui.md"],
  packages: [
    ...["@assistant-ui/react@0.15", "@assistant-ui/react-ai-sdk@1"],
    ...[...aiPackages(["7", "4", "3"]), ...REACT, ...SERVER],
  ],
  own: [
    ...OWN_ROUTE,
    /@assistant-ui/,
    /useChatRuntime/,
    /Primitive\.(Root|Input|Send|Messages|Parts)/,
    /^export const Chat/,
    /AssistantRuntimeProvider>/,
  ],
};

const copilotKit: Host = {
  name: "copilotkit",
  pages: ["publisher-kit/docs/copilotkit.md"],
  packages: [
    ...["@copilotkit/react-core@1", "@copilotkit/runtime@1", "@ai-sdk/openai-compatible@2"],
    ...["zod@4", ...REACT, ...SERVER],
  ],
  own: [
    ...[/CopilotChat/, /useEffect, useRef/, /^export function Chat/, /useAgent\(\)/, /^return \(/],
  ],
  files: {
    ...PAGE,
    "main.tsx": `import { CopilotKit } from "@copilotkit/react-core/v2";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./chat.tsx";
const app = document.querySelector("#app");
const page = (
  <StrictMode>
    <CopilotKit runtimeUrl="/api/copilotkit" useSingleEndpoint={false}><Chat /></CopilotKit>
  </StrictMode>
);
if (app) createRoot(app).render(page);
`,
    "your-model.ts": AI_MODEL,
    "start.ts": serving(
      `import * as copilotKit from "@copilotkit/runtime/v2";
import { POST } from "./offers.ts";
import { model } from "./your-model.ts";
const agent = new copilotKit.BuiltInAgent({ model });
const runtime = new copilotKit.CopilotRuntime({ agents: { default: agent } });
const basePath = "/api/copilotkit";
const copilot = copilotKit.createCopilotRuntimeHandler({ runtime, basePath });`,
      `app.all("/api/copilotkit/*", (context) => copilot(context.req.raw));
app.all("/offers/*", (context) => POST(context.req.raw));`,
    ),
  },
  builds: [BUILD_PAGE, EMIT],
  start: "node dist/start.js",
  linesMax: 10,
  drive: { shows: "box", cites: false },
};

const answering = (
  imports: string,
  pieces: string,
): string => `import { createServer } from "node:http";
import { json } from "node:stream/consumers";
${imports}
createServer(async (req, res) => {
  if (req.url !== "/chat") return void res.end("ok");
  const { text } = (await json(req)) as { text: string };
  for await (const piece of ${pieces}) {
    if (res.destroyed) break;
    res.write(piece);
  }
  res.end();
}).listen(Number(process.env.PORT), "127.0.0.1");
`;

const textHost = (host: Pick<Host, "name" | "packages" | "files" | "own">): Host => ({
  pages: [`publisher-kit/docs/${host.name}.md`],
  builds: [EMIT],
  start: "node dist/start.js",
  linesMax: 10,
  drive: TEXT,
  ...host,
  packages: [...host.packages, ...NODE],
});

const langChain = textHost({
  name: "langchain",
  packages: ["langchain@1", "@langchain/core@1", "@langchain/openai@1"],
  own: [/createAgent \}/, /your-model/],
  files: {
    "your-model.ts": `import { ChatOpenAI } from "@langchain/openai";
const configuration = { baseURL: process.env.MODEL_URL };
export const model = new ChatOpenAI({ model: "gpt-4o-mini", apiKey: "none", configuration });
`,
    "start.ts": answering(
      `import { stream } from "./agent.ts";
async function* textOf(text: string): AsyncGenerator<string> {
  for await (const [token] of await stream(text)) yield token.text;
}`,
      "textOf(text)",
    ),
  },
});

const llamaIndex = textHost({
  name: "llamaindex",
  packages: ["llamaindex@0.12", "@llamaindex/workflow@1", "@llamaindex/openai@0.4"],
  own: [
    /@llamaindex/,
    /your-model/,
    /^type Run/,
    /agentStreamEvent/,
    /^async function\* textOf/,
    /^export async function answer/,
  ],
  files: {
    "your-model.ts": `import { openai } from "@llamaindex/openai";
const { MODEL_URL: baseURL = "" } = process.env;
export const llm = openai({ model: "gpt-4o-mini", apiKey: "none", baseURL });
`,
    "start.ts": answering(`import { answer } from "./answer.ts";`, "await answer(text)"),
  },
});

const slack = textHost({
  name: "slack-discord",
  packages: [],
  own: [/^export async function reply/],
  files: {
    "start.ts": answering(
      `import { reply } from "./reply.ts";
async function ask(system: string, user: string): Promise<string> {
  const messages = [{ role: "system", content: system }, { role: "user", content: user }];
  const body = JSON.stringify({ model: "scripted", messages });
  const url = \`\${process.env.MODEL_URL}/chat/completions\`;
  const response = await fetch(url, { method: "POST", body });
  const { choices } = (await response.json()) as { choices: [{ message: { content: string } }] };
  return choices[0].message.content;
}`,
      "[await reply(text, ask)]",
    ),
  },
});

/** Hosts with a model, and those that show the turn of each message. */
export const CHATS: readonly Host[] = [
  aiSdk("5", ["5", "2", "1"]),
  aiSdk("6", ["6", "3", "2"]),
  aiSdk("7", ["7", "4", "3"]),
  assistantUi,
  copilotKit,
  langChain,
  llamaIndex,
  slack,
];
