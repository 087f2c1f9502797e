/** What a client of MCP 2026-07-28 says of itself with every request. */
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "placard-tests", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A tool call as one request of MCP, written as the specification has it: faster than a client. */
export function mcpRequestOf(name: string, args: unknown) {
  const params = { name, arguments: args, _meta: META };
  return {
    path: "/mcp",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": name,
    },
  };
}
