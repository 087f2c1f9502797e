import type { Context } from "koa";
import { ExchangeError } from "../contract/errors.ts";
import type { Dispatch } from "../tools/dispatch.ts";

/** Remote MCP; being built. */
export function createMcpEndpoint(_deps: { dispatch: Dispatch }) {
  return async (_ctx: Context, _rest: string): Promise<void> => {
    throw new ExchangeError("unavailable");
  };
}
