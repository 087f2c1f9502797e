import { createServer } from "node:http";
import { INVALID_PARAMS, ProtocolError, Server } from "@modelcontextprotocol/server";
import Koa from "koa";
import { freePort } from "../../local/free-port.ts";
import { ExchangeError } from "../../server/src/contract/errors.ts";
import { systemClock } from "../../server/src/core/clock.ts";
import { createIdSource } from "../../server/src/core/ids.ts";
import { silentLogger } from "../../server/src/core/log.ts";
import { createBodyReader } from "../../server/src/http/body.ts";
import { errorHandler } from "../../server/src/http/errors.ts";
import { createMcpEndpoint } from "../../server/src/http/mcp.ts";
import { requestId } from "../../server/src/http/request.ts";
import { createRouter } from "../../server/src/http/routes.ts";
import { getPrompt, listPrompts } from "./fixtures/prompts.ts";
import { listResources, listTemplates, readResource } from "./fixtures/resources.ts";
import { ROUND_TOOLS, stateCodec } from "./fixtures/rounds.ts";
import { TOOLS } from "./fixtures/tools.ts";

const ALL_TOOLS = { ...TOOLS, ...ROUND_TOOLS };

/**
 * The exchange's own `/mcp` with other contents: the tools, prompts and resources that the
 * conformance scenarios ask for. Only the server behind the endpoint differs.
 */
export async function startFixtureServer(): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const app = new Koa();
  // Readers that leave a stream are part of the tests, and no error.
  app.silent = true;
  app.use(
    requestId({ ids: createIdSource(systemClock), clock: systemClock, logger: silentLogger }),
  );
  app.use(errorHandler({ baseUrl, environment: "demo", logger: silentLogger }));
  const mcp = createMcpEndpoint({
    baseUrl,
    offers: [{ path: "", createServer: createFixture }],
    // No key exists here, so every one that is sent is wrong.
    authenticator: { authenticate: () => Promise.reject(new ExchangeError("invalid_key")) },
    logger: silentLogger,
    bodies: createBodyReader(),
    hosts: new Set(["127.0.0.1", "localhost"]),
    trustedHops: 0,
  });
  app.use(createRouter({ mcp }));
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `${baseUrl}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Low-level, like the product's own server. */
function createFixture(): Server {
  const server = new Server(
    { name: "fixture", version: "1.0.0" },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: stateCodec.verify },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: Object.entries(ALL_TOOLS).map(listed) }));
  server.setRequestHandler("tools/call", ({ params }, ctx) => {
    const tool = ALL_TOOLS[params.name];
    if (tool === undefined) throw new ProtocolError(INVALID_PARAMS, "There is no such tool.");
    return tool.run(ctx, params.arguments ?? {});
  });
  server.setRequestHandler("prompts/list", listPrompts);
  server.setRequestHandler("prompts/get", ({ params }, ctx) => getPrompt(params, ctx));
  server.setRequestHandler("resources/list", listResources);
  server.setRequestHandler("resources/templates/list", listTemplates);
  server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri));
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [] } }));
  return server;
}

function listed([name, tool]: [string, (typeof ALL_TOOLS)[string]]) {
  const { description, inputSchema = { type: "object" as const } } = tool;
  return { name, description, inputSchema };
}
