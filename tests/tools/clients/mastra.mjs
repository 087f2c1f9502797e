import { MCPClient } from "@mastra/mcp";
import { serve } from "./lines.mjs";

const NAME = "placard";

/** Mastra gives a tool's structured content as the result itself, checked against its schema. */
await serve(async (url, headers) => {
  const client = new MCPClient({
    id: `test-${headers.Authorization ?? "anonymous"}`,
    servers: { [NAME]: { url: new URL(url), requestInit: { headers } } },
  });
  const tools = await client.listTools();
  return {
    async call(name, args) {
      const tool = tools[`${NAME}_${name}`];
      if (tool === undefined) throw new Error(`${name} is not listed.`);
      const body = await tool.execute(args, {});
      return { isError: Object(body).error !== undefined, body };
    },
    close: () => client.disconnect(),
  };
});
