import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import type { CallTool, ToolAnswer } from "../setup/exchange.ts";

/** A connected MCP client, reduced to what the tests need. */
export interface McpConnection {
  /** The revision of the protocol that both sides agreed on. */
  protocolVersion(): string | undefined;
  instructions(): string | undefined;
  listTools(): Promise<ListedTool[]>;
  callTool(name: string, args: object): Promise<McpAnswer>;
  readonly features: McpFeatures;
  close(): Promise<void>;
}

/** What a server offers besides tools, as the clients of both houses name it. */
export interface McpFeatures {
  listPrompts(): Promise<{ prompts: object[] }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<object>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<object>;
  complete(params: Completion): Promise<{ completion: { values: string[] } }>;
}

export interface Completion {
  ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
  argument: { name: string; value: string };
}

export interface McpAnswer extends ToolAnswer {
  /** The texts of the content blocks. */
  readonly texts: string[];
}

const listedToolSchema = z.looseObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()),
  annotations: z.looseObject({}),
});
export type ListedTool = z.infer<typeof listedToolSchema>;

const resultSchema = z.object({
  content: z.array(z.object({ type: z.literal("text"), text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()),
  isError: z.boolean().optional(),
});

export interface ClientKind {
  readonly name: string;
  readonly protocolVersion: string;
  connect(url: string, key?: string): Promise<McpConnection>;
}

const IDENTITY = { name: "placard-tests", version: "1.0.0" };

/** Foreign clients of both generations of the protocol. */
export const CLIENTS: readonly ClientKind[] = [
  {
    name: "@modelcontextprotocol/client, 2026-07-28",
    protocolVersion: "2026-07-28",
    connect: (url, key) => connectNewer(url, key, { pin: "2026-07-28" }),
  },
  {
    name: "@modelcontextprotocol/client, legacy",
    protocolVersion: "2025-11-25",
    connect: (url, key) => connectNewer(url, key, "legacy"),
  },
  {
    name: "@modelcontextprotocol/sdk 1.32",
    protocolVersion: "2025-11-25",
    connect: connectOlder,
  },
];

async function connectNewer(
  url: string,
  key: string | undefined,
  mode: "legacy" | { pin: string },
): Promise<McpConnection> {
  const client = new Client(IDENTITY, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), headersOf(key)));
  return {
    protocolVersion: () => client.getNegotiatedProtocolVersion(),
    instructions: () => client.getInstructions(),
    listTools: async () => z.array(listedToolSchema).parse((await client.listTools()).tools),
    callTool: async (name, args) =>
      answerOf(await client.callTool({ name, arguments: { ...args } })),
    features: client,
    close: () => client.close(),
  };
}

async function connectOlder(url: string, key?: string): Promise<McpConnection> {
  const client = new OlderClient(IDENTITY);
  const transport = new OlderTransport(new URL(url), headersOf(key));
  await client.connect(transport);
  return {
    protocolVersion: () => transport.protocolVersion,
    instructions: () => client.getInstructions(),
    listTools: async () => z.array(listedToolSchema).parse((await client.listTools()).tools),
    callTool: async (name, args) =>
      answerOf(await client.callTool({ name, arguments: { ...args } })),
    features: client,
    close: () => client.close(),
  };
}

function headersOf(key: string | undefined) {
  return key === undefined ? {} : { requestInit: { headers: { Authorization: `Bearer ${key}` } } };
}

function answerOf(result: unknown): McpAnswer {
  const { content, structuredContent, isError } = resultSchema.parse(result);
  const texts = content.map((block) => block.text);
  return { isError: isError === true, body: structuredContent, texts };
}

/**
 * One client for each key, as agents have it, behind the same function as `POST /api/agent`. Each
 * lists the tools first: from then on it checks every result against its output schema.
 */
export function createMcpCaller(kind: ClientKind, url: string) {
  const connections = new Map<string, Promise<McpConnection>>();
  const open = async (key: string | undefined) => {
    const connection = await kind.connect(url, key);
    await connection.listTools();
    return connection;
  };
  const call: CallTool = async (tool, args, key) => {
    const connection = connections.get(key ?? "") ?? open(key);
    connections.set(key ?? "", connection);
    return (await connection).callTool(tool, args);
  };
  return {
    call,
    async close() {
      for (const connection of connections.values()) await (await connection).close();
    },
  };
}
