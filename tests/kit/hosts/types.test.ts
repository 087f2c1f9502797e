import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SCRATCH = fileURLToPath(new URL("../../.artifacts/types/", import.meta.url));
const run = promisify(execFile);

const AI = ["ai5/dist/index.mjs", "ai6/dist/index.mjs", "ai7/dist/index.js"];
const tools = (path: string): string => `../../tools/node_modules/${path}`;

/** What a program in TypeScript writes, with the types of the real packages. */
const PROGRAM = `
import { McpServer as OldServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer } from "@modelcontextprotocol/server";
import { createPublisherKit } from "@placard/publisher-kit";
import { offersMiddleware } from "@placard/publisher-kit/ai-sdk";
import { createExpressMiddleware } from "@placard/publisher-kit/express";
import { createFetchHandler } from "@placard/publisher-kit/fetch";
import { createKoaMiddleware } from "@placard/publisher-kit/koa";
import { offersMiddleware as forLangChain } from "@placard/publisher-kit/langchain";
import { findOffersTool } from "@placard/publisher-kit/tool";
import Koa from "koa";
import { createServer } from "node:http";
import { z } from "zod";
import { createAgent } from "${tools("langchain/dist/index.js")}";
${AI.map((path, index) => `import * as ai${index} from "${tools(path)}";`).join("\n")}

const kit = createPublisherKit({ baseUrl: "https://exchange.example", apiKey: "key" });
const found = findOffersTool(kit);
const { name, config, handler, description, parameters, execute } = found;
const middleware = offersMiddleware(kit);
${AI.map(
  (_, index) => `
declare const model${index}: Parameters<typeof ai${index}.wrapLanguageModel>[0]["model"];
ai${index}.wrapLanguageModel({ model: model${index}, middleware });
ai${index}.tool({ description, inputSchema: ai${index}.jsonSchema(parameters), execute });
ai${index}.createUIMessageStream({
  execute({ writer }) {
    offersMiddleware(kit, { writer, onTurn: (turn) => console.log(String(turn)) });
  },
});
type Middleware${index} = Parameters<typeof ai${index}.wrapLanguageModel>[0]["middleware"];
export const isReal${index}: { wrapStream: 1 } extends Middleware${index} ? false : true = true;`,
).join("\n")}
const offers = forLangChain(kit);
const agent = createAgent({ model: "fake", tools: [], middleware: [offers] });
export async function stream(content: string): Promise<void> {
  const input = { messages: [{ role: "user", content }] };
  for await (const [token] of offers.stream(agent, input)) console.log(token.text);
}
type Wrong = { name: "x"; wrapModelCall: 1 };
type Middleware = NonNullable<Parameters<typeof createAgent>[0]["middleware"]>[number];
export const isReal: Wrong extends Middleware ? false : true = true;
new McpServer({ name: "a", version: "1" }).registerTool(name, config, handler);
const inputSchema = { query: z.string() };
new OldServer({ name: "a", version: "1" }).registerTool(name, { ...config, inputSchema }, handler);
new Koa().use(createKoaMiddleware(kit, { address: (ctx) => ctx.ip, images: "proxy" }));
new Koa().use(createKoaMiddleware<Koa.Context>(kit, { claims: (ctx) => ctx.state.claims }));
const express = createExpressMiddleware(kit, { address: (req) => req.ip });
createServer((req, res) => express(req, res, () => void res.end()));
export const handle: (request: Request) => Promise<Response> = createFetchHandler(kit);
`;

test("the kit's types fit those of every package it is for", async () => {
  mkdirSync(SCRATCH, { recursive: true });
  writeFileSync(`${SCRATCH}program.ts`, PROGRAM);
  const config = { extends: "../../../tsconfig.json", include: ["program.ts"], exclude: [] };
  writeFileSync(`${SCRATCH}tsconfig.json`, JSON.stringify(config));
  const { stdout } = await run(`${ROOT}node_modules/.bin/tsc`, ["--noEmit", "-p", SCRATCH]).catch(
    (failure: { stdout: string }) => failure,
  );
  expect(stdout).toBe("");
}, 60_000);
