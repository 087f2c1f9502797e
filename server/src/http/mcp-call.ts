import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Context } from "koa";
import { invariant } from "../core/invariant.ts";
import type { Sender } from "./request.ts";

/** Who sent one request and how. */
export interface McpCallFacts extends Sender {
  readonly ctx: Context;
  readonly sizeBytes: number;
}

export interface AskedTool {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
}

/** The result of a tool, or the error body, as the JSON text of an object. */
export interface ToolText {
  readonly text: string;
  readonly isError: boolean;
}

/** Answers a tool, whatever happens: it never throws. */
export type CallTool = (asked: AskedTool, facts: McpCallFacts) => Promise<ToolText>;

/** One request, carried through the protocol's own machinery, and what answers its tool. */
export class McpCall {
  readonly facts: McpCallFacts;
  readonly #callTool: CallTool | undefined;

  constructor(facts: McpCallFacts, callTool: CallTool | undefined) {
    this.facts = facts;
    this.#callTool = callTool;
  }

  callTool(asked: AskedTool): Promise<ToolText> {
    invariant(this.#callTool !== undefined, "a server that lets others answer says who does");
    return this.#callTool(asked, this.facts);
  }

  toAuthInfo(): AuthInfo {
    return { token: "", clientId: "", scopes: [], extra: { call: this } };
  }
}

/** The call inside what `toAuthInfo` made. */
export function callOf(authInfo: AuthInfo | undefined): McpCall {
  const call = authInfo?.extra?.call;
  invariant(call instanceof McpCall, "every MCP request carries its call");
  return call;
}
