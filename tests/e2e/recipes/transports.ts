import { CLIENTS, createMcpCaller } from "../../mcp/clients.ts";
import type { CallTool, TestExchange } from "../../setup/exchange.ts";

export interface Transport {
  readonly name: string;
  open(world: TestExchange): { call: CallTool; close(): Promise<void> };
}

/** Everything an agent may speak: the recipes read the same over each. */
export const TRANSPORTS: readonly Transport[] = [
  {
    name: "HTTP",
    open: (world) => ({ call: world.call, close: () => Promise.resolve() }),
  },
  ...CLIENTS.map(
    (kind): Transport => ({
      name: `MCP by ${kind.name}`,
      open: (world) => createMcpCaller(kind, `${world.baseUrl}/mcp`),
    }),
  ),
];
