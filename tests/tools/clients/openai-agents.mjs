import { MCPServerStreamableHttp } from "@openai/agents";
import { answerOf, serve } from "./lines.mjs";

await serve(async (url, headers) => {
  const server = new MCPServerStreamableHttp({ url, requestInit: { headers } });
  await server.connect();
  const listed = new Set((await server.listTools()).map(({ name }) => name));
  return {
    async call(name, args) {
      if (!listed.has(name)) throw new Error(`${name} is not listed.`);
      return answerOf(await server.callToolResult(name, args));
    },
    close: () => server.close(),
  };
});
