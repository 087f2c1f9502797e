import { CLIENTS, createMcpCaller } from "../../mcp/clients.ts";
import type { CallTool, TestExchange } from "../../setup/exchange.ts";

export interface Transport {
  readonly name: string;
  open(world: TestExchange): { call: CallTool; close(): Promise<void> };
}

/** What an agent may speak; `tests/mcp` calls every tool by clients of each generation. */
export const TRANSPORTS: readonly Transport[] = [
  {
    name: "HTTP",
    open: (world) => ({ call: world.call, close: () => Promise.resolve() }),
  },
  ...CLIENTS.slice(0, 1).map(
    (kind): Transport => ({
      name: `MCP by ${kind.name}`,
      open: (world) => createMcpCaller(kind, `${world.baseUrl}/mcp`),
    }),
  ),
];
