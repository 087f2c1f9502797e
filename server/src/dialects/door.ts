import type { IncomingHttpHeaders } from "node:http";
import { isNestedBeyond } from "../core/nesting.ts";
import type { Origin } from "../tools/gate.ts";

/** One request of a foreign MCP client: its raw body and headers, and who sent it. */
export interface DoorRequest {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  readonly origin: Origin;
}

export interface DoorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent for a notification. */
  readonly body?: string;
}

export interface DoorTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: object;
}

/** The object of a tool's result, or of its error. */
export interface DoorResult {
  readonly text: string;
  readonly isError: boolean;
}

/** An error below the tools, such as a refused key: a JSON-RPC error with its own HTTP status. */
export class DoorError extends Error {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly http: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

  constructor(
    code: number,
    message: string,
    more: { data?: Readonly<Record<string, unknown>>; http?: DoorError["http"] } = {},
  ) {
    super(message);
    this.name = "DoorError";
    this.code = code;
    this.data = more.data;
    this.http = more.http ?? { status: 200 };
  }
}

export interface DoorOffer {
  readonly name: string;
  readonly instructions: string;
  listTools(): readonly DoorTool[];
  /** **Errors** `DoorError`; everything else is a fault. */
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    request: DoorRequest,
  ): Promise<DoorResult>;
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/** Deeper messages would exhaust the stack of what reads them. */
const DEPTH_MAX = 100;

/**
 * JSON-RPC over POST for clients of other protocols: with or without a session, with any `Accept`,
 * answered as plain JSON. Requests share nothing, so there is no session to keep.
 */
export function createDoor(
  offer: DoorOffer,
  onFault: (error: unknown) => void,
): (request: DoorRequest) => Promise<DoorAnswer> {
  return async (request) => {
    const message = objectOf(request.text);
    if (message === undefined) return failed(null, new DoorError(PARSE_ERROR, "Parse error", BAD));
    const { id = null, method, params } = message;
    if (typeof method !== "string" || !isId(id)) {
      return failed(null, new DoorError(INVALID_REQUEST, "Invalid request", BAD));
    }
    if (message.id === undefined) return { status: 202 };
    try {
      const result = await resultOf(method, recordOf(params), { offer, request });
      return { status: 200, body: bodyOf(id, `"result":${result}`) };
    } catch (error) {
      if (error instanceof DoorError) return failed(id, error);
      // The message of an unexpected error stays inside.
      onFault(error);
      return failed(id, new DoorError(INTERNAL_ERROR, "Internal error", { http: { status: 500 } }));
    }
  };
}

/** The answer to a request whose message could not be read. */
export function refusedRequest(status: number, message: string): DoorAnswer {
  return failed(null, new DoorError(INVALID_REQUEST, message, { http: { status } }));
}

const BAD = { http: { status: 400 } };

function failed(id: unknown, { code, message, data, http }: DoorError): DoorAnswer {
  const error = JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) });
  return { ...http, body: bodyOf(id, `"error":${error}`) };
}

function bodyOf(id: unknown, member: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${member}}`;
}

async function resultOf(
  method: string,
  params: Readonly<Record<string, unknown>>,
  { offer, request }: { offer: DoorOffer; request: DoorRequest },
): Promise<string> {
  switch (method) {
    case "initialize":
      return JSON.stringify(welcomeOf(offer, params.protocolVersion));
    case "ping":
      return "{}";
    case "tools/list":
      return JSON.stringify({ tools: offer.listTools() });
    case "tools/call": {
      if (typeof params.name !== "string") throw new DoorError(INVALID_PARAMS, "name is required");
      const { text, isError } = await offer.call(params.name, recordOf(params.arguments), request);
      const content = JSON.stringify([{ type: "text", text }]);
      const error = isError ? ',"isError":true' : "";
      return `{"content":${content},"structuredContent":${text}${error}}`;
    }
    default:
      throw new DoorError(METHOD_NOT_FOUND, "Method not found");
  }
}

function welcomeOf(offer: DoorOffer, wanted: unknown): object {
  const known = PROTOCOL_VERSIONS.find((version) => version === wanted);
  return {
    protocolVersion: known ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: offer.name, version: "1.0.0" },
    instructions: offer.instructions,
  };
}

/** The object of a text: none in it is an empty one. Undefined for what is no JSON. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
    return isNestedBeyond(DEPTH_MAX, value) ? {} : { ...value };
  } catch {
    return undefined;
  }
}

function isId(id: unknown): boolean {
  return id === null || typeof id === "string" || typeof id === "number";
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? { ...value } : {};
}
