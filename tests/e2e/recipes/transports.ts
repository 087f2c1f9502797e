import { CLIENTS, createMcpCaller } from "../../mcp/clients.ts";
import { type CallTool, startExchange, type TestExchange } from "../../setup/exchange.ts";
import { setUp } from "../../setup/shared.ts";
import { openBooks } from "./books.ts";

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

/** An exchange, its books and a client of a transport, for all tests of a recipe. */
export function setUpRecipe(
  transport: Transport,
  prepare?: (world: TestExchange) => Promise<void>,
) {
  return setUp(async () => {
    const world = await startExchange();
    const books = await openBooks(world.databaseUrl);
    const client = transport.open(world);
    await prepare?.(world);
    return {
      world,
      books,
      call: client.call,
      async close() {
        await client.close();
        await books.close();
        await world.close();
      },
    };
  });
}
