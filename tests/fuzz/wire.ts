import { Agent, request } from "node:http";
import type { Tool } from "../../server/src/tools/tool.ts";
import { mcpRequestOf } from "../mcp/raw.ts";

/** What came back over one connection. */
export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const TIMEOUT_MS = 20_000;

export type Send = (call: {
  path: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}) => Promise<Answered>;

/** Posts over connections that stay open. **Errors** when no answer comes. */
export function openSender(baseUrl: string, inFlight: number): Send & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const { hostname, port } = new URL(baseUrl);
  const send: Send = ({ path, body, headers }) =>
    new Promise((resolve, reject) => {
      const sent = request(
        { agent, hostname, port, path, method: "POST", headers, timeout: TIMEOUT_MS },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.once("error", reject);
          answer.once("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
          });
        },
      );
      sent.once("timeout", () => sent.destroy(new Error(`No answer in ${TIMEOUT_MS} ms.`)));
      sent.once("error", reject);
      sent.end(body);
    });
  return Object.assign(send, { close: () => agent.destroy() });
}

/** The same call as a request of MCP, whose `arguments` are those of the body. */
export function overMcp(tool: Tool, body: string) {
  const { arguments: args }: { arguments?: unknown } = JSON.parse(body);
  return mcpRequestOf(tool.name, args);
}
