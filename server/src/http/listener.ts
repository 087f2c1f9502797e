import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { holderOfIp } from "../domain/traffic/index.ts";
import type { AnswerMalformed } from "./errors.ts";
import { isLoopback, unmapped } from "./request.ts";

export type Listener = Awaited<ReturnType<typeof listen>>;

export interface ConnectionLimits {
  readonly max: number;
  /** Absent behind a proxy, from whose address all connections come. */
  readonly maxPerAddress: number | undefined;
  readonly sparesLoopback: boolean;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Absent: any number. */
  readonly connections?: ConnectionLimits;
  readonly malformed?: AnswerMalformed;
}

/** For the whole request, its body included. A client that sends slower is attacking or gone. */
const REQUEST_TIMEOUT_MS = 15_000;
const TIMEOUT_CHECK_MS = 1_000;

/**
 * Starts to listen on an address.
 *
 * **Errors** those of the socket, such as `EADDRINUSE`.
 */
export async function listen(
  answer: RequestListener,
  { host, port, connections, malformed }: ListenOptions,
) {
  const options = {
    // The app refuses a request without it, in the same words as every other.
    requireHostHeader: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  };
  const server = createServer(options, answer);
  const answering = new Map<Duplex, Set<ServerResponse>>();
  let isDraining = false;
  let isClosing = false;
  const isAdmitted = connections === undefined ? () => true : createAdmission(connections);
  server.on("connection", (socket) => {
    if (!isAdmitted(socket)) return void socket.destroy();
    answering.set(socket, new Set());
    socket.once("close", () => answering.delete(socket));
  });
  server.prependListener("request", ({ socket }, res) => {
    if (isDraining) res.setHeader("Connection", "close");
    const answers = answering.get(socket);
    answers?.add(res);
    res.once("close", () => {
      answers?.delete(res);
      if (isClosing && answers?.size === 0) socket.destroy();
    });
  });
  server.on("clientError", (error, socket) => {
    const hasBegun = [...(answering.get(socket) ?? [])].some((res) => res.headersSent);
    const isGone = "code" in error && error.code === "ECONNRESET";
    if (malformed === undefined || isGone || hasBegun || !socket.writable) socket.destroy();
    else socket.end(malformed(error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound !== null ? bound.port : port,
    /** Closes each connection after its next response, so that a proxy turns elsewhere. */
    drain(): void {
      isDraining = true;
    },
    /**
     * Stops accepting connections, lets running responses finish for at most `graceMs`, and closes
     * idle connections at once. Browsers open connections in advance and never use them; Node
     * counts those as busy and would wait for each.
     */
    async close(graceMs: number): Promise<void> {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const [socket, answers] of answering) {
        if (answers.size === 0) socket.destroy();
      }
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Whether a connection is within the limits; it counts until it is closed. */
function createAdmission({ max, maxPerAddress = max, sparesLoopback }: ConnectionLimits) {
  const counts = new Map<string, number>();
  let open = 0;
  return (socket: Socket): boolean => {
    const ip = unmapped(socket.remoteAddress);
    if (sparesLoopback && isLoopback(ip)) return true;
    const holder = holderOfIp(ip);
    const count = (counts.get(holder) ?? 0) + 1;
    if (open >= max || count > maxPerAddress) return false;
    open += 1;
    counts.set(holder, count);
    socket.once("close", () => {
      open -= 1;
      const left = (counts.get(holder) ?? 1) - 1;
      if (left > 0) counts.set(holder, left);
      else counts.delete(holder);
    });
    return true;
  };
}
