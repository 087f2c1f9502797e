import { createMCPClient } from "@ai-sdk/mcp";
import { answerOf, serve } from "./lines.mjs";

/** The AI SDK's own implementation of the protocol, by way of the tools it gives to a model. */
await serve(async (url, headers) => {
  const client = await createMCPClient({ transport: { type: "http", url, headers } });
  const tools = await client.tools();
  return {
    async call(name, args) {
      const tool = tools[name];
      if (tool === undefined) throw new Error(`${name} is not listed.`);
      return answerOf(await tool.execute(args, { toolCallId: name, messages: [] }));
    },
    close: () => client.close(),
  };
});
