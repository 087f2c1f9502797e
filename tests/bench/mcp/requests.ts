/** One request as bytes, made before the clock runs, and how its right answer ends. */
export interface Described {
  readonly name: string;
  readonly bytes: Buffer;
  readonly endsWith: string;
}

interface At {
  readonly port: number;
  readonly key: string;
}

interface ToolCall {
  readonly tool: string;
  readonly arguments: object;
}

const REVISION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
/** A result ends with the id of its request, an answer over HTTP with its object. */
const ID = 4_711;

export function httpBytes(at: At, call: ToolCall): Described {
  const bytes = post(at, "/api/agent", { headers: [], body: JSON.stringify(call) });
  return { name: `${call.tool} over HTTP`, bytes, endsWith: "}" };
}

export function callBytes(at: At, { tool, arguments: args }: ToolCall): Described {
  const headers = [`Mcp-Name: ${tool}`];
  const bytes = message(at, "tools/call", { headers, params: { name: tool, arguments: args } });
  return { name: `${tool} over MCP`, bytes, endsWith: `"id":${ID}}` };
}

export function listBytes(at: At): Described {
  const bytes = message(at, "tools/list", { headers: [], params: {} });
  return { name: "tools/list", bytes, endsWith: `"id":${ID}}` };
}

function message(at: At, method: string, of: { headers: string[]; params: object }): Buffer {
  const params = { ...of.params, _meta: META };
  const headers = [
    "Accept: application/json, text/event-stream",
    `MCP-Protocol-Version: ${REVISION}`,
    `Mcp-Method: ${method}`,
    ...of.headers,
  ];
  const body = JSON.stringify({ jsonrpc: "2.0", id: ID, method, params });
  return post(at, "/mcp", { headers, body });
}

function post(at: At, path: string, of: { headers: string[]; body: string }): Buffer {
  const body = Buffer.from(of.body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${at.port}`,
    `Authorization: Bearer ${at.key}`,
    "Content-Type: application/json",
    ...of.headers,
    `Content-Length: ${body.length}`,
  ].join("\r\n");
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
}
