import type { Tool } from "../tools/tool.ts";

export interface CodeExample {
  /** The id of its tab. */
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

/** One call of a tool by each way to call it. */
export function toolCode(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  baseUrl: string,
): CodeExample[] {
  const call = { name: tool.name, args, baseUrl, needsKey: tool.access !== "public" };
  return [
    { id: "curl", name: "curl", language: "sh", code: curl(call) },
    { id: "ts", name: "TypeScript", language: "ts", code: typescript(call) },
    { id: "mcp", name: "MCP", language: "ts", code: mcp(call) },
  ];
}

interface CodedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly baseUrl: string;
  readonly needsKey: boolean;
}

const KEY = "Bearer $" + "{process.env.PLACARD_KEY}";

function curl({ name, args, baseUrl, needsKey }: CodedCall): string {
  return [
    `curl -sS --fail-with-body "${baseUrl}/api/agent" \\`,
    ...(needsKey ? ['  -H "Authorization: Bearer $PLACARD_KEY" \\'] : []),
    "  -H \"Content-Type: application/json\" --data-binary @- <<'JSON'",
    JSON.stringify({ tool: name, arguments: args }, null, 2),
    "JSON",
  ].join("\n");
}

function typescript({ name, args, baseUrl, needsKey }: CodedCall): string {
  const headers = needsKey
    ? [
        "  headers: {",
        '    "content-type": "application/json",',
        `    authorization: \`${KEY}\`,`,
        "  },",
      ]
    : ['  headers: { "content-type": "application/json" },'];
  return [
    `const response = await fetch("${baseUrl}/api/agent", {`,
    '  method: "POST",',
    ...headers,
    `  body: JSON.stringify(${indented({ tool: name, arguments: args })}),`,
    "});",
    "const answer = await response.json();",
    "if (!response.ok) throw new Error(answer.error.message);",
    "console.log(answer);",
  ].join("\n");
}

function mcp({ name, args, baseUrl, needsKey }: CodedCall): string {
  const options = needsKey
    ? [
        `const requestInit = { headers: { authorization: \`${KEY}\` } };`,
        `const transport = new StreamableHTTPClientTransport(url, { requestInit });`,
      ]
    : ["const transport = new StreamableHTTPClientTransport(url);"];
  return [
    'import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";',
    "",
    `const url = new URL("${baseUrl}/mcp");`,
    ...options,
    'const client = new Client({ name: "my-agent", version: "1.0.0" });',
    "await client.connect(transport);",
    `const answer = await client.callTool(${indented({ name, arguments: args }, "")});`,
    "console.log(answer.structuredContent);",
    "await client.close();",
  ].join("\n");
}

/** JSON whose later lines stand as far right as the line it begins on. */
function indented(value: object, indent = "  "): string {
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);
}
